package dev.onceledger.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * How time passes for a client.
 *
 * @param clock tells the age of keys
 * @param nanos measures how long a send takes, whatever is done to the clock meanwhile
 * @param pause lets time pass
 */
record Time(InstantSource clock, LongSupplier nanos, Pause pause) {
  static final Time REAL =
      new Time(InstantSource.system(), System::nanoTime, length -> Thread.sleep(length.toMillis()));

  /** Waits. */
  interface Pause {
    void sleep(Duration length) throws InterruptedException;
  }

  Instant now() {
    return clock.instant();
  }

  /** What is left until a point of {@link #nanos}. */
  Duration until(long end) {
    return Duration.ofNanos(end - nanos.getAsLong());
  }
}
