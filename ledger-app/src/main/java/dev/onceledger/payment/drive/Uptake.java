package dev.onceledger.payment.drive;

import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.Decision;
import dev.onceledger.api.payment.DisputeStage;
import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.OperationStatus;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.ExpireAuthorization;
import dev.onceledger.api.payment.PaymentCommand.RecordDispute;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.api.payment.PaymentCommand.RecordReversal;
import dev.onceledger.gateway.Gateway;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayNotification;
import dev.onceledger.gateway.GatewayNotification.Kind;
import dev.onceledger.gateway.Gateways;
import dev.onceledger.idempotency.Commands;
import dev.onceledger.idempotency.IdempotentRequest;
import dev.onceledger.payment.drive.StoredNotification.Verdict;
import java.util.Objects;
import java.util.Optional;

/**
 * What a notification comes to. Only one that says what the operation waits for is believed as it
 * is; where it contradicts what is known, or could be old, the gateway is asked.
 *
 * <p>It may be done twice over: everything that it writes is written once.
 */
public final class Uptake {
  private final OperationPlaces places;
  private final Gateways gateways;
  private final Commands commands;
  private final Intents intents;

  public Uptake(OperationPlaces places, Gateways gateways, Commands commands, Intents intents) {
    this.places = places;
    this.gateways = gateways;
    this.commands = commands;
    this.intents = intents;
  }

  /** The operation that it is about, if that is known. */
  Optional<OperationPlace> placeOf(StoredNotification notification) {
    GatewayNotification told = notification.told();
    if (told.operationId() != null) {
      return places.find(notification.gateway(), told.operationId());
    }
    return told.gatewayReference() == null
        ? Optional.empty()
        : places.find(notification.gateway(), told.gatewayReference());
  }

  Verdict takeUp(StoredNotification notification, Optional<OperationPlace> found) {
    GatewayNotification told = notification.told();
    if (told.kind() == Kind.IRRELEVANT) {
      return Verdict.ignored("irrelevant");
    }
    if (found.isEmpty()) {
      return Verdict.parked("unknown-operation");
    }
    OperationPlace place = found.get();
    if (isOlder(told, place)) {
      return Verdict.ignored("older");
    }
    OperationStatus operation = commands.inspect(place.paymentId(), place.operationId());
    if (told.kind().isDispute()) {
      return disputeOnceBooked(told, operation);
    }
    if (told.kind() == Kind.SUCCEEDED) {
      if (isWhatIsWaitedFor(told, operation)) {
        return success(told, operation);
      }
      if (isKnown(told, operation)) {
        return Verdict.ignored("known");
      }
      if (operation.state() == OperationState.SUCCEEDED) {
        // Under another name: learned, or a contradiction. Neither moves money.
        return success(told, operation);
      }
    }
    return ask(operation);
  }

  /** Each dispute is counted by itself, by the payment. */
  private static boolean isOlder(GatewayNotification told, OperationPlace place) {
    return !told.kind().isDispute()
        && told.version() != null
        && told.version() <= place.notifiedVersion();
  }

  // ---- believed as it is

  private static boolean isWhatIsWaitedFor(GatewayNotification told, OperationStatus operation) {
    return operation.isProcessing()
        && operation.call().closes() == null
        && told.gatewayReference() != null
        && operation.call().amount().equals(told.amount());
  }

  private static boolean isKnown(GatewayNotification told, OperationStatus operation) {
    return operation.state() == OperationState.SUCCEEDED
        && (told.gatewayReference() == null
            || told.gatewayReference().equals(operation.gatewayReference()));
  }

  private Verdict success(GatewayNotification told, OperationStatus operation) {
    GatewayCall call = operation.call();
    RecordOutcome outcome =
        new RecordOutcome(
            call.paymentId(),
            call.operationId(),
            OperationState.SUCCEEDED,
            told.gatewayReference(),
            null,
            new Evidence(Evidence.Source.NOTIFICATION, call.send()));
    return verdict(commands.record(outcome, requestOf(call), null).decision(), "success");
  }

  /** What is disputed was done; where the ledger does not know that yet, it asks first. */
  private Verdict disputeOnceBooked(GatewayNotification told, OperationStatus operation) {
    if (operation.state() != OperationState.SUCCEEDED) {
      Verdict booked = ask(operation);
      if (booked.status() == StoredNotification.Status.PARKED) {
        return booked;
      }
    }
    return dispute(told, operation);
  }

  private Verdict dispute(GatewayNotification told, OperationStatus operation) {
    GatewayCall call = operation.call();
    Money amount = Objects.requireNonNull(told.amount());
    if (!amount.currency().equals(call.amount().currency())) {
      return Verdict.parked("another-currency");
    }
    DisputeStage stage =
        switch (told.kind()) {
          case DISPUTE_OPENED -> DisputeStage.OPENED;
          case DISPUTE_WON -> DisputeStage.WON;
          case DISPUTE_LOST -> DisputeStage.LOST;
          default -> throw new IllegalArgumentException("no dispute: " + told.kind());
        };
    GatewayReference name = Objects.requireNonNull(told.dispute());
    return write(
        new RecordDispute(
            call.paymentId(),
            call.operationId(),
            stage,
            name,
            amount,
            told.version(),
            new Evidence(Evidence.Source.NOTIFICATION, call.send())),
        call,
        "dispute");
  }

  // ---- the gateway is asked

  private Verdict ask(OperationStatus operation) {
    GatewayCall call = operation.call();
    Optional<Gateway> gateway = gateways.find(call.gateway());
    if (gateway.isEmpty()) {
      return Verdict.parked("gateway-not-configured");
    }
    GatewayAnswer answer = gateway.get().inquire(call);
    Evidence evidence = new Evidence(Evidence.Source.INQUIRY, call.send());
    return switch (answer.outcome()) {
      case SUCCEEDED -> outcome(call, answer);
      case DECLINED, CLOSED ->
          operation.state() == OperationState.SUCCEEDED
              ? write(
                  new RecordReversal(
                      call.paymentId(), call.operationId(), reasonOf(answer), evidence),
                  call,
                  "reversal")
              : outcome(call, answer);
      case EXPIRED ->
          operation.isProcessing()
              ? outcome(call, answer)
              : write(
                  new ExpireAuthorization(call.paymentId(), operation.attempt(), evidence),
                  call,
                  "expiry");
      case PENDING, UNKNOWN, NOT_SENT, IN_DOUBT -> Verdict.parked(GatewayOutcome.evidence(answer));
    };
  }

  private Verdict outcome(GatewayCall call, GatewayAnswer answer) {
    RecordOutcome outcome = GatewayOutcome.of(call, answer, Evidence.Source.INQUIRY).orElseThrow();
    return verdict(commands.record(outcome, requestOf(call), null).decision(), "inquiry");
  }

  private static String reasonOf(GatewayAnswer answer) {
    return answer.reason() == null ? GatewayOutcome.evidence(answer) : answer.reason();
  }

  private Verdict write(PaymentCommand fact, GatewayCall call, String note) {
    return verdict(commands.write(fact, requestOf(call)).decision(), note);
  }

  private static Verdict verdict(Decision decision, String note) {
    return decision.kind() == Decision.Kind.RECORDED
        ? Verdict.applied(note)
        : Verdict.ignored("known");
  }

  private IdempotentRequest requestOf(GatewayCall call) {
    return intents.requestOf(call.paymentId(), call.operationId()).orElseThrow();
  }
}
