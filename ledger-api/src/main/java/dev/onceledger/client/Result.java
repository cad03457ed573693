package dev.onceledger.client;

import java.util.Optional;
import java.util.function.Function;

/**
 * What became of a command. There are five cases, and each asks for something else of the caller;
 * {@link #match} does not let one be forgotten, nor does a {@code switch} on Java 21.
 */
public sealed interface Result {
  /** Does what is to be done in this case. */
  <T> T match(
      Function<Succeeded, T> succeeded,
      Function<Declined, T> declined,
      Function<Refused, T> refused,
      Function<Undecided, T> undecided,
      Function<Expired, T> expired);

  /**
   * It is done: money moved, was reserved, or was let go.
   *
   * @param isFoundByReference whether an earlier request, under another key, had done it already
   */
  record Succeeded(Payment payment, Payment.Operation operation, boolean isFoundByReference)
      implements Result {
    @Override
    public <T> T match(
        Function<Succeeded, T> succeeded,
        Function<Declined, T> declined,
        Function<Refused, T> refused,
        Function<Undecided, T> undecided,
        Function<Expired, T> expired) {
      return succeeded.apply(this);
    }
  }

  /**
   * It was not done: the gateway said no, or, if found by its reference, surely never heard. To try
   * again on purpose is a new command: the next {@code attempt} of a payment, or a new reference
   * for a capture, void or refund.
   */
  record Declined(Payment payment, Payment.Operation operation, boolean isFoundByReference)
      implements Result {
    @Override
    public <T> T match(
        Function<Succeeded, T> succeeded,
        Function<Declined, T> declined,
        Function<Refused, T> refused,
        Function<Undecided, T> undecided,
        Function<Expired, T> expired) {
      return declined.apply(this);
    }
  }

  /**
   * The ledger refused it, and would again as things are. {@code problem} says what does not fit.
   *
   * @param effect NONE if it surely had none; UNKNOWN if an earlier try got no answer and may still
   *     be under way: look the payment up before you decide anew
   */
  record Refused(Problem problem, Effect effect) implements Result {
    @Override
    public <T> T match(
        Function<Succeeded, T> succeeded,
        Function<Declined, T> declined,
        Function<Refused, T> refused,
        Function<Undecided, T> undecided,
        Function<Expired, T> expired) {
      return refused.apply(this);
    }
  }

  /**
   * Nobody knows yet, and money may have moved. This is no failure: keep the command, and send the
   * very same later.
   *
   * @param lastProblem what the ledger said last, if it said anything
   */
  record Undecided(Cause cause, Optional<Problem> lastProblem) implements Result {
    @Override
    public <T> T match(
        Function<Succeeded, T> succeeded,
        Function<Declined, T> declined,
        Function<Refused, T> refused,
        Function<Undecided, T> undecided,
        Function<Expired, T> expired) {
      return undecided.apply(this);
    }
  }

  /**
   * Its key is too old to be sent, and an earlier send may have taken effect. Look the payment up
   * ({@link LedgerClient#payment(Command)}); only what is not there may be decided anew.
   */
  record Expired() implements Result {
    @Override
    public <T> T match(
        Function<Succeeded, T> succeeded,
        Function<Declined, T> declined,
        Function<Refused, T> refused,
        Function<Undecided, T> undecided,
        Function<Expired, T> expired) {
      return expired.apply(this);
    }
  }

  /** Whether money may have moved. */
  enum Effect {
    NONE,
    UNKNOWN
  }

  /** Why it is undecided. */
  enum Cause {
    /** The time that the caller gave was over. */
    NOT_IN_TIME,
    /** 401 or 403: the ledger wants another token, with which the same command is to be sent. */
    TOKEN_REFUSED,
    /** The thread was interrupted, and is so still. */
    INTERRUPTED
  }
}
