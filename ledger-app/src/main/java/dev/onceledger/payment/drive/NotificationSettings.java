package dev.onceledger.payment.drive;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How what gateways tell of their own accord is taken up. It is stored first, in any case.
 *
 * @param enabled whether this node takes it up; another may
 * @param pollMillis how often it looks for what waits, besides at once when something comes in, 10
 *     to 60000
 * @param giveUpHours how long one about an operation that is not known is tried again, 1 to 8760;
 *     then it stays visible and is not tried any more
 */
@ConfigurationProperties("ledger.notifications")
public record NotificationSettings(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("1000") int pollMillis,
    @DefaultValue("72") int giveUpHours) {
  public NotificationSettings {
    if (pollMillis < 10 || pollMillis > 60_000) {
      throw new IllegalArgumentException("ledger.notifications.poll-millis is 10 to 60000");
    }
    if (giveUpHours < 1 || giveUpHours > 8760) {
      throw new IllegalArgumentException("ledger.notifications.give-up-hours is 1 to 8760");
    }
  }
}
