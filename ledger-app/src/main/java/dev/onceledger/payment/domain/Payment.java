package dev.onceledger.payment.domain;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import dev.onceledger.api.IfMatch;
import dev.onceledger.api.Reference;
import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.Decision;
import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationStatus;
import dev.onceledger.api.payment.PaymentCommand.CapturePayment;
import dev.onceledger.api.payment.PaymentCommand.CreatePayment;
import dev.onceledger.api.payment.PaymentCommand.ExpireAuthorization;
import dev.onceledger.api.payment.PaymentCommand.InspectOperation;
import dev.onceledger.api.payment.PaymentCommand.RecordDispute;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.api.payment.PaymentCommand.RecordReversal;
import dev.onceledger.api.payment.PaymentCommand.RefundPayment;
import dev.onceledger.api.payment.PaymentCommand.Request;
import dev.onceledger.api.payment.PaymentCommand.ResendOperation;
import dev.onceledger.api.payment.PaymentCommand.ResolveOperation;
import dev.onceledger.api.payment.PaymentCommand.VoidPayment;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentEvent.AttemptStarted;
import dev.onceledger.api.payment.PaymentEvent.CaptureRequested;
import dev.onceledger.api.payment.PaymentEvent.OperationReopened;
import dev.onceledger.api.payment.PaymentEvent.OperationResent;
import dev.onceledger.api.payment.PaymentEvent.OperationResolved;
import dev.onceledger.api.payment.PaymentEvent.PaymentCreated;
import dev.onceledger.api.payment.PaymentEvent.PaymentExpired;
import dev.onceledger.api.payment.PaymentEvent.RefundRequested;
import dev.onceledger.api.payment.PaymentEvent.VoidRequested;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentState;
import dev.onceledger.api.payment.Settled;
import java.util.List;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateCreationPolicy;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.AggregateLifecycle;
import org.axonframework.modelling.command.AggregateMember;
import org.axonframework.modelling.command.CreationPolicy;
import org.jspecify.annotations.Nullable;

/** What one reference of a scope pays, in one attempt after another. */
public class Payment {
  private static final String RESOLVED = "resolved-by-operator";

  @AggregateIdentifier private @Nullable PaymentId id;
  @AggregateMember private final Facts facts = new Facts();
  private final Operations operations = facts.operations();
  private final Budget budget = new Budget(facts);
  private final Outcomes outcomes = new Outcomes(facts);

  /** For Axon, which replays the events into it. */
  Payment() {}

  // ---- decide: refuses or applies, and sets no field

  @CommandHandler
  @CreationPolicy(AggregateCreationPolicy.CREATE_IF_MISSING)
  Decision decide(CreatePayment command) {
    if (id == null) {
      return create(command);
    }
    if (!facts.isOf(command.scope(), command.reference())) {
      throw new IllegalStateException("two references share the payment id " + id);
    }
    return command.attempt() <= facts.attempts().size()
        ? repeat(operations.get(facts.attempt(command.attempt()).opening()), command)
        : startAttempt(command);
  }

  private Decision create(CreatePayment command) {
    require(command.attempt() == 1, Reason.ATTEMPT_NOT_ALLOWED, "attempt 1 was never made");
    requireVersion(command.ifMatch());

    apply(
        new PaymentCreated(
            command.paymentId(),
            command.scope(),
            command.reference(),
            command.amount(),
            command.capture(),
            command.paymentMethod(),
            command.gateway(),
            command.description(),
            command.metadata(),
            command.operationId(),
            command.origin()));
    return accepted(command);
  }

  private Decision startAttempt(CreatePayment command) {
    require(
        !operations.undecided(latest()),
        Reason.OPERATION_IN_PROGRESS,
        "the attempt before is being decided at the gateway; send the same request again shortly");
    require(
        command.amount().currency().equals(currency()),
        Reason.CURRENCY_MISMATCH,
        "the payment is in another currency");
    require(
        command.attempt() == facts.attempts().size() + 1 && facts.state().endedWithoutEffect(),
        Reason.ATTEMPT_NOT_ALLOWED,
        "a new attempt follows the latest one, when that ended without effect");
    require(
        command.amount().equals(facts.amount()),
        Reason.ATTEMPT_NOT_ALLOWED,
        "a new attempt is for the same amount");
    requireVersion(command.ifMatch());

    apply(
        new AttemptStarted(
            command.paymentId(),
            command.attempt(),
            command.capture(),
            command.paymentMethod(),
            command.gateway(),
            command.description(),
            command.metadata(),
            command.operationId(),
            command.origin()));
    return accepted(command);
  }

