package dev.onceledger.store;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waiting for something outside this JVM. */
final class Pause {
  private static final Duration STEP = Duration.ofMillis(50);

  private Pause() {}

  /** Whether the condition came true in time. */
  static boolean until(Duration patience, BooleanSupplier condition) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      of(STEP);
    }
    return true;
  }

  static void of(Duration length) {
    try {
      Thread.sleep(length.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseUnusableException("Interrupted while waiting for the database", e);
    }
  }
}
