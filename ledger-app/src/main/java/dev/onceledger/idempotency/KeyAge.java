package dev.onceledger.idempotency;

import dev.onceledger.api.IdempotencyKey;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** The birth time in a key that carries one: a UUIDv7 (RFC 9562, section 5.7) in its usual text. */
final class KeyAge {
  private static final Pattern UUID_V7 =
      Pattern.compile(
          "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-7[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}");

  private KeyAge() {}

  static Optional<Instant> bornAt(IdempotencyKey key) {
    if (!UUID_V7.matcher(key.value()).matches()) {
      return Optional.empty();
    }
    long high = UUID.fromString(key.value()).getMostSignificantBits();
    return Optional.of(Instant.ofEpochMilli(high >>> 16));
  }
}
