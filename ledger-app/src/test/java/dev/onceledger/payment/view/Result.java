package dev.onceledger.payment.view;

import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.payment.Decision;
import dev.onceledger.api.payment.PaymentEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a command came to: a decision or a refusal, and the events that it left. */
record Result(
    Decision.@Nullable Kind decision, @Nullable Reason refusal, List<PaymentEvent> events) {

  boolean isAccepted() {
    return decision == Decision.Kind.ACCEPTED;
  }

  boolean isRecorded() {
    return decision == Decision.Kind.RECORDED;
  }
}
