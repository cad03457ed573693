package dev.onceledger.payment.drive;

import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A value that is asked for often and read from the store now and then. */
final class Cached<T> {
  private static final Logger LOG = LoggerFactory.getLogger(Cached.class);

  private final long freshNanos;
  private final Supplier<T> source;
  private T value;
  private long readAt;

  /** Begins with a value that is read anew at once. */
  Cached(Duration fresh, Supplier<T> source, T first) {
    this.freshNanos = fresh.toNanos();
    this.source = source;
    this.value = first;
    this.readAt = System.nanoTime() - freshNanos;
  }

  /** The value; the one before, if the store cannot say. */
  synchronized T get() {
    if (System.nanoTime() - readAt >= freshNanos) {
      readAt = System.nanoTime();
      try {
        value = source.get();
      } catch (RuntimeException e) {
        LOG.debug("a metric could not be read anew", e);
      }
    }
    return value;
  }
}
