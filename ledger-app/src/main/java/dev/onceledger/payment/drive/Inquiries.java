package dev.onceledger.payment.drive;

import dev.onceledger.api.payment.Evidence.Source;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.OperationStatus;
import dev.onceledger.api.payment.PaymentCommand.ResendOperation;
import dev.onceledger.crash.CrashPoint;
import dev.onceledger.gateway.Gateway;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import dev.onceledger.gateway.Gateways;
import dev.onceledger.idempotency.Commands;
import dev.onceledger.idempotency.IdempotentRequest;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Finds out at the gateway what became of operations, and writes what that proves. Whoever starts
 * it, it is the same: recovery, a notification, or a void that closes what is not decided.
 */
final class Inquiries {
  private final Gateways gateways;
  private final Commands commands;
  private final Intents intents;

  Inquiries(Gateways gateways, Commands commands, Intents intents) {
    this.gateways = gateways;
    this.commands = commands;
    this.intents = intents;
  }

  /**
   * Asks once about an operation in doubt.
   *
   * @param age since it was asked for; zero asks only, whatever the answer
   * @param patience how old it must be before what the gateway does not know is fenced
   * @return what was learned, as a short name such as {@code in-doubt}; empty if that was the
   *     outcome, which is written
   */
  Optional<String> ask(OperationStatus operation, Duration age, Duration patience) {
    GatewayCall call = operation.call();
    Optional<Gateway> gateway = gateways.find(call.gateway());
    if (gateway.isEmpty()) {
      return Optional.of("gateway-not-configured");
    }
    if (call.closes() != null) {
      return closeFor(gateway.get(), call);
    }
    GatewayAnswer answer = gateway.get().inquire(call);
    CrashPoint.INQUIRY_ANSWERED.reach();
    if (answer.outcome() != Outcome.UNKNOWN || age.compareTo(patience) < 0) {
      return write(call, answer);
    }
    if (gateway.get().traits().closesByKey()) {
      return write(call, closed(gateway.get(), call));
    }
    Duration lifetime = gateway.get().traits().keyLifetime();
    return lifetime == null || age.compareTo(lifetime) < 0
        ? sendAgain(gateway.get(), call)
        : Optional.of("key-lifetime-over");
  }

  /** Fences what a void found undecided, and writes what became of that. */
  void close(Gateway gateway, GatewayCall undecided) {
    write(undecided, closed(gateway, undecided));
  }

  /**
   * Closes the key of an operation that is to count as not done. If it was done, or refused, that
   * is written; that it was closed is left to the one who asked for it.
   *
   * @return whether nothing can be executed under the key any more, or what was is written
   */
  boolean fence(OperationStatus operation) {
    GatewayCall call = operation.call();
    Optional<Gateway> gateway = gateways.find(call.gateway());
    if (!operation.isProcessing() || call.closes() != null) {
      return true;
    }
    if (gateway.isEmpty()) {
      return false;
    }
    GatewayAnswer answer = closed(gateway.get(), call);
    return answer.outcome() == Outcome.CLOSED || write(call, answer).isEmpty();
  }

  /**
   * Makes sure that the generation before is closed, where the gateway can, before the next one is
   * sent: it may have been held for failed on somebody's word.
   *
   * @return what keeps the next from being sent, as the answer to it; empty if nothing does. If the
   *     one before was executed, that is written
   */
  Optional<GatewayAnswer> obstacle(Gateway gateway, GatewayCall next) {
    if (next.generation() == 1 || !gateway.traits().closesByKey()) {
      return Optional.empty();
    }
    GatewayAnswer before = closed(gateway, next.before());
    return switch (before.outcome()) {
      case CLOSED, DECLINED -> Optional.empty();
      case NOT_SENT -> Optional.of(before);
      case SUCCEEDED, EXPIRED -> {
        write(next, before);
        yield Optional.of(GatewayAnswer.of(Outcome.IN_DOUBT));
      }
      case PENDING, UNKNOWN, IN_DOUBT -> Optional.of(GatewayAnswer.of(Outcome.IN_DOUBT));
    };
  }

  private Optional<String> closeFor(Gateway gateway, GatewayCall voiding) {
    GatewayCall undecided = Objects.requireNonNull(voiding.closes());
    GatewayAnswer answer = closed(gateway, undecided);
    write(undecided, answer);
    OperationStatus after = commands.inspect(voiding.paymentId(), voiding.operationId());
    if (!after.isProcessing()) {
      return Optional.empty();
    }
    // What was to be closed had succeeded: the void itself was never sent.
    return after.call().closes() == null
        ? sendAgain(gateway, after.call())
        : Optional.of(GatewayOutcome.evidence(answer));
  }

  private static GatewayAnswer closed(Gateway gateway, GatewayCall call) {
    GatewayAnswer answer = gateway.close(call);
    CrashPoint.KEY_CLOSED.reach();
    return answer;
  }

  /** The same call under the same key: whatever the earlier sends did, this is its outcome. */
  private Optional<String> sendAgain(Gateway gateway, GatewayCall call) {
    ResendOperation command = new ResendOperation(call.paymentId(), call.operationId());
    GatewayCall next = commands.write(command, requestOf(call)).decision().call();
    if (next == null) {
      return Optional.of("unknown");
    }
    CrashPoint.RESEND_WRITTEN.reach();
    GatewayAnswer answer = gateway.execute(next);
    CrashPoint.RESEND_ANSWERED.reach();
    return write(next, answer);
  }

  private Optional<String> write(GatewayCall call, GatewayAnswer answer) {
    var outcome = GatewayOutcome.of(call, answer, Source.INQUIRY);
    outcome.ifPresent(o -> commands.record(o, requestOf(call), null));
    return outcome.isPresent() ? Optional.empty() : Optional.of(GatewayOutcome.evidence(answer));
  }

  private IdempotentRequest requestOf(GatewayCall call) {
    return intents.requestOf(call.paymentId(), call.operationId()).orElseThrow();
  }
}
