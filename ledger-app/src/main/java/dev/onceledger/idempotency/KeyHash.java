package dev.onceledger.idempotency;

import dev.onceledger.api.Digest;
import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.Scope;
import java.nio.ByteBuffer;
import java.util.UUID;

/** The place of a key among all: 128 bits of the hash over its scope and itself. */
final class KeyHash {
  private KeyHash() {}

  static UUID of(Scope scope, IdempotencyKey key) {
    ByteBuffer hash = ByteBuffer.wrap(Digest.sha256(scope.value(), key.value()));
    return new UUID(hash.getLong(), hash.getLong());
  }
}
