package dev.onceledger.idempotency;

import java.time.Duration;
import java.util.Collection;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the partitions of the days to come, and drops those that nobody was promised any more. It
 * drops nothing while a client may retry for longer than keys are remembered.
 */
public final class Retention {
  private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

  private final RetentionSettings settings;
  private final RetentionPromises promises;
  private final Partitions partitions;
  private final Supplier<? extends Collection<RetryWindow>> clients;
  private final Thread cleaning = new Thread(this::run, "retention");
  private volatile boolean stopping;

  public Retention(
      RetentionSettings settings,
      RetentionPromises promises,
      Partitions partitions,
      Supplier<? extends Collection<RetryWindow>> clients) {
    this.settings = settings;
    this.promises = promises;
    this.partitions = partitions;
    this.clients = clients;
    cleaning.setDaemon(true);
  }

  /**
   * Makes this node's promise, and begins.
   *
   * @throws RetentionTooShort if a client may retry for longer than this node remembers keys
   */
  public void start() {
    settings.requireLongerThan(clients.get(), settings.retentionDays());
    promises.renew();
    cleaning.start();
  }

  public void stop() throws InterruptedException {
    stopping = true;
    cleaning.interrupt();
    cleaning.join(Duration.ofSeconds(10).toMillis());
  }

  /** One round: the promise of today, the partitions ahead, and those that are over. */
  void clean() throws InterruptedException {
    promises.renew();
    partitions.ensureAhead();
    try {
      settings.requireLongerThan(clients.get(), promises.shortestDays());
    } catch (RetentionTooShort e) {
      // Nothing is dropped; what somebody detached comes back all the same.
      partitions.dropWhere(day -> false);
      throw e;
    }
    partitions.dropWhere(promises::isOver);
  }

  private void run() {
    try {
      while (!stopping) {
        cleanOnce();
        Thread.sleep(Duration.ofMinutes(settings.cleaningMinutes()).toMillis());
      }
    } catch (InterruptedException e) {
      // Asked to stop.
    }
  }

  private void cleanOnce() throws InterruptedException {
    try {
      clean();
    } catch (RetentionTooShort e) {
      LOG.error("no partition is dropped: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("partitions were not tended; it is tried again: {}", e.toString());
    }
  }
}
