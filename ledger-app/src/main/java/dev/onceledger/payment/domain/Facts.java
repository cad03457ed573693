package dev.onceledger.payment.domain;

import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentEvent.AttemptStarted;
import dev.onceledger.api.payment.PaymentEvent.CaptureRequested;
import dev.onceledger.api.payment.PaymentEvent.ContradictionFound;
import dev.onceledger.api.payment.PaymentEvent.Declined;
import dev.onceledger.api.payment.PaymentEvent.Dispute;
import dev.onceledger.api.payment.PaymentEvent.DisputeLost;
import dev.onceledger.api.payment.PaymentEvent.Failed;
import dev.onceledger.api.payment.PaymentEvent.GatewayReferenceLearned;
import dev.onceledger.api.payment.PaymentEvent.Intent;
import dev.onceledger.api.payment.PaymentEvent.OperationReopened;
import dev.onceledger.api.payment.PaymentEvent.OperationResent;
import dev.onceledger.api.payment.PaymentEvent.OperationResolved;
import dev.onceledger.api.payment.PaymentEvent.PaymentAuthorized;
import dev.onceledger.api.payment.PaymentEvent.PaymentCaptured;
import dev.onceledger.api.payment.PaymentEvent.PaymentCharged;
import dev.onceledger.api.payment.PaymentEvent.PaymentClosed;
import dev.onceledger.api.payment.PaymentEvent.PaymentCreated;
import dev.onceledger.api.payment.PaymentEvent.PaymentExpired;
import dev.onceledger.api.payment.PaymentEvent.PaymentRefunded;
import dev.onceledger.api.payment.PaymentEvent.PaymentVoided;
import dev.onceledger.api.payment.PaymentEvent.RefundRequested;
import dev.onceledger.api.payment.PaymentEvent.RefundReversed;
import dev.onceledger.api.payment.PaymentEvent.Refusal;
import dev.onceledger.api.payment.PaymentEvent.Success;
import dev.onceledger.api.payment.PaymentEvent.VoidRequested;
import dev.onceledger.api.payment.PaymentMethod;
import dev.onceledger.api.payment.PaymentState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a payment so far.
 *
 * <p>Evolve sets it; it refuses nothing and applies nothing. An impossible history throws.
 */
final class Facts {
  private @Nullable Scope scope;
  private @Nullable Reference reference;
  private @Nullable Money amount;
  private PaymentState state = PaymentState.PENDING;
  private final List<Attempt> attempts = new ArrayList<>();
  private final Operations operations = new Operations();
  private final Disputes disputes = new Disputes();
  private final Contradictions contradictions = new Contradictions();

  // ---- what is known

  @Nullable Scope scope() {
    return scope;
  }

  boolean isOf(Scope asked, Reference named) {
    return asked.equals(scope) && named.equals(reference);
  }

  Money amount() {
    return Objects.requireNonNull(amount);
  }

  PaymentState state() {
    return state;
  }

  List<Attempt> attempts() {
    return attempts;
  }

  Attempt attempt(int number) {
    return attempts.get(number - 1);
  }

  Attempt latest() {
    return attempt(attempts.size());
  }

  CurrencyCode currency() {
    return latest().currency();
  }

  Operations operations() {
    return operations;
  }

  Disputes disputes() {
    return disputes;
  }

  Contradictions contradictions() {
    return contradictions;
  }

  Money sum(Function<Attempt, Money> part) {
    return attempts.stream().map(part).reduce(Money.zero(currency()), Money::plus);
  }

  // ---- intents

  @EventSourcingHandler
  void evolve(PaymentCreated event) {
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
    attempts.add(
        Attempt.started(attempts.size() + 1, gateway, event.operationId(), amount().currency()));
    OperationKind kind =
        capture == CaptureMode.AUTOMATIC ? OperationKind.CHARGE : OperationKind.AUTHORIZE;
    GatewayCall call =
        new GatewayCall(
            event.paymentId(),
            event.operationId(),
            kind,
            gateway,
            1,
            1,
            amount(),
            method,
            null,
            null);
    operations.put(
        Operation.requested(
            call, attempts.size(), Objects.requireNonNull(reference), event.origin()));
  }

  @EventSourcingHandler
  void evolve(CaptureRequested event) {
    GatewayCall call =
        following(OperationKind.CAPTURE, event, event.attempt(), event.gateway(), event.amount());
    operations.put(Operation.requested(call, event.attempt(), event.reference(), event.origin()));
  }

  @EventSourcingHandler
  void evolve(VoidRequested event) {
    GatewayCall call =
        following(OperationKind.VOID, event, event.attempt(), event.gateway(), event.amount());
    Operation opening = operations.get(attempt(event.attempt()).opening());
    operations.put(
        Operation.requested(
            opening.isProcessing() ? call.closing(opening.call()) : call,
            event.attempt(),
            event.reference(),
            event.origin()));
  }

  @EventSourcingHandler
  void evolve(RefundRequested event) {
    GatewayCall call =
        following(OperationKind.REFUND, event, event.attempt(), event.gateway(), event.amount());
    operations.put(Operation.requested(call, event.attempt(), event.reference(), event.origin()));
  }

