package dev.onceledger.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.payment.OperationState;
import java.util.Optional;

/** What one answer means for its command: it is final, or the same is to be sent again. */
sealed interface Verdict {
  /** The command has its result. */
  record Final(Result result) implements Verdict {}

  /**
   * Nothing is decided.
   *
   * @param isAnswered whether the ledger itself answered
   * @param mayTakeEffect whether this very try may still be under way, or be done unsaid
   */
  record Again(boolean isAnswered, boolean mayTakeEffect, Optional<Problem> problem)
      implements Verdict {}

  /** No answer, or none of a ledger: anything may have happened. */
  Again UNANSWERED = new Again(false, true, Optional.empty());

  /** Follows the table "What to do with an answer" of the guide on idempotency, row by row. */
  static Verdict of(Command command, Answer answer) {
    return switch (answer.status()) {
      case 200, 201 -> outcome(command, answer);
      case 202 -> new Again(true, false, Optional.empty());
      case 401, 403 ->
          new Final(new Result.Undecided(Result.Cause.TOKEN_REFUSED, answer.problem()));
      default ->
          answer.problem().map(problem -> refusal(problem, answer.json())).orElse(UNANSWERED);
    };
  }

  private static Verdict outcome(Command command, Answer answer) {
    boolean found = answer.status() == 200;
    Payment payment;
    try {
      payment = Payment.read(answer.json());
    } catch (IllegalArgumentException | ArithmeticException e) {
      return UNANSWERED;
    }
    return payment
        .operation(command)
        .filter(operation -> operation.state() != OperationState.PROCESSING)
        .<Verdict>map(
            operation ->
                new Final(
                    operation.state() == OperationState.SUCCEEDED
                        ? new Result.Succeeded(payment, operation, found)
                        : new Result.Declined(payment, operation, found)))
        .orElse(UNANSWERED);
  }

  private static Verdict refusal(Problem problem, JsonNode json) {
    boolean isWithoutEffect = json.path("effect").asText().equals("none");
    if (isWorthRepeating(problem.status(), json.path("retryable"))) {
      // A 409 or 429 says that this try did nothing, whatever an earlier one does.
      boolean mayTakeEffect = problem.status() >= 500 && !isWithoutEffect;
      return new Again(true, mayTakeEffect, Optional.of(problem));
    }
    if (problem.is(Reason.IDEMPOTENCY_KEY_EXPIRED)) {
      return new Final(new Result.Expired());
    }
    return new Final(
        new Result.Refused(problem, isWithoutEffect ? Result.Effect.NONE : Result.Effect.UNKNOWN));
  }

  /** A name that this client does not know yet is told by its status. */
  private static boolean isWorthRepeating(int status, JsonNode retryable) {
    return status >= 500
        || status == 429
        || (status == 409 && !retryable.isBoolean())
        || retryable.asBoolean();
  }
}
