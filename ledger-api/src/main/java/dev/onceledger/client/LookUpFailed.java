package dev.onceledger.client;

import java.util.Optional;

/**
 * A look-up got no answer that tells anything. It is worth asking again, unless the problem says
 * otherwise; nothing follows from it about any command.
 */
public final class LookUpFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Optional<Problem> problem;

  LookUpFailed(String message, Optional<Problem> problem) {
    super(message);
    this.problem = problem;
  }

  /** What the ledger said; empty if it did not answer, or something else did. */
  public Optional<Problem> problem() {
    return problem;
  }
}
