package dev.onceledger.idempotency;

import dev.onceledger.api.payment.PaymentId;

/** Gives the reply that a payment gave at one of its versions, byte for byte, from its events. */
@FunctionalInterface
public interface PastReplies {
  Reply replyAt(PaymentId paymentId, long version);
}
