package dev.onceledger.payment.drive;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How what is in doubt is resolved.
 *
 * @param enabled whether this node does it; another may
 * @param pollMillis how often it looks for operations whose lease has run out, 10 to 60000
 * @param batch how many of them it takes at once, 1 to 1000
 * @param threads how many gateways it asks at the same time, 1 to 64
 * @param graceSeconds how long after its lease an operation that the gateway does not know may
 *     still be on its way, 0 to 86400; then its key is closed
 * @param firstPauseSeconds how long after an inquiry without an answer the next follows, 1 to 3600;
 *     each pause is twice the one before, give or take a quarter
 * @param lastPauseSeconds how long that pause becomes at most, 1 to 86400
 */
@ConfigurationProperties("ledger.recovery")
public record RecoverySettings(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("1000") int pollMillis,
    @DefaultValue("20") int batch,
    @DefaultValue("4") int threads,
    @DefaultValue("60") int graceSeconds,
    @DefaultValue("5") int firstPauseSeconds,
    @DefaultValue("600") int lastPauseSeconds) {
  public RecoverySettings {
    require("poll-millis", pollMillis, 10, 60_000);
    require("batch", batch, 1, 1000);
    require("threads", threads, 1, 64);
    require("grace-seconds", graceSeconds, 0, 86_400);
    require("first-pause-seconds", firstPauseSeconds, 1, 3600);
    require("last-pause-seconds", lastPauseSeconds, firstPauseSeconds, 86_400);
  }

  private static void require(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "ledger.recovery.%s is %d, but must be from %d to %d"
              .formatted(name, value, least, most));
    }
  }
}
