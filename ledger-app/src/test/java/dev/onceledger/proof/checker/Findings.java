package dev.onceledger.proof.checker;

import java.util.ArrayList;
import java.util.List;

/** What was found wrong. */
final class Findings {
  private final List<Violation> violations = new ArrayList<>();

  /** Tells of something about a payment; empty if it is about none that is known. */
  void add(Check check, String paymentId, String what) {
    violations.add(new Violation(check.promise(), paymentId, what));
  }

  List<Violation> all() {
    return List.copyOf(violations);
  }
}
