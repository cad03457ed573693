package dev.onceledger.proof.checker;

import java.time.Instant;

/** What was done to the ledger, and when it was over. */
public record Fault(Instant from, Instant until, String kind, String what) {
  @Override
  public String toString() {
    return "%s to %s: %s, %s".formatted(from, until, kind, what);
  }
}
