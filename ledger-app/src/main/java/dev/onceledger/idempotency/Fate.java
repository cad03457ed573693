package dev.onceledger.idempotency;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.store.SqlState;
import dev.onceledger.store.StoreFault;
import java.time.Duration;
import java.util.Optional;

/** What became of the tries of one short transaction, and so what may be said when they end. */
final class Fate {
  /** A client waits for the answer meanwhile. */
  private static final Duration REQUEST_PATIENCE = Duration.ofSeconds(5);

  private static final Duration OUTCOME_PATIENCE = Duration.ofSeconds(15);

  private final boolean patient;
  private final long endNanos;
  private boolean mayHaveCommitted;

  /**
   * The fate of a transaction.
   *
   * @param patient whether it is worth waiting for a store that cannot be reached
   */
  Fate(boolean patient) {
    this.patient = patient;
    this.endNanos = System.nanoTime() + (patient ? OUTCOME_PATIENCE : REQUEST_PATIENCE).toNanos();
  }

  /** Takes in a failed try: what may pass is wrapped, everything else comes back as it is. */
  RuntimeException of(RuntimeException e) {
    Optional<StoreFault> fault = StoreFault.of(e);
    if (fault.isEmpty()) {
      // A record without its partition: it has been made since.
      return SqlState.is(SqlState.CHECK_VIOLATION, e) ? new Passing(e, true) : e;
    }
    mayHaveCommitted |= fault.get() == StoreFault.INTERRUPTED;
    boolean again = fault.get() != StoreFault.NO_CONNECTION || patient || mayHaveCommitted;
    return new Passing(e, again && System.nanoTime() - endNanos < 0);
  }

  /** What to tell when the last try has failed. */
  RuntimeException explain(Passing last) {
    RuntimeException e = last.cause;
    if (StoreFault.of(e).isEmpty()) {
      return e;
    }
    if (StoreFault.of(e).get() == StoreFault.CONFLICT && !mayHaveCommitted && !patient) {
      return new Rejection(
          Reason.OPERATION_IN_PROGRESS,
          "other requests are changing this payment; send the same request again shortly");
    }
    return new StoreUnavailable(mayHaveCommitted, e);
  }

  /** A failure that may pass. */
  static final class Passing extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient RuntimeException cause;
    private final boolean worthAnotherTry;

    private Passing(RuntimeException cause, boolean worthAnotherTry) {
      super(null, cause, false, false);
      this.cause = cause;
      this.worthAnotherTry = worthAnotherTry;
    }

    boolean isWorthAnotherTry() {
      return worthAnotherTry;
    }
  }
}
