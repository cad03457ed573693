package dev.onceledger.payment.domain;

import static dev.onceledger.api.payment.Contradiction.MORE_RETURNED_THAN_CAPTURED;
import static dev.onceledger.api.payment.Contradiction.REFUSAL_AFTER_SUCCESS;
import static dev.onceledger.api.payment.Contradiction.SECOND_SUCCESS;
import static dev.onceledger.api.payment.Contradiction.SEVERAL_ATTEMPTS_TOOK_EFFECT;
import static dev.onceledger.api.payment.Contradiction.SUCCESS_AFTER_REFUSAL;

import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.DisputeStage;
import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand.RecordDispute;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.api.payment.PaymentCommand.RecordReversal;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentEvent.CaptureDeclined;
import dev.onceledger.api.payment.PaymentEvent.CaptureFailed;
import dev.onceledger.api.payment.PaymentEvent.GatewayReferenceLearned;
import dev.onceledger.api.payment.PaymentEvent.Outcome;
import dev.onceledger.api.payment.PaymentEvent.PaymentAuthorized;
import dev.onceledger.api.payment.PaymentEvent.PaymentCaptured;
import dev.onceledger.api.payment.PaymentEvent.PaymentCharged;
import dev.onceledger.api.payment.PaymentEvent.PaymentClosed;
import dev.onceledger.api.payment.PaymentEvent.PaymentDeclined;
import dev.onceledger.api.payment.PaymentEvent.PaymentFailed;
import dev.onceledger.api.payment.PaymentEvent.PaymentRefunded;
import dev.onceledger.api.payment.PaymentEvent.PaymentVoided;
import dev.onceledger.api.payment.PaymentEvent.RefundDeclined;
import dev.onceledger.api.payment.PaymentEvent.RefundFailed;
import dev.onceledger.api.payment.PaymentEvent.RefundReversed;
import dev.onceledger.api.payment.PaymentEvent.VoidDeclined;
import dev.onceledger.api.payment.PaymentEvent.VoidFailed;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.Settled;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What becomes of operations, as events. */
final class Outcomes {
  private static final String NOTHING_TO_VOID = "nothing-to-void";
  private static final String ALREADY_CAPTURED = "already-captured";

  private final Facts facts;

  Outcomes(Facts facts) {
    this.facts = facts;
  }

  /** What an outcome adds to the history: nothing if it is known, or too old to count. */
  List<PaymentEvent> events(RecordOutcome outcome) {
    Operation operation = facts.operations().get(outcome.operationId());
    if (outcome.outcome() == OperationState.PROCESSING) {
      throw new IllegalArgumentException("PROCESSING is no outcome");
    }
    if (outcome.outcome() == OperationState.SUCCEEDED) {
      return isKnown(operation, outcome) ? List.of() : success(operation, outcome);
    }
    if (outcome.evidence().send() != operation.call().send()) {
      return List.of();
    }
    return switch (operation.state()) {
      case PROCESSING -> refusal(operation, outcome);
      case SUCCEEDED -> refusalOfSuccess(operation, outcome);
      case DECLINED, FAILED -> List.of();
    };
  }

  /** Every operation that events end, with the request that asked for it. */
  List<Settled> settled(List<PaymentEvent> events) {
    return events.stream()
        .filter(Outcome.class::isInstance)
        .flatMap(event -> ((Outcome) event).ends().stream())
        .map(
            ended -> {
              Operation operation = facts.operations().get(ended.operationId());
              return new Settled(operation.id(), operation.origin().key(), ended.state());
            })
        .toList();
  }

  // ---- it was done

  /**
   * Whether the success was told before, also where it was taken back since. A void that closed a
   * payment succeeded without a name.
   */
  private static boolean isKnown(Operation operation, RecordOutcome outcome) {
    GatewayReference told = outcome.gatewayReference();
    GatewayReference known = operation.done();
    if (told == null || known == null) {
      return operation.state() == OperationState.SUCCEEDED;
    }
    return told.equals(known);
  }

