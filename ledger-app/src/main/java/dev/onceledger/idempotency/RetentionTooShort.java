package dev.onceledger.idempotency;

/** A retention that a client's retries outlive: it would forget keys that are still in use. */
public final class RetentionTooShort extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RetentionTooShort(String message) {
    super(message);
  }
}
