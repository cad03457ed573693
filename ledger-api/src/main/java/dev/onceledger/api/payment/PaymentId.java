package dev.onceledger.api.payment;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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
    byte[] scopeBytes = scope.value().getBytes(UTF_8);
    byte[] referenceBytes = reference.value().getBytes(UTF_8);
    ByteBuffer parts =
        ByteBuffer.allocate(2 * Integer.BYTES + scopeBytes.length + referenceBytes.length);
    parts.putInt(scopeBytes.length).put(scopeBytes);
    parts.putInt(referenceBytes.length).put(referenceBytes);
    return new PaymentId(PREFIX + Base32.encode(sha256(parts.array())));
  }

  /** An id that comes from outside; empty if it is no payment id at all. */
  public static Optional<PaymentId> parse(String text) {
    return isId(text) ? Optional.of(new PaymentId(text)) : Optional.empty();
  }

  private static boolean isId(String text) {
    return text.startsWith(PREFIX) && Base32.isEncoded(text.substring(PREFIX.length()));
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
