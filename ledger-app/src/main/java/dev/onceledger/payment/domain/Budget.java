package dev.onceledger.payment.domain;

import static dev.onceledger.api.payment.OperationKind.AUTHORIZE;
import static dev.onceledger.api.payment.OperationKind.CAPTURE;
import static dev.onceledger.api.payment.OperationKind.CHARGE;
import static dev.onceledger.api.payment.OperationKind.REFUND;
import static dev.onceledger.api.payment.OperationKind.VOID;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.money.Money;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The one budget of a payment: captures never exceed what is authorized, refunds never what is
 * captured, and what is in flight counts as if it had succeeded.
 *
 * <p>Where an operation in flight could decide whether another fits, the other waits for it.
 */
final class Budget {
  private final List<Attempt> attempts;
  private final Operations operations;
  private final Disputes disputes;

  Budget(Facts facts) {
    this.attempts = facts.attempts();
    this.operations = facts.operations();
    this.disputes = facts.disputes();
  }

  // ---- captures

  /** Refuses while an operation in flight could decide whether the capture fits. */
  void requireCaptureDecidable(Attempt attempt, @Nullable Money amount) {
    if (operations.processing(AUTHORIZE, attempt) || operations.processing(VOID, attempt)) {
      throw inProgress("whether it can be captured is being decided at the gateway");
    }
    Money free = free(attempt);
    boolean undecided =
        amount == null
            ? operations.processing(CAPTURE, attempt)
            : amount.exceeds(free) && !amount.exceeds(attempt.reserved());
    if (undecided) {
      throw inProgress("another capture is under way and could leave room for this one");
    }
  }

  /** The amount to capture: what was asked for, or all that is left. */
  Money capture(Attempt attempt, @Nullable Money amount) {
    Money free = free(attempt);
    if (free.isZero()) {
      throw new Rejection(
          Reason.PAYMENT_NOT_CAPTURABLE, "nothing that is authorized is left to capture");
    }
    if (amount != null && amount.exceeds(free)) {
      throw new Rejection(
          Reason.CAPTURE_EXCEEDS_AUTHORIZATION, "the amount exceeds what is left to capture");
    }
    return amount == null ? free : amount;
  }

  // ---- voids

  /** Refuses while an operation in flight could decide what is left to void. */
  void requireVoidDecidable(Attempt attempt) {
    if (operations.processing(CAPTURE, attempt) || operations.processing(VOID, attempt)) {
      throw inProgress("what is left to void is being decided at the gateway");
    }
  }

  /**
   * The amount to let go: all that is reserved, or all that is being authorized or charged, which
   * is closed.
   */
  Money release(Attempt attempt) {
    Operation opening = operations.get(attempt.opening());
    if (opening.isProcessing()) {
      return opening.call().amount();
    }
    if (attempt.reserved().isZero()) {
      throw new Rejection(
          Reason.PAYMENT_NOT_VOIDABLE, "nothing is authorized that could be let go");
    }
    return attempt.reserved();
  }

  // ---- refunds

  /** Refuses while an operation in flight could decide whether the refund fits. */
  void requireRefundDecidable(List<Attempt> candidates, @Nullable Money amount) {
    if (amount != null && attemptFor(candidates, amount).isPresent()) {
      return;
    }
    boolean undecided =
        candidates.stream()
            .anyMatch(a -> amount == null ? inFlight(a) : !amount.exceeds(potential(a)));
    if (undecided) {
      throw inProgress("what can be refunded is being decided at the gateway");
    }
  }

  /** The attempt whose money is given back: the latest candidate with room for the amount. */
  Attempt refundable(List<Attempt> candidates, @Nullable Money amount) {
    if (candidates.stream().allMatch(a -> returnable(a).isZero())) {
      throw new Rejection(
          Reason.PAYMENT_NOT_REFUNDABLE, "nothing that is captured is left to refund");
    }
    return attemptFor(candidates, amount)
        .orElseThrow(
            () ->
                new Rejection(
                    Reason.REFUND_EXCEEDS_CAPTURED,
                    "the amount exceeds what is captured and not yet refunded"));
  }

  /**
   * Captured, and neither refunded, nor on its way back, nor disputed; never more than that of the
   * whole payment, where another attempt gave back more than it took.
   */
  Money returnable(Attempt attempt) {
    Money ofAll =
        sum(Attempt::captured)
            .minusAtMost(sum(Attempt::refunded))
            .minusAtMost(sum(disputes::takenFrom))
            .minusAtMost(sum(a -> operations.held(REFUND, a)));
    Money ofThis =
        attempt
            .kept()
            .minusAtMost(disputes.takenFrom(attempt))
            .minusAtMost(operations.held(REFUND, attempt));
    return smaller(ofThis, ofAll);
  }

  private Optional<Attempt> attemptFor(List<Attempt> candidates, @Nullable Money amount) {
    return candidates.stream()
        .filter(a -> amount == null ? !returnable(a).isZero() : !amount.exceeds(returnable(a)))
        .reduce((earlier, later) -> later);
  }

  private boolean inFlight(Attempt attempt) {
    return operations.processing(REFUND, attempt)
        || operations.processing(CAPTURE, attempt)
        || operations.processing(CHARGE, attempt);
  }

  /** What could at most be refunded, whichever way the operations in flight end. */
  private Money potential(Attempt attempt) {
    Money ofAll =
        sum(Attempt::captured)
            .plus(sum(this::arriving))
            .minusAtMost(sum(Attempt::refunded))
            .minusAtMost(sum(disputes::takenFrom));
    Money ofThis = attempt.kept().plus(arriving(attempt)).minusAtMost(disputes.takenFrom(attempt));
    return smaller(ofThis, ofAll);
  }

  private Money arriving(Attempt attempt) {
    return operations.held(CAPTURE, attempt).plus(operations.held(CHARGE, attempt));
  }

  private Money sum(Function<Attempt, Money> part) {
    return attempts.stream().map(part).reduce(Money::plus).orElseThrow();
  }

  private static Money smaller(Money one, Money other) {
    return one.exceeds(other) ? other : one;
  }

  private Money free(Attempt attempt) {
    return attempt.reserved().minusAtMost(operations.held(CAPTURE, attempt));
  }

  private static Rejection inProgress(String detail) {
    return new Rejection(
        Reason.OPERATION_IN_PROGRESS, detail + "; send the same request again shortly");
  }
}
