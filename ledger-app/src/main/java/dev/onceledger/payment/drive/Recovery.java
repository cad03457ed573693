package dev.onceledger.payment.drive;

import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.OperationStatus;
import dev.onceledger.crash.CrashPoint;
import dev.onceledger.gateway.Gateways;
import dev.onceledger.idempotency.Commands;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resolves what is in doubt by asking the gateway. Every node does it; the operations are shared
 * out by their rows, and each gateway has threads of its own, so that one that is slow or down
 * keeps none of the others waiting. It holds no connection to the database while it asks.
 *
 * <p>An operation is never failed by the clock alone: one that the gateway does not know is fenced
 * there first, so that a send that is still on its way can never be executed.
 */
public final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  private final OpenOperations operations;
  private final Inquiries inquiries;
  private final Commands commands;
  private final Gateways gateways;
  private final RecoverySettings settings;
  private final Duration patience;
  private final List<Lane> lanes = new ArrayList<>();

  public Recovery(
      OpenOperations operations,
      Intents intents,
      Commands commands,
      Gateways gateways,
      RecoverySettings settings,
      DriveSettings drive) {
    this.operations = operations;
    this.inquiries = new Inquiries(gateways, commands, intents);
    this.commands = commands;
    this.gateways = gateways;
    this.settings = settings;
    this.patience = Duration.ofSeconds(drive.leaseSeconds() + settings.graceSeconds());
  }

  public void start() {
    if (settings.enabled()) {
      gateways.names().forEach(name -> lanes.add(new Lane(name)));
      lanes.forEach(lane -> lane.patrol.start());
    }
  }

  /** Ends it; what it is asking about is finished first, or asked about again by another node. */
  public void stop() throws InterruptedException {
    for (Lane lane : lanes) {
      lane.patrol.stop();
      lane.asking.shutdown();
      lane.asking.awaitTermination(10, TimeUnit.SECONDS);
    }
  }

  /** What one gateway is asked about, at a bounded rate. */
  private final class Lane {
    private final GatewayName gateway;
    private final RateLimiter limiter;
    private final ExecutorService asking = Executors.newFixedThreadPool(settings.threads());
    private final Patrol patrol;

    private Lane(GatewayName gateway) {
      this.gateway = gateway;
      this.limiter =
          RateLimiter.of(
              gateway.value(),
              RateLimiterConfig.custom()
                  // One at a time: with a whole second's share at its beginning, the end of one
                  // second and the beginning of the next would be twice as many within a second.
                  .limitForPeriod(1)
                  .limitRefreshPeriod(
                      Duration.ofSeconds(1).dividedBy(settings.inquiriesPerSecond()))
                  // What is claimed is asked about, however many are before it.
                  .timeoutDuration(Duration.ofSeconds(10L + settings.threads()))
                  .build());
      this.patrol =
          new Patrol("recovery-" + gateway, Duration.ofMillis(settings.pollMillis()), this::look);
    }

    /** Claims no more than can be asked about at once; whether there may be more. */
    private boolean look() throws InterruptedException {
      if (gateways.isOpen(gateway)) {
        return false;
      }
      List<DueOperation> due = operations.claimDue(gateway, settings);
      List<Future<?>> asked = new ArrayList<>();
      for (DueOperation operation : due) {
        if (limiter.acquirePermission()) {
          asked.add(asking.submit(() -> resolve(operation)));
        }
      }
      for (Future<?> one : asked) {
        await(one);
      }
      return due.size() == settings.threads();
    }

    private void await(Future<?> asked) throws InterruptedException {
      try {
        asked.get();
      } catch (ExecutionException e) {
        LOG.warn(
            "an operation in doubt could not be resolved; it is asked about again", e.getCause());
      }
    }
  }

  private void resolve(DueOperation due) {
    CrashPoint.RECOVERY_CLAIMED.reach();
    OperationStatus operation = commands.inspect(due.paymentId(), due.operationId());
    if (!operation.isProcessing()) {
      // Somebody wrote the outcome since; its row is gone with it.
      return;
    }
    Optional<String> evidence = inquiries.ask(operation, due.age(), patience);
    evidence.ifPresent(learned -> operations.note(due, learned));
  }
}
