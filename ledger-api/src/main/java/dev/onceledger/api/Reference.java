package dev.onceledger.api;

/**
 * A business number: what an order service calls a payment, a capture, a void or a refund.
 *
 * <p>1 to 255 characters of printable ASCII. A reference that a client chooses has at most {@value
 * #CHOSEN_LENGTH_MAX}; one that defaults to the idempotency key is as long as that key.
 *
 * <p>Construction throws {@link IllegalArgumentException} if the value is empty, too long, or not
 * printable ASCII.
 */
public record Reference(String value) {
  public static final int CHOSEN_LENGTH_MAX = 64;
  private static final int LENGTH_MAX = 255;

  public Reference {
    PrintableAscii.check(value, LENGTH_MAX, "a reference");
  }

  /** The reference of an operation for which the client chose none. */
  public static Reference of(IdempotencyKey key) {
    return new Reference(key.value());
  }

  @Override
  public String toString() {
    return value;
  }
}
