package dev.onceledger.payment.view;

import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation as clients read it.
 *
 * @param attempts how often it was sent
 * @param reason why it was declined or failed, or that what it authorized has expired, or that it
 *     closed the payment before it was paid; until then, what the client gave for a refund
 */
record OperationView(
    String id,
    OperationKind kind,
    OperationState state,
    MoneyView amount,
    String reference,
    int attempts,
    @Nullable String reason,
    Instant createdAt,
    @Nullable Instant completedAt) {

  private static final String EXPIRED = "authorization-expired";
  private static final String CLOSED = "closed-by-void";
  private static final String CLOSED_BEFORE_PAYMENT = "closed-before-payment";

  static OperationView requested(
      String id,
      OperationKind kind,
      MoneyView amount,
      String reference,
      @Nullable String reason,
      Instant at) {
    return new OperationView(
        id, kind, OperationState.PROCESSING, amount, reference, 1, reason, at, null);
  }

  /** What the operations of a kind and state come to together. */
  static MoneyView sum(
      List<OperationView> operations, OperationKind kind, OperationState state, MoneyView zero) {
    return operations.stream()
        .filter(o -> o.kind() == kind && o.state() == state)
        .map(OperationView::amount)
        .reduce(zero, MoneyView::plus);
  }

  OperationView reopened(int send) {
    return new OperationView(
        id, kind, OperationState.PROCESSING, amount, reference, send, null, createdAt, null);
  }

  OperationView resent(int send) {
    return new OperationView(
        id, kind, state, amount, reference, send, reason, createdAt, completedAt);
  }

  OperationView succeeded(Instant at) {
    // A reason that an earlier refusal left behind no longer applies.
    String kept = state == OperationState.PROCESSING ? reason : null;
    return ended(OperationState.SUCCEEDED, kept, at);
  }

  /** A void shows what it really let go, which may be less than was asked for. */
  OperationView voided(MoneyView released, Instant at) {
    return new OperationView(
        id, kind, OperationState.SUCCEEDED, released, reference, attempts, null, createdAt, at);
  }

  /** A void that closed what was not decided yet, and so let nothing go. */
  OperationView closedBeforePayment(Instant at) {
    return ended(OperationState.SUCCEEDED, CLOSED_BEFORE_PAYMENT, at);
  }

  /** What such a void closed. */
  OperationView closedByVoid(Instant at) {
    return ended(OperationState.FAILED, CLOSED, at);
  }

  OperationView refused(OperationState outcome, String why, Instant at) {
    return ended(outcome, why, at);
  }

  /** What it authorized and was not captured can no longer be captured. */
  OperationView expired() {
    return ended(state, EXPIRED, completedAt);
  }

  boolean isExpired() {
    return state == OperationState.SUCCEEDED && EXPIRED.equals(reason);
  }

  /** Whether it let go something that was authorized. */
  boolean released() {
    return kind == OperationKind.VOID
        && state == OperationState.SUCCEEDED
        && !CLOSED_BEFORE_PAYMENT.equals(reason);
  }

  private OperationView ended(OperationState outcome, @Nullable String why, @Nullable Instant at) {
    return new OperationView(id, kind, outcome, amount, reference, attempts, why, createdAt, at);
  }
}
