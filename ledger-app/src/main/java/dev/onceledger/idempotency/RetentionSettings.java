package dev.onceledger.idempotency;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long records are kept.
 *
 * @param retentionDays 1 to 3650; longer than any client retries, with the two that follow added
 * @param recoveryHorizonHours how long what is in doubt may take to be resolved, 1 to 8760
 * @param clockSkewMinutes how far the clocks of nodes and clients may be apart, 0 to 1440
 * @param partitionsAhead how many days of partitions are made in advance, 1 to 60
 * @param cleaningMinutes how often partitions are made and dropped, 1 to 1440
 */
@ConfigurationProperties("ledger.idempotency")
public record RetentionSettings(
    @DefaultValue("30") int retentionDays,
    @DefaultValue("72") int recoveryHorizonHours,
    @DefaultValue("5") int clockSkewMinutes,
    @DefaultValue("14") int partitionsAhead,
    @DefaultValue("60") int cleaningMinutes) {
  public RetentionSettings {
    require("retention-days", retentionDays, 1, 3650);
    require("recovery-horizon-hours", recoveryHorizonHours, 1, 8760);
    require("clock-skew-minutes", clockSkewMinutes, 0, 1440);
    require("partitions-ahead", partitionsAhead, 1, 60);
    require("cleaning-minutes", cleaningMinutes, 1, 1440);
  }

  /**
   * Makes sure that no client retries for longer than its keys are remembered.
   *
   * @param days what is promised to clients: of several nodes the least
   * @throws RetentionTooShort if one may; it names the one that may for longest
   */
  void requireLongerThan(Collection<RetryWindow> clients, int days) {
    Duration margin =
        Duration.ofHours(recoveryHorizonHours).plus(Duration.ofMinutes(clockSkewMinutes));
    clients.stream()
        .max(Comparator.comparing(RetryWindow::length))
        .filter(client -> client.length().plus(margin).compareTo(Duration.ofDays(days)) > 0)
        .ifPresent(
            client -> {
              throw new RetentionTooShort(
                  "keys are remembered for %d days, but the client %s may retry for %d hours; with %d hours for recovery and %d minutes of clock skew that takes %d days: raise ledger.idempotency.retention-days on every node, or make the client a key with a shorter --retry-hours"
                      .formatted(
                          days,
                          client.client(),
                          client.length().toHours(),
                          recoveryHorizonHours,
                          clockSkewMinutes,
                          client.length().plus(margin).plusDays(1).minusNanos(1).toDays()));
            });
  }

  private static void require(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "ledger.idempotency.%s is %d, but must be from %d to %d"
              .formatted(name, value, least, most));
    }
  }
}
