package dev.onceledger.payment.drive;

import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.PaymentCommand.ResumeOperation;
import dev.onceledger.gateway.Gateway;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import dev.onceledger.gateway.Gateways;
import dev.onceledger.idempotency.Commands;
import dev.onceledger.idempotency.IdempotentRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resolves what is in doubt by asking the gateway. Every node does it; the operations are shared
 * out by their rows. It holds no connection to the database while it asks.
 *
 * <p>An operation is never failed by the clock alone: one that the gateway does not know is closed
 * there first, so that a send that is still on its way can never be executed.
 */
public final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  private final OpenOperations operations;
  private final Intents intents;
  private final Commands commands;
  private final Gateways gateways;
  private final RecoverySettings settings;
  private final Thread looking = new Thread(this::look, "recovery");
  private final ExecutorService asking;
  private volatile boolean stopping;

  public Recovery(
      OpenOperations operations,
      Intents intents,
      Commands commands,
      Gateways gateways,
      RecoverySettings settings) {
    this.operations = operations;
    this.intents = intents;
    this.commands = commands;
    this.gateways = gateways;
    this.settings = settings;
    this.asking = Executors.newFixedThreadPool(settings.threads());
    looking.setDaemon(true);
  }

  public void start() {
    if (settings.enabled()) {
      looking.start();
    }
  }

  /** Ends it; what it is asking about is finished first, or asked about again by another node. */
  public void stop() throws InterruptedException {
    stopping = true;
    looking.interrupt();
    looking.join(TimeUnit.SECONDS.toMillis(10));
    asking.shutdown();
    asking.awaitTermination(10, TimeUnit.SECONDS);
  }

  private void look() {
    while (!stopping) {
      boolean more = false;
      try {
        more = lookOnce();
      } catch (InterruptedException e) {
        return;
      } catch (Exception e) {
        LOG.warn("recovery could not look for what is in doubt: {}", e.toString());
      }
      if (!more && !pause()) {
        return;
      }
    }
  }

  /** Whether the batch was full, so that there may be more. */
  private boolean lookOnce() throws InterruptedException {
    List<DueOperation> due = operations.claimDue(settings, gateways.open());
    List<Future<?>> asked = new java.util.ArrayList<>();
    for (DueOperation operation : due) {
      asked.add(asking.submit(() -> resolve(operation)));
    }
    for (Future<?> one : asked) {
      try {
        one.get();
      } catch (java.util.concurrent.ExecutionException e) {
        LOG.warn(
            "an operation in doubt could not be resolved; it is asked about again", e.getCause());
      }
    }
    return due.size() == settings.batch();
  }

  private boolean pause() {
    try {
      Thread.sleep(settings.pollMillis());
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void resolve(DueOperation due) {
    Optional<GatewayCall> call =
        commands.resume(new ResumeOperation(due.paymentId(), due.operationId()));
    if (call.isEmpty()) {
      // Somebody wrote the outcome since; its row is gone with it.
      return;
    }
    Optional<Gateway> gateway = gateways.find(call.get().gateway());
    if (gateway.isEmpty()) {
      operations.note(due, "gateway-not-configured");
      return;
    }
    GatewayAnswer answer = ask(gateway.get(), call.get(), due.fenceable());
    Optional<IdempotentRequest> request = intents.requestOf(due.paymentId(), due.operationId());
    GatewayOutcome.of(call.get(), answer, Evidence.Source.INQUIRY)
        .ifPresentOrElse(
            outcome -> commands.record(outcome, request.orElseThrow(), null),
            () -> operations.note(due, GatewayOutcome.evidence(answer)));
  }

  private static GatewayAnswer ask(Gateway gateway, GatewayCall call, boolean fenceable) {
    GatewayAnswer answer = gateway.inquire(call);
    return answer.outcome() == Outcome.UNKNOWN && fenceable ? gateway.close(call) : answer;
  }
}
