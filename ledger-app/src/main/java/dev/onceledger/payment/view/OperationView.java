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
 * @param reason why it was declined or failed, or that what it authorized has expired; until then,
 *     what the client gave for a refund
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

  OperationView sentAgain(int send) {
    return new OperationView(
        id, kind, OperationState.PROCESSING, amount, reference, send, null, createdAt, null);
  }

  OperationView succeeded(Instant at) {
    // A reason that an earlier refusal left behind no longer applies.
    String kept = state == OperationState.PROCESSING ? reason : null;
    return ended(OperationState.SUCCEEDED, kept, at);
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

  private OperationView ended(OperationState outcome, @Nullable String why, @Nullable Instant at) {
    return new OperationView(id, kind, outcome, amount, reference, attempts, why, createdAt, at);
  }
}