  private List<PaymentEvent> success(Operation operation, RecordOutcome outcome) {
    GatewayReference reference =
        Objects.requireNonNull(outcome.gatewayReference(), "a success has a gateway reference");
    if (operation.state() == OperationState.SUCCEEDED) {
      return isNamedByItsKey(operation)
          ? List.of(learned(operation, reference, outcome.evidence()))
          : facts.contradictions().find(SECOND_SUCCESS, operation, reference, outcome.evidence());
    }
    List<PaymentEvent> events = new ArrayList<>();
    events.add(
        undecided(operation)
            .map(opening -> closed(operation, opening, outcome.evidence()))
            .orElseGet(() -> succeeded(operation, reference, outcome.evidence())));
    if (operation.kind() == OperationKind.CHARGE) {
      facts
          .operations()
          .closing(operation.id())
          .ifPresent(v -> events.add(declined(v, ALREADY_CAPTURED, onItsOwnSend(v, outcome))));
    }
    events.addAll(contradictedBy(operation, reference, outcome.evidence()));
    return events;
  }

  /** What a void was to close, and still is not decided: that the void is done closes it. */
  private Optional<Operation> undecided(Operation operation) {
    return Optional.ofNullable(operation.call().closes())
        .map(closes -> facts.operations().get(closes.operationId()))
        .filter(Operation::isProcessing);
  }

  /** An operator said that it was done, and did not know what the gateway calls it. */
  private static boolean isNamedByItsKey(Operation operation) {
    GatewayReference done = operation.done();
    return done != null && done.value().startsWith(operation.id().value() + ".");
  }

  private static PaymentEvent learned(
      Operation operation, GatewayReference reference, Evidence evidence) {
    return new GatewayReferenceLearned(
        operation.call().paymentId(), operation.id(), reference, evidence);
  }

  private List<PaymentEvent> contradictedBy(
      Operation operation, GatewayReference reference, Evidence evidence) {
    List<PaymentEvent> found = new ArrayList<>();
    Contradictions contradictions = facts.contradictions();
    if (!operation.isProcessing()) {
      found.addAll(contradictions.find(SUCCESS_AFTER_REFUSAL, operation, reference, evidence));
    }
    if (isFirstEffect(operation) && anotherTookEffect(operation.attempt())) {
      found.addAll(
          contradictions.find(SEVERAL_ATTEMPTS_TOOK_EFFECT, operation, reference, evidence));
    }
    if (operation.kind() == OperationKind.REFUND
        && returned().plus(operation.call().amount()).exceeds(facts.sum(Attempt::captured))) {
      found.addAll(
          contradictions.find(MORE_RETURNED_THAN_CAPTURED, operation, reference, evidence));
    }
    return found;
  }

  /** Whether an attempt takes effect by its success, which it had not before. */
  private boolean isFirstEffect(Operation operation) {
    return switch (operation.kind()) {
      case AUTHORIZE, CHARGE, CAPTURE -> !facts.attempt(operation.attempt()).tookEffect();
      case VOID, REFUND -> false;
    };
  }

  private boolean anotherTookEffect(int number) {
    return facts.attempts().stream()
        .filter(attempt -> attempt.number() != number)
        .anyMatch(Attempt::tookEffect);
  }

  private Money returned() {
    return facts.sum(Attempt::refunded).plus(facts.disputes().lost(facts.currency()));
  }

  private PaymentEvent succeeded(
      Operation operation, GatewayReference reference, Evidence evidence) {
    PaymentId payment = operation.call().paymentId();
    OperationId id = operation.id();
    Money amount = operation.call().amount();
    return switch (operation.kind()) {
      case AUTHORIZE -> new PaymentAuthorized(payment, id, amount, reference, evidence);
      case CHARGE -> new PaymentCharged(payment, id, amount, reference, evidence);
      case CAPTURE -> new PaymentCaptured(payment, id, amount, reference, evidence);
      case VOID ->
          new PaymentVoided(
              payment, id, facts.attempt(operation.attempt()).reserved(), reference, evidence);
      case REFUND -> new PaymentRefunded(payment, id, amount, reference, evidence);
    };
  }

  // ---- it was not done

