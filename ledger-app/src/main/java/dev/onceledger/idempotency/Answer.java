package dev.onceledger.idempotency;

import dev.onceledger.api.payment.Decision;
import java.time.Instant;

/** What a request came to, when it was not refused. */
public sealed interface Answer {
  /** The intent is committed under the key; the gateway is to be called. */
  record Execute(Decision decision, Place place, Instant createdAt, Instant expiresAt)
      implements Answer {}

  /** The request needed no gateway, and is done. */
  record Done(Completion completion, Instant createdAt, Instant expiresAt) implements Answer {
    public Decision decision() {
      return completion.decision();
    }

    /** The reply that was stored under the key. */
    public Reply reply() {
      return completion.reply().orElseThrow();
    }
  }

  /** The request was executed before: its stored reply, byte for byte. */
  record Replay(IdempotencyRecord record) implements Answer {}

  /** Another key did the same under the same reference. Nothing is stored under this one. */
  record Found(Decision decision) implements Answer {}
}
