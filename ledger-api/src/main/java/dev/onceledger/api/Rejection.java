package dev.onceledger.api;

import java.util.List;
import java.util.Locale;

/**
 * A refusal: the request was understood and is not done. It is thrown where it is decided and
 * answered as a problem; a bug is any other exception.
 *
 * <p>The detail is a sentence for people. Neither it nor the pointers ever repeat a value of the
 * request.
 */
public final class Rejection extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final transient List<String> pointers;

  /** A refusal with a sentence that says what to do. */
  public Rejection(Reason reason, String detail) {
    this(reason, detail, List.of());
  }

  /** A refusal that names the places in the body, as JSON pointers (RFC 6901). */
  public Rejection(Reason reason, String detail, List<String> pointers) {
    super(detail, null, false, false);
    this.reason = reason;
    this.pointers = List.copyOf(pointers);
  }

  public Reason reason() {
    return reason;
  }

  public String detail() {
    return String.valueOf(getMessage());
  }

  /** JSON pointers to the places that caused the refusal; empty when it is not about the body. */
  public List<String> pointers() {
    return pointers;
  }

  /** Every refusal, in the order in which they are decided: the first that applies is answered. */
  public enum Reason {
    UNAUTHENTICATED,
    BAD_SIGNATURE,
    FORBIDDEN,
    BODY_TOO_LARGE,
    UNSUPPORTED_MEDIA_TYPE,
    IDEMPOTENCY_KEY_MISSING,
    IDEMPOTENCY_KEY_INVALID,
    MALFORMED_REQUEST,
    UNSUPPORTED_CURRENCY,
    INVALID_AMOUNT,
    IDEMPOTENCY_KEY_REUSED,
    IDEMPOTENCY_KEY_EXPIRED,
    IDEMPOTENCY_KEY_IN_PROGRESS,
    PAYMENT_NOT_FOUND,
    OPERATION_IN_PROGRESS,
    CURRENCY_MISMATCH,
    REFERENCE_REUSED,
    ATTEMPT_NOT_ALLOWED,
    VERSION_MISMATCH,
    PAYMENT_NOT_CAPTURABLE,
    PAYMENT_NOT_VOIDABLE,
    PAYMENT_NOT_REFUNDABLE,
    CAPTURE_EXCEEDS_AUTHORIZATION,
    REFUND_EXCEEDS_CAPTURED,
    GATEWAY_UNAVAILABLE,
    GATEWAY_NOT_REACHED,
    TOO_MANY_REQUESTS,
    STORE_UNAVAILABLE,
    SHUTTING_DOWN,
    PROJECTION_BEHIND,
    INTERNAL_ERROR;

    /** The name in the HTTP contract, such as {@code refund-exceeds-captured}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
