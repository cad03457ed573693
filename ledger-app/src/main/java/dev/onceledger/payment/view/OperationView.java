package dev.onceledger.payment.view;

import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An operation as clients read it.
 *
 * @param attempts how often it was sent
 * @param reason why it was declined or failed; until then, what the client gave for a refund
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

  private OperationView ended(OperationState outcome, @Nullable String why, Instant at) {
    return new OperationView(id, kind, outcome, amount, reference, attempts, why, createdAt, at);
  }
}
