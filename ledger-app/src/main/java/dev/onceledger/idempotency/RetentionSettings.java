package dev.onceledger.idempotency;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long records are kept.
 *
 * @param retentionDays 1 to 3650; a client never retries longer than this
 * @param partitionsAhead how many days of partitions are made in advance, 1 to 60
 */
@ConfigurationProperties("ledger.idempotency")
public record RetentionSettings(
    @DefaultValue("30") int retentionDays, @DefaultValue("14") int partitionsAhead) {
  public RetentionSettings {
    if (retentionDays < 1 || retentionDays > 3650) {
      throw new IllegalArgumentException("ledger.idempotency.retention-days is 1 to 3650");
    }
    if (partitionsAhead < 1 || partitionsAhead > 60) {
      throw new IllegalArgumentException("ledger.idempotency.partitions-ahead is 1 to 60");
    }
  }
}