  private GatewayCall following(
      OperationKind kind, Intent event, int number, GatewayName gateway, Money asked) {
    return new GatewayCall(
        event.paymentId(),
        event.operationId(),
        kind,
        gateway,
        1,
        1,
        asked,
        null,
        attempt(number).target(),
        null);
  }

  @EventSourcingHandler
  void evolve(OperationReopened event) {
    Operation operation = operations.get(event.operationId()).reopened(event.reopenedBy());
    Operation opening = operations.get(attempt(operation.attempt()).opening());
    operations.put(operation.closes(opening.id()) ? operation.closing(opening.call()) : operation);
    if (operation.kind().opensAttempt()) {
      become(PaymentState.PENDING);
    }
  }

  @EventSourcingHandler
  void evolve(OperationResent event) {
    operations.put(operations.get(event.operationId()).resent());
  }

  // ---- outcomes

  @EventSourcingHandler
  void evolve(PaymentAuthorized event) {
    change(event, a -> a.authorize(event.amount(), event.gatewayReference()), false);
    operations.retarget(event.operationId(), event.gatewayReference());
  }

  @EventSourcingHandler
  void evolve(PaymentCharged event) {
    change(
        event,
        a -> a.authorize(event.amount(), event.gatewayReference()).capture(event.amount()),
        true);
  }

  @EventSourcingHandler
  void evolve(PaymentCaptured event) {
    change(event, a -> a.capture(event.amount()), true);
  }

  @EventSourcingHandler
  void evolve(PaymentVoided event) {
    change(event, a -> a.release(event.amount()), false);
    letGo(PaymentState.VOIDED);
  }

  @EventSourcingHandler
  void evolve(PaymentRefunded event) {
    change(event, a -> a.refund(event.amount()), false);
  }

  @EventSourcingHandler
  void evolve(RefundReversed event) {
    Operation operation = operations.get(event.operationId());
    operations.put(operation.to(OperationState.DECLINED));
    change(operation.attempt(), a -> a.takeBackRefund(event.amount()));
    followMoney(false);
  }

  @EventSourcingHandler
  void evolve(PaymentExpired event) {
    change(event.attempt(), a -> a.release(event.amount()));
    letGo(PaymentState.EXPIRED);
  }

  @EventSourcingHandler
  void evolve(PaymentClosed event) {
    operations.put(operations.get(event.operationId()).to(OperationState.SUCCEEDED));
    operations.put(operations.get(event.closed()).to(OperationState.FAILED));
    if (state == PaymentState.PENDING) {
      become(PaymentState.VOIDED);
    }
  }

  @EventSourcingHandler
  void evolve(Declined event) {
    end(event, OperationState.DECLINED, PaymentState.DECLINED);
  }

  @EventSourcingHandler
  void evolve(Failed event) {
    end(event, OperationState.FAILED, PaymentState.FAILED);
  }

  @EventSourcingHandler
  void evolve(Dispute event) {
    disputes.put(event, operations.get(event.operationId()).attempt());
    if (event instanceof DisputeLost && !sum(Attempt::captured).isZero()) {
      become(PaymentState.CHARGED_BACK);
    } else if (state == PaymentState.CHARGED_BACK) {
      followMoney(false);
    }
  }

  @EventSourcingHandler
  void evolve(GatewayReferenceLearned event) {
    Operation operation = operations.get(event.operationId());
    operations.put(operation.succeeded(event.gatewayReference()));
    if (operation.kind().opensAttempt()) {
      operations.retarget(attempt(operation.attempt()), event.gatewayReference());
      change(operation.attempt(), a -> a.named(event.gatewayReference()));
    }
  }

  @EventSourcingHandler
  void evolve(OperationResolved event) {
    // The outcome that follows says all of it.
  }

  @EventSourcingHandler
  void evolve(ContradictionFound event) {
    contradictions.add(event);
  }

  private void change(Success event, UnaryOperator<Attempt> change, boolean isCapture) {
    Operation operation = operations.get(event.operationId());
    operations.put(operation.succeeded(event.gatewayReference()));
    change(operation.attempt(), change);
    followMoney(isCapture);
  }

  private void change(int number, UnaryOperator<Attempt> change) {
    attempts.set(number - 1, change.apply(attempt(number)));
  }

  /** Where the money is decides the state; only more of it leads out of a lost dispute. */
  private void followMoney(boolean isMore) {
    if (sum(Attempt::captured).isZero()) {
      if (!sum(Attempt::reserved).isZero()) {
        become(PaymentState.AUTHORIZED);
      }
      return;
    }
    boolean kept = sum(Attempt::captured).exceeds(sum(Attempt::refunded));
    if (state != PaymentState.CHARGED_BACK || disputes.lost(currency()).isZero()) {
      become(kept ? PaymentState.CAPTURED : PaymentState.REFUNDED);
    } else if (kept && isMore) {
      become(PaymentState.CAPTURED);
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

  private void become(PaymentState next) {
    if (next != state && !state.next().contains(next)) {
      throw new IllegalStateException("no way from " + state + " to " + next);
    }
    state = next;
  }
}
