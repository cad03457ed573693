package dev.onceledger.idempotency;

import dev.onceledger.api.payment.Decision;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a command wrote; the reply that comes with an outcome is known shortly before the commit.
 */
public final class Completion {
  private final Decision decision;
  private @Nullable Reply reply;

  Completion(Decision decision) {
    this.decision = decision;
  }

  public Decision decision() {
    return decision;
  }

  /**
   * The reply that was stored for the request behind an operation; empty if its outcome gives none,
   * or was written by another.
   */
  public Optional<Reply> replyOf(OperationId operation) {
    return decision
        .settled(operation)
        .filter(state -> state != OperationState.FAILED)
        .flatMap(state -> reply());
  }

  Optional<Reply> reply() {
    return Optional.ofNullable(reply);
  }

  void setReply(Reply reply) {
    this.reply = reply;
  }
}