  @CommandHandler
  Decision decide(CapturePayment command) {
    Optional<Operation> earlier = earlier(command, OperationKind.CAPTURE, command.reference());
    if (earlier.isPresent()) {
      return repeat(earlier.get(), command);
    }
    Money asked = command.amount();
    if (asked == null || asked.currency().equals(currency())) {
      budget.requireCaptureDecidable(latest(), asked);
    }
    requireCurrency(asked);
    requireLatestAttempt(command.attempt());
    requireVersion(command.ifMatch());
    Money amount = budget.capture(latest(), asked);

    apply(
        new CaptureRequested(
            command.paymentId(),
            command.attempt(),
            command.reference(),
            amount,
            latest().gateway(),
            command.operationId(),
            command.origin()));
    return accepted(command);
  }

  @CommandHandler
  Decision decide(VoidPayment command) {
    Optional<Operation> earlier = earlier(command, OperationKind.VOID, command.reference());
    if (earlier.isPresent()) {
      return repeat(earlier.get(), command);
    }
    budget.requireVoidDecidable(latest());
    requireLatestAttempt(command.attempt());
    requireVersion(command.ifMatch());
    Money amount = budget.release(latest());

    apply(
        new VoidRequested(
            command.paymentId(),
            command.attempt(),
            command.reference(),
            amount,
            latest().gateway(),
            command.operationId(),
            command.origin()));
    return accepted(command);
  }

  @CommandHandler
  Decision decide(RefundPayment command) {
    Optional<Operation> earlier = earlier(command, OperationKind.REFUND, command.reference());
    if (earlier.isPresent()) {
      return repeat(earlier.get(), command);
    }
    Money asked = command.amount();
    if (asked == null || asked.currency().equals(currency())) {
      budget.requireRefundDecidable(facts.attempts(), asked);
    }
    requireCurrency(asked);
    requireVersion(command.ifMatch());
    Attempt attempt = budget.refundable(facts.attempts(), asked);

    apply(
        new RefundRequested(
            command.paymentId(),
            attempt.number(),
            command.reference(),
            asked == null ? budget.returnable(attempt) : asked,
            command.reason(),
            attempt.gateway(),
            command.operationId(),
            command.origin()));
    return accepted(command);
  }

  @CommandHandler
  Decision decide(ResolveOperation command) {
    require(
        command.scope().equals(facts.scope()),
        Reason.PAYMENT_NOT_FOUND,
        "there is no such payment");
    Operation operation =
        operations
            .find(command.resolves())
            .orElseThrow(
                () -> new Rejection(Reason.PAYMENT_NOT_FOUND, "there is no such operation"));
    require(
        operation.isProcessing(),
        Reason.VERSION_MISMATCH,
        "the operation is no longer PROCESSING; read the payment and decide again");
    requireVersion(command.ifMatch());

    apply(
        new OperationResolved(
            command.paymentId(),
            operation.id(),
            command.outcome(),
            command.reason(),
            command.origin()));
    return record(command.paymentId(), operation.id(), outcomes.events(resolution(command)));
  }

  /** Where the gateway's name for a success is not known, the key under which it was sent is. */
  private RecordOutcome resolution(ResolveOperation command) {
    GatewayCall call = operations.get(command.resolves()).call();
    GatewayReference named = command.gatewayReference();
    return new RecordOutcome(
        command.paymentId(),
        command.resolves(),
        command.outcome(),
        named == null ? new GatewayReference(call.key().value()) : named,
        RESOLVED,
        new Evidence(Evidence.Source.OPERATOR, call.send()));
  }

  @CommandHandler
  Decision decide(RecordOutcome command) {
    return record(command.paymentId(), command.operationId(), outcomes.events(command));
  }

  @CommandHandler
  Decision decide(RecordReversal command) {
    return record(command.paymentId(), command.operationId(), outcomes.events(command));
  }

  @CommandHandler
  Decision decide(RecordDispute command) {
    return record(command.paymentId(), command.operationId(), outcomes.events(command));
  }

  private Decision record(PaymentId payment, OperationId operation, List<PaymentEvent> events) {
    if (events.isEmpty()) {
      return Decision.withoutEffect(payment, operation);
    }
    List<Settled> settled = outcomes.settled(events);
    events.forEach(AggregateLifecycle::apply);
    return Decision.recorded(payment, operation, settled);
  }

  /** What a void is to close is not sent again meanwhile. */
  @CommandHandler
  Decision decide(ResendOperation command) {
    Operation operation = operations.get(command.operationId());
    if (!operation.isProcessing() || operations.closing(operation.id()).isPresent()) {
      return Decision.withoutEffect(command.paymentId(), operation.id());
    }
    apply(
        new OperationResent(command.paymentId(), operation.id(), operation.call().resent().send()));
    return Decision.accepted(operations.get(operation.id()).call());
  }

