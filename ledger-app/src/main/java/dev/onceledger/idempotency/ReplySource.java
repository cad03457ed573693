package dev.onceledger.idempotency;

import dev.onceledger.api.payment.PaymentId;

/** Gives the reply to a command whose outcome is written, inside its transaction. */
@FunctionalInterface
public interface ReplySource {
  Reply replyTo(PaymentId paymentId);
}
