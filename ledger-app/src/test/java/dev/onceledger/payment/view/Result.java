package dev.onceledger.payment.view;

import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.payment.Decision;
import org.jspecify.annotations.Nullable;

/** What a command came to: a decision or a refusal. */
record Result(Decision.@Nullable Kind decision, @Nullable Reason refusal) {
  boolean isAccepted() {
    return decision == Decision.Kind.ACCEPTED;
  }

  boolean isRecorded() {
    return decision == Decision.Kind.RECORDED;
  }

  /** How many events it may have left: a try that is accepted once more leaves none. */
  int events(int left) {
    return isAccepted() ? Math.min(left, 1) : isRecorded() ? 1 : 0;
  }
}
