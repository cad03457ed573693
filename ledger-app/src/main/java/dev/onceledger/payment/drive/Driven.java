package dev.onceledger.payment.drive;

import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.idempotency.Reply;
import java.time.Instant;

/** What a request came to at the end of its way, when it was not refused. */
public sealed interface Driven {
  /**
   * The outcome is known.
   *
   * @param replayed whether it was known before this request
   * @param expiresAt until when at least the key is remembered
   */
  record Replied(PaymentId paymentId, Reply reply, boolean replayed, Instant expiresAt)
      implements Driven {}

  /** An earlier request with the same reference and content did it. */
  record FoundByReference(PaymentId paymentId) implements Driven {}

  /** The gateway's answer is not known yet; the operation stays PROCESSING. */
  record InDoubt(PaymentId paymentId, Instant expiresAt) implements Driven {}
}
