package dev.onceledger.payment.domain;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import dev.onceledger.api.IfMatch;
import dev.onceledger.api.Reference;
import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.Scope;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.api.payment.Decision;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand.CapturePayment;
import dev.onceledger.api.payment.PaymentCommand.CreatePayment;
import dev.onceledger.api.payment.PaymentCommand.ExpireAuthorization;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.api.payment.PaymentCommand.RefundPayment;
import dev.onceledger.api.payment.PaymentCommand.Request;
import dev.onceledger.api.payment.PaymentCommand.ResumeOperation;
import dev.onceledger.api.payment.PaymentCommand.VoidPayment;
import dev.onceledger.api.payment.PaymentEvent.AttemptStarted;
import dev.onceledger.api.payment.PaymentEvent.CaptureRequested;
import dev.onceledger.api.payment.PaymentEvent.Declined;
import dev.onceledger.api.payment.PaymentEvent.Failed;
import dev.onceledger.api.payment.PaymentEvent.Intent;
import dev.onceledger.api.payment.PaymentEvent.OperationReopened;
import dev.onceledger.api.payment.PaymentEvent.PaymentAuthorized;
import dev.onceledger.api.payment.PaymentEvent.PaymentCaptured;
import dev.onceledger.api.payment.PaymentEvent.PaymentCharged;
import dev.onceledger.api.payment.PaymentEvent.PaymentCreated;
import dev.onceledger.api.payment.PaymentEvent.PaymentExpired;
import dev.onceledger.api.payment.PaymentEvent.PaymentRefunded;
import dev.onceledger.api.payment.PaymentEvent.PaymentVoided;
import dev.onceledger.api.payment.PaymentEvent.RefundRequested;
import dev.onceledger.api.payment.PaymentEvent.Refusal;
import dev.onceledger.api.payment.PaymentEvent.Success;
import dev.onceledger.api.payment.PaymentEvent.VoidRequested;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentMethod;
import dev.onceledger.api.payment.PaymentState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateCreationPolicy;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.AggregateLifecycle;
import org.axonframework.modelling.command.CreationPolicy;
import org.jspecify.annotations.Nullable;

/** What one reference of a scope pays, in one attempt after another. */
public class Payment {
  @AggregateIdentifier private @Nullable PaymentId id;
  private @Nullable Scope scope;
  private @Nullable Reference reference;
  private @Nullable Money amount;
  private PaymentState state = PaymentState.PENDING;
  private final List<Attempt> attempts = new ArrayList<>();
  private final Operations operations = new Operations();
  private final Budget budget = new Budget(attempts, operations);

  /** For Axon, which replays the events into it. */
  Payment() {}

  // ---- decide: refuses or applies, and sets no field

  @CommandHandler
  @CreationPolicy(AggregateCreationPolicy.CREATE_IF_MISSING)
  Decision decide(CreatePayment command) {
    if (id == null) {
      return create(command);
    }
    if (!command.scope().equals(scope) || !command.reference().equals(reference)) {
      throw new IllegalStateException("two references share the payment id " + id);
    }
    return command.attempt() <= attempts.size()
        ? repeat(operations.get(attempts.get(command.attempt() - 1).opening()), command)
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
        command.attempt() == attempts.size() + 1 && state.endedWithoutEffect(),
        Reason.ATTEMPT_NOT_ALLOWED,
        "a new attempt follows the latest one, when that ended without effect");
    require(
        command.amount().equals(amount),
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
      budget.requireRefundDecidable(attempts, asked);
    }
    requireCurrency(asked);
    requireVersion(command.ifMatch());
    Attempt attempt = budget.refundable(attempts, asked);

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
  Decision decide(RecordOutcome command) {
    Operation operation = operations.get(command.operationId());
    if (Outcomes.isStale(operation, command)) {
      return Decision.withoutEffect(command.paymentId(), operation.id());
    }
    apply(Outcomes.event(operation, command));
    return Decision.recorded(command.paymentId(), operation.id());
  }

  @CommandHandler
  Decision decide(ResumeOperation command) {
    Operation operation = operations.get(command.operationId());
    return operation.isProcessing()
        ? Decision.accepted(operation.call())
        : Decision.withoutEffect(command.paymentId(), operation.id());
  }

  @CommandHandler
  Decision decide(ExpireAuthorization command) {
    Attempt attempt = attempts.get(command.attempt() - 1);
    if (attempt.reserved().isZero()
        || operations.processing(OperationKind.CAPTURE, attempt)
        || operations.processing(OperationKind.VOID, attempt)) {
      return Decision.withoutEffect(command.paymentId(), attempt.opening());
    }
    apply(
        new PaymentExpired(
            command.paymentId(), attempt.number(), attempt.reserved(), command.evidence()));
    return Decision.recorded(command.paymentId(), attempt.opening());
  }

  // ---- requests that were made before

  /** The operation that this reference named before, in the payment of this scope. */
  private Optional<Operation> earlier(Request command, OperationKind kind, Reference name) {
    require(command.scope().equals(scope), Reason.PAYMENT_NOT_FOUND, "there is no such payment");
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
    return earlier.attempt() == attempts.size()
        && (!earlier.kind().opensAttempt() || state.endedWithoutEffect());
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
    return attempts.get(attempts.size() - 1);
  }

  private CurrencyCode currency() {
    return latest().currency();
  }

  private void requireCurrency(@Nullable Money asked) {
    require(
        asked == null || asked.currency().equals(currency()),
        Reason.CURRENCY_MISMATCH,
        "the payment is in another currency");
  }

