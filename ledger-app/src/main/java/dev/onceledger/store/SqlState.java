package dev.onceledger.store;

import java.sql.SQLException;
import java.util.Optional;

/** PostgreSQL's error codes, wherever they stand in a chain of causes. */
public final class SqlState {
  public static final String UNIQUE_VIOLATION = "23505";
  public static final String CHECK_VIOLATION = "23514";
  public static final String SERIALIZATION_FAILURE = "40001";
  public static final String DEADLOCK_DETECTED = "40P01";
  public static final String LOCK_NOT_AVAILABLE = "55P03";

  private SqlState() {}

  /** The first code in the chain of causes; empty if no cause came from the database. */
  public static Optional<String> of(Throwable throwable) {
    for (Throwable t = throwable; t != null; t = t.getCause()) {
      if (t instanceof SQLException sql && sql.getSQLState() != null) {
        return Optional.of(sql.getSQLState());
      }
    }
    return Optional.empty();
  }

  public static boolean is(String state, Throwable throwable) {
    return of(throwable).filter(state::equals).isPresent();
  }
}
