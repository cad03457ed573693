package dev.onceledger.payment.drive;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How operations are driven.
 *
 * @param leaseSeconds how long the thread that wrote an intent has it for itself, 1 to 3600; longer
 *     than a call to a gateway can take
 */
@ConfigurationProperties("ledger.drive")
public record DriveSettings(@DefaultValue("30") int leaseSeconds) {
  public DriveSettings {
    if (leaseSeconds < 1 || leaseSeconds > 3600) {
      throw new IllegalArgumentException("ledger.drive.lease-seconds is 1 to 3600");
    }
  }
}
