package dev.onceledger.payment.drive;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Goes one round after the other on a thread of its own, until it is stopped. */
final class Patrol {
  private static final Logger LOG = LoggerFactory.getLogger(Patrol.class);

  /** What is done in a round. */
  @FunctionalInterface
  interface Round {
    /** Whether there may be more to do at once. */
    boolean go() throws InterruptedException;
  }

  private final Duration pause;
  private final Round round;
  private final Thread thread;
  private final Semaphore woken = new Semaphore(0);
  private volatile boolean stopping;

  Patrol(String name, Duration pause, Round round) {
    this.pause = pause;
    this.round = round;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Ends the pause before the next round. */
  void wake() {
    woken.release();
  }

  void stop() throws InterruptedException {
    stopping = true;
    thread.interrupt();
    thread.join(TimeUnit.SECONDS.toMillis(10));
  }

  private void run() {
    try {
      while (!stopping) {
        if (!goOnce()) {
          woken.tryAcquire(jittered(), TimeUnit.MILLISECONDS);
          woken.drainPermits();
        }
      }
    } catch (InterruptedException e) {
      // Asked to stop.
    }
  }

  private boolean goOnce() throws InterruptedException {
    try {
      return round.go();
    } catch (RuntimeException e) {
      LOG.warn("{}: a round was not finished: {}", thread.getName(), e.toString());
      return false;
    }
  }

  /** Nodes that were started together do not go together. */
  private long jittered() {
    double share = 0.75 + ThreadLocalRandom.current().nextDouble() / 2;
    return Math.max(1, (long) (pause.toMillis() * share));
  }
}
