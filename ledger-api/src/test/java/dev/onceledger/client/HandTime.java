package dev.onceledger.client;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Time that passes only in the pauses of a client, and remembers them. */
final class HandTime {
  private final Instant start;
  private final List<Duration> pauses = new ArrayList<>();
  private Duration passed = Duration.ZERO;

  HandTime(Instant start) {
    this.start = start;
  }

  Time time() {
    return new Time(() -> start.plus(passed), () -> passed.toNanos(), this::pass);
  }

  void pass(Duration length) {
    pauses.add(length);
    passed = passed.plus(length);
  }

  List<Duration> pauses() {
    return pauses;
  }
}
