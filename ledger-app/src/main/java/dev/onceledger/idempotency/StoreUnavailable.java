package dev.onceledger.idempotency;

/** The database did not do what was asked, for a reason that may pass. */
public final class StoreUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean mayHaveCommitted;

  StoreUnavailable(boolean mayHaveCommitted, Throwable cause) {
    super("the store is unavailable", cause);
    this.mayHaveCommitted = mayHaveCommitted;
  }

  /** Whether the transaction may have been committed all the same. */
  public boolean mayHaveCommitted() {
    return mayHaveCommitted;
  }
}
