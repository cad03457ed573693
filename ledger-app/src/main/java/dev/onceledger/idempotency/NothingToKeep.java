package dev.onceledger.idempotency;

/**
 * Carries an answer out of a transaction that is to leave nothing behind: Axon rolls back for a
 * throwable only.
 */
final class NothingToKeep extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Answer answer;

  NothingToKeep(Answer answer) {
    super(null, null, false, false);
    this.answer = answer;
  }

  Answer answer() {
    return answer;
  }
}
