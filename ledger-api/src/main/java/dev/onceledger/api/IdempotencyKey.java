package dev.onceledger.api;

/**
 * A client's name for one request: 1 to 255 bytes of printable ASCII, compared byte for byte.
 *
 * <p>Follows draft-ietf-httpapi-idempotency-key-header. {@link #toString()} does not show the
 * value, so that a key never reaches a log by accident.
 *
 * <p>Construction throws {@link IllegalArgumentException} if the value is empty, too long, or not
 * printable ASCII.
 */
public record IdempotencyKey(String value) {
  private static final int LENGTH_MAX = 255;

  public IdempotencyKey {
    PrintableAscii.check(value, LENGTH_MAX, "an idempotency key");
  }

  @Override
  public String toString() {
    return "IdempotencyKey[hidden]";
  }
}
