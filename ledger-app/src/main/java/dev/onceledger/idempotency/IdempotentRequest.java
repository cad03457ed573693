package dev.onceledger.idempotency;

import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.Origin;
import dev.onceledger.api.Scope;

/**
 * One try of a client's request, as its command carries it.
 *
 * @param token names this very try, so that it knows its own claim again after a lost commit
 *     acknowledgement
 * @param path the path that was asked for, with its variables
 * @param actor who asks, such as {@code key:3f9a...}
 */
public record IdempotentRequest(
    Scope scope,
    IdempotencyKey key,
    RequestFingerprint fingerprint,
    String token,
    String method,
    String path,
    String actor,
    String requestId) {

  public Origin origin() {
    return new Origin(key, fingerprint.whole());
  }
}
