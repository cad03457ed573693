package dev.onceledger.store;

import org.jspecify.annotations.Nullable;

/** The ledger cannot work on its database. The message is for the operator and says what to do. */
public final class DatabaseUnusableException extends RuntimeException {
  DatabaseUnusableException(String message) {
    super(message);
  }

  DatabaseUnusableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