  private void requireLatestAttempt(int attempt) {
    require(
        attempt == attempts.size(),
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

  // ---- evolve: sets fields; it refuses nothing and applies nothing

  @EventSourcingHandler
  void evolve(PaymentCreated event) {
    id = event.paymentId();
    scope = event.scope();
    reference = event.reference();
    amount = event.amount();
    open(event, event.capture(), event.paymentMethod(), event.gateway());
  }

  @EventSourcingHandler
  void evolve(AttemptStarted event) {
    become(PaymentState.PENDING);
    open(event, event.capture(), event.paymentMethod(), event.gateway());
  }

  private void open(Intent event, CaptureMode capture, PaymentMethod method, GatewayName gateway) {
    Money whole = Objects.requireNonNull(amount);
    attempts.add(
        Attempt.started(attempts.size() + 1, gateway, event.operationId(), whole.currency()));
    OperationKind kind =
        capture == CaptureMode.AUTOMATIC ? OperationKind.CHARGE : OperationKind.AUTHORIZE;
    GatewayCall call =
        new GatewayCall(
            event.paymentId(), event.operationId(), kind, gateway, 1, 1, whole, method, null, null);
    operations.put(
        Operation.requested(
            call, attempts.size(), Objects.requireNonNull(reference), event.origin()));
  }

  @EventSourcingHandler
  void evolve(CaptureRequested event) {
    request(
        OperationKind.CAPTURE,
        event,
        event.attempt(),
        event.reference(),
        event.gateway(),
        event.amount());
  }

  @EventSourcingHandler
  void evolve(VoidRequested event) {
    request(
        OperationKind.VOID,
        event,
        event.attempt(),
        event.reference(),
        event.gateway(),
        event.amount());
  }

  @EventSourcingHandler
  void evolve(RefundRequested event) {
    request(
        OperationKind.REFUND,
        event,
        event.attempt(),
        event.reference(),
        event.gateway(),
        event.amount());
  }

  private void request(
      OperationKind kind,
      Intent event,
      int number,
      Reference name,
      GatewayName gateway,
      Money asked) {
    Attempt attempt = attempts.get(number - 1);
    GatewayCall call =
        new GatewayCall(
            event.paymentId(),
            event.operationId(),
            kind,
            gateway,
            1,
            1,
            asked,
            null,
            attempt.target(),
            null);
    operations.put(Operation.requested(call, number, name, event.origin()));
  }

  @EventSourcingHandler
  void evolve(OperationReopened event) {
    Operation operation = operations.get(event.operationId());
    operations.put(operation.reopened(event.reopenedBy()));
    if (operation.kind().opensAttempt()) {
      become(PaymentState.PENDING);
    }
  }

  @EventSourcingHandler
  void evolve(PaymentAuthorized event) {
    change(event, a -> a.authorize(event.amount(), event.gatewayReference()));
  }

  @EventSourcingHandler
  void evolve(PaymentCharged event) {
    change(
        event, a -> a.authorize(event.amount(), event.gatewayReference()).capture(event.amount()));
  }

  @EventSourcingHandler
  void evolve(PaymentCaptured event) {
    change(event, a -> a.capture(event.amount()));
  }

  @EventSourcingHandler
  void evolve(PaymentVoided event) {
    change(event, a -> a.release(event.amount()));
    letGo(PaymentState.VOIDED);
  }

  @EventSourcingHandler
  void evolve(PaymentRefunded event) {
    change(event, a -> a.refund(event.amount()));
  }

  @EventSourcingHandler
  void evolve(PaymentExpired event) {
    Attempt attempt = attempts.get(event.attempt() - 1);
    attempts.set(event.attempt() - 1, attempt.release(event.amount()));
    letGo(PaymentState.EXPIRED);
  }

  @EventSourcingHandler
  void evolve(Declined event) {
    end(event, OperationState.DECLINED, PaymentState.DECLINED);
  }

  @EventSourcingHandler
  void evolve(Failed event) {
    end(event, OperationState.FAILED, PaymentState.FAILED);
  }

  private void change(Success event, UnaryOperator<Attempt> change) {
    Operation operation = operations.get(event.operationId());
    operations.put(operation.to(OperationState.SUCCEEDED));
    int index = operation.attempt() - 1;
    attempts.set(index, change.apply(attempts.get(index)));
    if (sum(Attempt::captured).isZero()) {
      if (!sum(Attempt::reserved).isZero()) {
        become(PaymentState.AUTHORIZED);
      }
    } else {
      boolean kept = sum(Attempt::captured).exceeds(sum(Attempt::refunded));
      become(kept ? PaymentState.CAPTURED : PaymentState.REFUNDED);
    }
  }

  /**
   * Where what was reserved is gone, the payment is over; one that is over already, or is being
   * decided again, stays as it is.
   */
  private void letGo(PaymentState end) {
    if (state == PaymentState.AUTHORIZED && sum(Attempt::reserved).isZero()) {
      become(end);
    }
  }

  private void end(Refusal event, OperationState outcome, PaymentState end) {
    Operation operation = operations.get(event.operationId());
    operations.put(operation.to(outcome));
    if (operation.kind().opensAttempt() && state == PaymentState.PENDING) {
      become(end);
    }
  }

  private Money sum(Function<Attempt, Money> part) {
    return attempts.stream().map(part).reduce(Money.zero(currency()), Money::plus);
  }

  private void become(PaymentState next) {
    if (next != state && !state.next().contains(next)) {
      throw new IllegalStateException("no way from " + state + " to " + next + " in " + id);
    }
    state = next;
  }
}
