package dev.onceledger.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** One command on its way: the same request under the same key, until an answer is final. */
final class Sending {
  private final Transport transport;
  private final Time time;
  private final Command command;
  private final Backoff backoff = new Backoff();
  private Instant lastSendBefore;
  private Optional<Problem> lastProblem = Optional.empty();
  private boolean mayTakeEffect;

  Sending(Transport transport, Time time, Command command, Duration retryWindow) {
    this.transport = transport;
    this.time = time;
    this.command = command;
    this.lastSendBefore = command.decidedAt().plus(retryWindow);
  }

  Result until(long end) {
    try {
      while (true) {
        if (!time.now().isBefore(lastSendBefore)) {
          return new Result.Expired();
        }
        Duration left = time.until(end);
        if (left.isNegative() || left.isZero()) {
          return undecided(Result.Cause.NOT_IN_TIME);
        }
        Optional<Answer> answer = transport.post(command, left);
        Verdict verdict =
            answer.map(given -> Verdict.of(command, given)).orElse(Verdict.UNANSWERED);
        if (verdict instanceof Verdict.Final known) {
          return ended(known.result());
        } else if (verdict instanceof Verdict.Again again) {
          note(again);
          answer
              .filter(given -> again.isAnswered())
              .flatMap(Answer::keyExpires)
              .ifPresent(this::notAfter);
        }
        Duration pause =
            backoff.next(answer.map(given -> given.retryAfter(time.now())).orElse(Duration.ZERO));
        if (pause.compareTo(time.until(end)) >= 0) {
          return undecided(Result.Cause.NOT_IN_TIME);
        }
        time.pause().sleep(pause);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return undecided(Result.Cause.INTERRUPTED);
    }
  }

  private void note(Verdict.Again again) {
    mayTakeEffect |= again.mayTakeEffect();
    if (again.problem().isPresent()) {
      lastProblem = again.problem();
    }
  }

  private void notAfter(Instant keyExpires) {
    if (keyExpires.isBefore(lastSendBefore)) {
      lastSendBefore = keyExpires;
    }
  }

  /** A refusal says nothing about an earlier try that may arrive only after it. */
  private Result ended(Result result) {
    return mayTakeEffect && result instanceof Result.Refused refused
        ? new Result.Refused(refused.problem(), Result.Effect.UNKNOWN)
        : result;
  }

  private Result undecided(Result.Cause cause) {
    return new Result.Undecided(cause, lastProblem);
  }
}
