package dev.onceledger.api.payment;

import dev.onceledger.api.Digest;
import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import java.util.Optional;

/**
 * The id of a payment: {@code pay_} and 128 bits of SHA-256 over its scope and reference.
 *
 * <p>It is derived, so that the unique index of the event store arbitrates the business number for
 * ever, with no table beside it.
 *
 * <p>Construction throws {@link IllegalArgumentException} if the value is of another form.
 */
public record PaymentId(String value) {
  private static final String PREFIX = "pay_";

  public PaymentId {
    if (!isId(value)) {
      throw new IllegalArgumentException("a payment id is pay_ and 26 Base32 digits");
    }
  }

  /** The one payment that a reference of a scope can pay. */
  public static PaymentId of(Scope scope, Reference reference) {
    return new PaymentId(PREFIX + Base32.encode(Digest.sha256(scope.value(), reference.value())));
  }

  /** An id that comes from outside; empty if it is no payment id at all. */
  public static Optional<PaymentId> parse(String text) {
    return isId(text) ? Optional.of(new PaymentId(text)) : Optional.empty();
  }

  private static boolean isId(String text) {
    return text.startsWith(PREFIX) && Base32.isEncoded(text.substring(PREFIX.length()));
  }

  @Override
  public String toString() {
    return value;
  }
}
