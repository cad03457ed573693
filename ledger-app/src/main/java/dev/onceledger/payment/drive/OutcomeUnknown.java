package dev.onceledger.payment.drive;

import org.jspecify.annotations.Nullable;

/** Something went wrong once the intent may have been written: money may have moved. */
public final class OutcomeUnknown extends RuntimeException {
  private static final long serialVersionUID = 1L;

  OutcomeUnknown(@Nullable Throwable cause) {
    super("the operation's outcome is not known", cause);
  }
}
