package dev.onceledger.api.payment;

import java.util.Optional;
import java.util.UUID;

/**
 * The id of an operation: {@code op_} and a UUID, which is time-ordered (UUIDv7, RFC 9562) when the
 * ledger makes it.
 *
 * <p>Construction throws {@link IllegalArgumentException} if the value is of another form.
 */
public record OperationId(String value) {
  private static final String PREFIX = "op_";

  public OperationId {
    if (!isId(value)) {
      throw new IllegalArgumentException("an operation id is op_ and 26 Base32 digits");
    }
  }

  public static OperationId of(UUID uuid) {
    return new OperationId(
        PREFIX + Base32.encode(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits()));
  }

  /** An id that comes from outside; empty if it is no operation id at all. */
  public static Optional<OperationId> parse(String text) {
    return isId(text) ? Optional.of(new OperationId(text)) : Optional.empty();
  }

  private static boolean isId(String text) {
    return text.startsWith(PREFIX) && Base32.isEncoded(text.substring(PREFIX.length()));
  }

  @Override
  public String toString() {
    return value;
  }
}
