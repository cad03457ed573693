package dev.onceledger.support;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** A clock that goes on, and is set forward by hand. */
public final class SetClock extends Clock {
  private volatile Duration ahead;

  private SetClock(Duration ahead) {
    this.ahead = ahead;
  }

  /** One that shows the true time, for now. */
  public static SetClock right() {
    return new SetClock(Duration.ZERO);
  }

  /** One that shows this time now. */
  public static SetClock at(Instant instant) {
    return new SetClock(Duration.between(Instant.now(), instant));
  }

  public void forward(Duration by) {
    ahead = ahead.plus(by);
  }

  @Override
  public Instant instant() {
    return Instant.now().plus(ahead).truncatedTo(ChronoUnit.MILLIS);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("times are UTC");
  }
}
