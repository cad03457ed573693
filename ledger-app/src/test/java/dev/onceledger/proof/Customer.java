package dev.onceledger.proof;

import dev.onceledger.proof.Script.Step;
import dev.onceledger.proof.checker.Exchange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A client that follows the script, and later repeats all that is not finished. */
final class Customer {
  /** After so many times that nothing happened, it believes it. */
  private static final int NOT_REACHED_MAX = 3;

  private final int number;
  private final Script script;
  private final Visitor visitor;
  private final Bank bank;

  /** What has no final answer yet, with how often it surely did not happen. */
  private final Map<Ask, Integer> unfinished = new LinkedHashMap<>();

  Customer(int number, Script script, Visitor visitor, Bank bank) {
    this.number = number;
    this.script = script;
    this.visitor = visitor;
    this.bank = bank;
  }

  /** One order after the other, until the time is over. */
  void work(long untilNanos) {
    for (int order = 0; System.nanoTime() - untilNanos < 0; order++) {
      for (Step step : script.order(number, order)) {
        if (System.nanoTime() - untilNanos < 0) {
          follow(step);
        }
      }
    }
  }

  private void follow(Step step) {
    Pause.millis(step.pauseMillis());
    List<CompletableFuture<Exchange>> copies = new ArrayList<>();
    for (int copy = 1; copy < step.copies(); copy++) {
      int node = step.node() + copy;
      copies.add(CompletableFuture.supplyAsync(() -> visitor.post(node, step.ask(), false)));
    }
    boolean done = take(step.ask(), visitor.post(step.node(), step.ask(), step.respelled()));
    for (CompletableFuture<Exchange> copy : copies) {
      done |= take(step.ask(), copy.join());
    }
    for (int repeat = 1; !done && repeat <= step.patience(); repeat++) {
      Pause.millis(100L * repeat);
      done = take(step.ask(), visitor.post(step.node() + repeat, step.ask(), false));
    }
    if (step.disputed()) {
      bank.dispute(step.ask().payment(), step.node());
    }
    if (step.read()) {
      visitor.get(step.node() + 1, step.ask().payment());
    }
  }

  /** Whether the answer is final. */
  private boolean take(Ask ask, Exchange answer) {
    if (answer.status() == 0) {
      Pause.millis(300);
    }
    if (Answers.isFinal(answer)) {
      unfinished.remove(ask);
      return true;
    }
    unfinished.merge(ask, Answers.isNotReached(answer) ? 1 : 0, Integer::sum);
    return false;
  }

  /** Repeats what is not finished until it is, or the time is over. */
  void finish(long untilNanos) {
    unfinished.replaceAll((ask, before) -> 0);
    for (int round = 0; System.nanoTime() - untilNanos < 0; round++) {
      int node = round;
      List.copyOf(unfinished.keySet()).forEach(ask -> take(ask, visitor.post(node, ask, false)));
      unfinished.values().removeIf(notReached -> notReached >= NOT_REACHED_MAX);
      if (unfinished.isEmpty()) {
        return;
      }
      Pause.millis(500);
    }
  }
}
