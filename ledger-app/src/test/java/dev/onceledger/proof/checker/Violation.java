package dev.onceledger.proof.checker;

/** A promise that was broken. */
public record Violation(String promise, String paymentId, String what) {
  @Override
  public String toString() {
    return "broken: %s; %s %s".formatted(promise, paymentId, what);
  }
}
