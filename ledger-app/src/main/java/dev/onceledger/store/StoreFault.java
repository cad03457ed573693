package dev.onceledger.store;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import java.util.Set;
import org.axonframework.common.lock.LockAcquisitionFailedException;
import org.axonframework.modelling.command.AggregateStreamCreationException;
import org.axonframework.modelling.command.ConcurrencyException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;

/** Which faults of a short database transaction may pass, so that it alone is tried again. */
public enum StoreFault {
  /** Somebody else wrote first; deciding again on what they wrote is right. */
  CONFLICT,
  /** No connection came about: surely nothing was committed. */
  NO_CONNECTION,
  /** The connection or the transaction was ended; a commit may or may not have arrived. */
  INTERRUPTED;

  private static final Set<String> CONFLICT_STATES =
      Set.of(
          SqlState.SERIALIZATION_FAILURE, SqlState.DEADLOCK_DETECTED, SqlState.LOCK_NOT_AVAILABLE);

  /** Connection exceptions, operator intervention, insufficient resources, transaction time-out. */
  private static final Set<String> INTERRUPTED_CLASSES = Set.of("08", "57", "53", "58");

  private static final String TRANSACTION_TIMEOUT = "25P04";
  private static final String IDLE_TIMEOUT = "25P03";

  /** The fault behind a throwable; empty if it is none that may pass. */
  public static Optional<StoreFault> of(Throwable throwable) {
    for (Throwable t = throwable; t != null; t = t.getCause()) {
      if (t instanceof CannotCreateTransactionException
          || t instanceof CannotGetJdbcConnectionException
          || t instanceof SQLTransientConnectionException) {
        return Optional.of(NO_CONNECTION);
      }
      if (t instanceof ConcurrencyException
          || t instanceof AggregateStreamCreationException
          || t instanceof LockAcquisitionFailedException) {
        return Optional.of(CONFLICT);
      }
    }
    return SqlState.of(throwable)
        .map(StoreFault::ofState)
        .orElseGet(() -> ofLostConnection(throwable));
  }

  /** The pool, and Spring when it cannot roll back, tell of a lost connection without a code. */
  private static Optional<StoreFault> ofLostConnection(Throwable throwable) {
    for (Throwable t = throwable; t != null; t = t.getCause()) {
      if (t instanceof SQLException || t instanceof TransactionSystemException) {
        return Optional.of(INTERRUPTED);
      }
    }
    return Optional.empty();
  }

  private static Optional<StoreFault> ofState(String state) {
    if (CONFLICT_STATES.contains(state)) {
      return Optional.of(CONFLICT);
    }
    boolean interrupted =
        state.equals(TRANSACTION_TIMEOUT)
            || state.equals(IDLE_TIMEOUT)
            || INTERRUPTED_CLASSES.contains(state.substring(0, 2));
    return interrupted ? Optional.of(INTERRUPTED) : Optional.empty();
  }
}
