package dev.onceledger.idempotency;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The partitions of the records, one per UTC day, made ahead of time.
 *
 * <p>A partition is made beside the table and attached with a CHECK in place, because CREATE ...
 * PARTITION OF would freeze every claim for as long as any transaction is open.
 */
public final class Partitions {
  private final JdbcTemplate maintenance;
  private final RetentionSettings retention;
  private final Clock clock;

  /**
   * The partitions, made over connections whose transactions are not bounded as the application's
   * are.
   */
  public Partitions(JdbcTemplate maintenance, RetentionSettings retention, Clock clock) {
    this.maintenance = maintenance;
    this.retention = retention;
    this.clock = clock;
  }

  /** Makes the partitions of yesterday (for nodes whose clocks are behind) and the days ahead. */
  public void ensureAhead() {
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    for (int day = -1; day <= retention.partitionsAhead(); day++) {
      ensure(today.plusDays(day));
    }
  }

  /** Makes the partition of a day unless it exists. */
  void ensure(LocalDate day) {
    String name = "idempotency_record_" + DateTimeFormatter.BASIC_ISO_DATE.format(day);
    if (isAttached(name)) {
      return;
    }
    try {
      create(name, day);
    } catch (DataAccessException e) {
      if (!isAttached(name)) {
        throw e;
      }
      // Another node was faster, which is as good.
    }
  }

  private void create(String name, LocalDate day) {
    String bounds = "bucket >= '%s' and bucket < '%s'".formatted(day, day.plusDays(1));
    maintenance.execute(
        """
        do $$ begin
          create table %1$s (like idempotency_record including all,
            constraint %1$s_bounds check (%2$s)) with (fillfactor = 80);
          alter table idempotency_record attach partition %1$s
            for values from ('%3$s') to ('%4$s');
          alter table %1$s drop constraint %1$s_bounds;
        end $$
        """
            .formatted(name, bounds, day, day.plusDays(1)));
  }

  private boolean isAttached(String name) {
    return Boolean.TRUE.equals(
        maintenance.queryForObject(
            """
            select exists (select 1 from pg_inherits i join pg_class c on c.oid = i.inhrelid
              where i.inhparent = 'idempotency_record'::regclass and c.relname = ?)
            """,
            Boolean.class,
            name));
  }
}