  @CommandHandler
  OperationStatus decide(InspectOperation command) {
    Operation operation = operations.get(command.operationId());
    Attempt attempt = facts.attempt(operation.attempt());
    return new OperationStatus(
        operation.state(),
        operation.call(),
        attempt.number(),
        operation.done(),
        attempt.reserved(),
        !mayBeLetGo(attempt));
  }

  @CommandHandler
  Decision decide(ExpireAuthorization command) {
    Attempt attempt = facts.attempt(command.attempt());
    if (attempt.reserved().isZero() || !mayBeLetGo(attempt)) {
      return Decision.withoutEffect(command.paymentId(), attempt.opening());
    }
    apply(
        new PaymentExpired(
            command.paymentId(), attempt.number(), attempt.reserved(), command.evidence()));
    return Decision.recorded(command.paymentId(), attempt.opening(), List.of());
  }

  private boolean mayBeLetGo(Attempt attempt) {
    return !operations.processing(OperationKind.CAPTURE, attempt)
        && !operations.processing(OperationKind.VOID, attempt);
  }

  // ---- requests that were made before

  /** The operation that this reference named before, in the payment of this scope. */
  private Optional<Operation> earlier(Request command, OperationKind kind, Reference name) {
    require(
        command.scope().equals(facts.scope()),
        Reason.PAYMENT_NOT_FOUND,
        "there is no such payment");
    return operations.find(kind, name);
  }

  private Decision repeat(Operation earlier, Request command) {
    if (earlier.isProcessing() && earlier.requestedBy().equals(command.operationId())) {
      return Decision.accepted(earlier.call());
    }
    require(
        !earlier.isProcessing(),
        Reason.OPERATION_IN_PROGRESS,
        "the earlier request with this reference is being decided; send it again shortly");
    require(
        earlier.origin().fingerprint().equals(command.origin().fingerprint()),
        Reason.REFERENCE_REUSED,
        "the reference was used before with other content; choose a new reference");
    return earlier.mayBeReopenedBy(command.origin()) && belongsToLatest(earlier)
        ? reopen(earlier, command)
        : Decision.found(command.paymentId(), earlier.id());
  }

  private boolean belongsToLatest(Operation earlier) {
    return earlier.attempt() == facts.attempts().size()
        && (!earlier.kind().opensAttempt() || facts.state() == PaymentState.FAILED);
  }

  private Decision reopen(Operation earlier, Request command) {
    Money asked = earlier.call().amount();
    switch (earlier.kind()) {
      case CAPTURE -> budget.requireCaptureDecidable(latest(), asked);
      case VOID -> budget.requireVoidDecidable(latest());
      case REFUND -> budget.requireRefundDecidable(List.of(latest()), asked);
      case AUTHORIZE, CHARGE -> {}
    }
    requireVersion(command.ifMatch());
    switch (earlier.kind()) {
      case CAPTURE -> budget.capture(latest(), asked);
      case VOID -> budget.release(latest());
      case REFUND -> budget.refundable(List.of(latest()), asked);
      case AUTHORIZE, CHARGE -> {}
    }

    GatewayCall next = earlier.call().reopened();
    apply(
        new OperationReopened(
            command.paymentId(),
            earlier.id(),
            next.kind(),
            next.gateway(),
            next.generation(),
            next.send(),
            command.operationId(),
            command.origin()));
    return Decision.accepted(operations.get(earlier.id()).call());
  }

  private Decision accepted(Request command) {
    return Decision.accepted(operations.get(command.operationId()).call());
  }

  private Attempt latest() {
    return facts.latest();
  }

  private CurrencyCode currency() {
    return facts.currency();
  }

  private void requireCurrency(@Nullable Money asked) {
    require(
        asked == null || asked.currency().equals(currency()),
        Reason.CURRENCY_MISMATCH,
        "the payment is in another currency");
  }

  private void requireLatestAttempt(int attempt) {
    require(
        attempt == facts.attempts().size(),
        Reason.ATTEMPT_NOT_ALLOWED,
        "the request means another attempt than the latest");
  }

  /** The version is the number of the payment's events; Axon counts them from 0. */
  private static void requireVersion(IfMatch ifMatch) {
    Long last = AggregateLifecycle.getVersion();
    require(
        ifMatch.allows(last == null ? 0 : last + 1),
        Reason.VERSION_MISMATCH,
        "the payment is at another version than If-Match names; read it and decide again");
  }

  private static void require(boolean accepted, Reason reason, String detail) {
    if (!accepted) {
      throw new Rejection(reason, detail);
    }
  }

  @EventSourcingHandler
  void evolve(PaymentCreated event) {
    id = event.paymentId();
  }
}
