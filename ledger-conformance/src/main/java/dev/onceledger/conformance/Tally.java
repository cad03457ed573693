package dev.onceledger.conformance;

import java.util.List;

/** How many effects there are more than at an earlier moment. */
final class Tally {
  private final Effects effects;
  private final List<Names> counted;
  private final long before;

  Tally(Effects effects, List<Names> counted) {
    this.effects = effects;
    this.counted = counted;
    this.before = now();
  }

  private long now() {
    return counted.stream().mapToLong(effects::count).sum();
  }

  long more() {
    return now() - before;
  }
}
