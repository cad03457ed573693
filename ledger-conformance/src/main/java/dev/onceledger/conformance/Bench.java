package dev.onceledger.conformance;

import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * What every group works with.
 *
 * @param calmMillis how long a request takes when nothing else happens
 * @param repeats how often a group repeats what depends on chance
 */
record Bench(
    Description description,
    Client client,
    Effects effects,
    Random random,
    long calmMillis,
    int repeats) {

  Request command(Names names) {
    return description.command().fill(names);
  }

  Talk talk(Names names) {
    return client.untilFinal(command(names));
  }

  Tally tally(Names names) {
    return effects.tally(List.of(names));
  }

  /** As many copies as threads are to send at the same instant. */
  <T> List<T> forEachThread(T item) {
    return Collections.nCopies(description.limits().threads(), item);
  }

  static String effects(long count) {
    return count == 1 ? "1 effect" : count + " effects";
  }
}
