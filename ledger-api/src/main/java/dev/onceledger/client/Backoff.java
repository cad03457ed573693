package dev.onceledger.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The pauses between tries: as long as the ledger asks for, at first 1 s if it does not, then twice
 * as long each time up to a minute. Up to a quarter is added at random, so that clients that lost
 * their answers together do not come back together.
 */
final class Backoff {
  private static final Duration FIRST = Duration.ofSeconds(1);

  /** With its random part a minute. */
  private static final Duration LONGEST = Duration.ofSeconds(48);

  private Duration last = Duration.ZERO;

  Duration next(Duration retryAfter) {
    Duration twice = last.multipliedBy(2);
    Duration grown = twice.compareTo(LONGEST) > 0 ? LONGEST : twice;
    Duration least = last.isZero() && retryAfter.isZero() ? FIRST : retryAfter;
    last = grown.compareTo(least) > 0 ? grown : least;
    return last.plusMillis(ThreadLocalRandom.current().nextLong(last.toMillis() / 4 + 1));
  }
}