  /** Where a void was to close it, that void ends with it. */
  private List<PaymentEvent> refusal(Operation operation, RecordOutcome outcome) {
    String reason = Objects.requireNonNull(outcome.reason(), "a negative outcome has a reason");
    Evidence evidence = outcome.evidence();
    Optional<Operation> closing = facts.operations().closing(operation.id());
    if (outcome.outcome() == OperationState.FAILED) {
      return closing.isPresent()
          ? List.of(closed(closing.get(), operation, evidence))
          : List.of(failed(operation, reason, evidence));
    }
    List<PaymentEvent> events = new ArrayList<>();
    events.add(declined(operation, reason, evidence));
    closing.ifPresent(v -> events.add(declined(v, NOTHING_TO_VOID, onItsOwnSend(v, outcome))));
    return events;
  }

  /** A call speaks for its own send only; whoever asks the gateway hears what became of the key. */
  private List<PaymentEvent> refusalOfSuccess(Operation operation, RecordOutcome outcome) {
    Evidence evidence = outcome.evidence();
    return evidence.source() == Evidence.Source.CALL
        ? List.of()
        : facts.contradictions().find(REFUSAL_AFTER_SUCCESS, operation, null, evidence);
  }

  private static Evidence onItsOwnSend(Operation operation, RecordOutcome outcome) {
    return new Evidence(outcome.evidence().source(), operation.call().send());
  }

  private static PaymentEvent closed(Operation closing, Operation opening, Evidence evidence) {
    return new PaymentClosed(
        closing.call().paymentId(), closing.id(), opening.id(), opening.call().amount(), evidence);
  }

  private static PaymentEvent declined(Operation operation, String reason, Evidence evidence) {
    PaymentId payment = operation.call().paymentId();
    OperationId id = operation.id();
    return switch (operation.kind()) {
      case AUTHORIZE, CHARGE -> new PaymentDeclined(payment, id, reason, evidence);
      case CAPTURE -> new CaptureDeclined(payment, id, reason, evidence);
      case VOID -> new VoidDeclined(payment, id, reason, evidence);
      case REFUND -> new RefundDeclined(payment, id, reason, evidence);
    };
  }

  private static PaymentEvent failed(Operation operation, String reason, Evidence evidence) {
    PaymentId payment = operation.call().paymentId();
    OperationId id = operation.id();
    return switch (operation.kind()) {
      case AUTHORIZE, CHARGE -> new PaymentFailed(payment, id, reason, evidence);
      case CAPTURE -> new CaptureFailed(payment, id, reason, evidence);
      case VOID -> new VoidFailed(payment, id, reason, evidence);
      case REFUND -> new RefundFailed(payment, id, reason, evidence);
    };
  }

  // ---- what the gateway or a bank takes back

  /** A refund that came back, or a success that the gateway no longer knows. */
  List<PaymentEvent> events(RecordReversal command) {
    Operation operation = facts.operations().get(command.operationId());
    if (operation.state() != OperationState.SUCCEEDED) {
      return List.of();
    }
    return operation.kind() == OperationKind.REFUND
        ? List.of(
            new RefundReversed(
                command.paymentId(),
                operation.id(),
                operation.call().amount(),
                command.reason(),
                command.evidence()))
        : facts
            .contradictions()
            .find(REFUSAL_AFTER_SUCCESS, operation, operation.done(), command.evidence());
  }

  List<PaymentEvent> events(RecordDispute command) {
    if (!command.amount().currency().equals(facts.currency())) {
      throw new IllegalArgumentException("a dispute is in the currency of its payment");
    }
    Operation operation = facts.operations().get(command.operationId());
    if (facts.disputes().isStale(command)) {
      return List.of();
    }
    List<PaymentEvent> events = new ArrayList<>();
    events.add(Disputes.event(command));
    if (command.stage() == DisputeStage.LOST
        && returnedBy(command).exceeds(facts.sum(Attempt::captured))) {
      events.addAll(
          facts
              .contradictions()
              .find(MORE_RETURNED_THAN_CAPTURED, operation, command.dispute(), command.evidence()));
    }
    return events;
  }

  /** All that is gone once the dispute is lost, which may have been lost before. */
  private Money returnedBy(RecordDispute command) {
    return facts
        .sum(Attempt::refunded)
        .plus(facts.disputes().lostBeside(command.dispute(), facts.currency()))
        .plus(command.amount());
  }
}
