package dev.onceledger.payment.drive;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How authorizations that have run out are found.
 *
 * @param enabled whether this node looks for them; another may
 * @param pollMillis how often it looks for authorizations past their validity, 10 to 3600000
 * @param pauseSeconds how long after one was found to hold still it is asked about again, 1 to
 *     86400; each pause is twice the one before, a day at most
 */
@ConfigurationProperties("ledger.expiry")
public record ExpirySettings(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("10000") int pollMillis,
    @DefaultValue("600") int pauseSeconds) {
  public ExpirySettings {
    if (pollMillis < 10 || pollMillis > 3_600_000) {
      throw new IllegalArgumentException("ledger.expiry.poll-millis is 10 to 3600000");
    }
    if (pauseSeconds < 1 || pauseSeconds > 86_400) {
      throw new IllegalArgumentException("ledger.expiry.pause-seconds is 1 to 86400");
    }
  }
}
