package dev.onceledger.payment.drive;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How what is in doubt is resolved.
 *
 * @param enabled whether this node does it; another may
 * @param pollMillis how often it looks for operations whose lease has run out, 10 to 60000
 * @param threads how many of them it asks one gateway about at the same time, 1 to 64
 * @param inquiriesPerSecond how many of them it asks one gateway about in a second at most, 1 to
 *     10000
 * @param graceSeconds how long after its lease an operation that the gateway does not know may
 *     still be on its way, 0 to 86400; then its key is closed
 * @param firstPauseSeconds how long after an inquiry without an answer the next follows, 1 to 3600;
 *     each pause is twice the one before, give or take a quarter
 * @param lastPauseSeconds how long that pause becomes at most, 1 to 86400
 * @param alarmAfterSeconds how old what is in doubt becomes before it counts as overdue, 1 to
 *     2592000
 */
@ConfigurationProperties("ledger.recovery")
public record RecoverySettings(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("1000") int pollMillis,
    @DefaultValue("4") int threads,
    @DefaultValue("50") int inquiriesPerSecond,
    @DefaultValue("60") int graceSeconds,
    @DefaultValue("5") int firstPauseSeconds,
    @DefaultValue("600") int lastPauseSeconds,
    @DefaultValue("900") int alarmAfterSeconds) {
  public RecoverySettings {
    require("poll-millis", pollMillis, 10, 60_000);
    require("threads", threads, 1, 64);
    require("inquiries-per-second", inquiriesPerSecond, 1, 10_000);
    require("grace-seconds", graceSeconds, 0, 86_400);
    require("first-pause-seconds", firstPauseSeconds, 1, 3600);
    require("last-pause-seconds", lastPauseSeconds, firstPauseSeconds, 86_400);
    require("alarm-after-seconds", alarmAfterSeconds, 1, 2_592_000);
  }

  private static void require(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "ledger.recovery.%s is %d, but must be from %d to %d"
              .formatted(name, value, least, most));
    }
  }
}
