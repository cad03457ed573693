package dev.onceledger.conformance;

import java.time.Duration;
import java.util.Set;

/**
 * How a client of the service behaves.
 *
 * @param again the statuses after which it sends the same again
 * @param threads how many of it send at the same instant
 * @param timeout how long it waits for one answer
 * @param patience how long it sends the same again
 */
record Limits(Set<Integer> again, int threads, Duration timeout, Duration patience) {
  boolean isFinal(Answer answer) {
    return !again.contains(answer.status());
  }
}
