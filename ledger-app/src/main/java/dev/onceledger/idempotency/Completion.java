package dev.onceledger.idempotency;

import dev.onceledger.api.payment.Decision;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An outcome that is being written; its reply is known shortly before the commit. */
public final class Completion {
  private final Decision decision;
  private @Nullable Reply reply;

  Completion(Decision decision) {
    this.decision = decision;
  }

  public Decision decision() {
    return decision;
  }

  /** The reply that was stored; empty if the outcome gives none, or was written by another. */
  public Optional<Reply> reply() {
    return Optional.ofNullable(reply);
  }

  void setReply(Reply reply) {
    this.reply = reply;
  }
}
