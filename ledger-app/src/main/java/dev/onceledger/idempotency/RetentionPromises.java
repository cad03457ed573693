package dev.onceledger.idempotency;

import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * What nodes have promised to remember, and so what all of them keep: a record of a day is kept for
 * as long as any node promised on that day or later, whichever node wrote it.
 */
public final class RetentionPromises {
  private static final Duration FRESH = Duration.ofMinutes(1);

  /** A number of days that was promised until a day. */
  private record Made(int days, LocalDate last) {}

  private final JdbcTemplate jdbc;
  private final int ownDays;
  private final Clock clock;
  private volatile List<Made> made = List.of();
  private volatile long readAtNanos = System.nanoTime() - FRESH.toNanos();

  public RetentionPromises(JdbcTemplate jdbc, RetentionSettings settings, Clock clock) {
    this.jdbc = jdbc;
    this.ownDays = settings.retentionDays();
    this.clock = clock;
  }

  /** Makes this node's promise for today, and for good as far as today is concerned. */
  public void renew() {
    jdbc.update(
        """
        insert into retention_promise (retention_days, last_made) values (?, ?)
        on conflict (retention_days) do update
          set last_made = greatest(retention_promise.last_made, excluded.last_made)
        """,
        ownDays,
        today());
    read();
  }

  /**
   * Whether records of that day are no longer promised to be remembered by anybody. This node's own
   * memory holds for every day, also for one that its clock has not reached yet.
   */
  boolean isOver(LocalDate bucket) {
    LocalDate today = today();
    return bucket.plusDays(ownDays).isBefore(today)
        && latest().stream()
            .filter(promise -> !promise.last().isBefore(bucket))
            .allMatch(promise -> bucket.plusDays(promise.days()).isBefore(today));
  }

  /** The oldest day whose records are remembered. */
  LocalDate oldest() {
    LocalDate oldest = today();
    while (!isOver(oldest.minusDays(1))) {
      oldest = oldest.minusDays(1);
    }
    return oldest;
  }

  /** The longest that any node promises these days. */
  int longestDays() {
    return current().mapToInt(Made::days).reduce(ownDays, Math::max);
  }

  /** The shortest that any node promises these days: what clients can rely on everywhere. */
  int shortestDays() {
    return current().mapToInt(Made::days).min().orElse(ownDays);
  }

  /**
   * Makes sure that a client that is about to be registered can rely on every node.
   *
   * @throws IllegalArgumentException if it would retry for longer than one of them remembers keys
   */
  public void requireLongerThan(Duration retries, RetentionSettings settings) {
    try {
      settings.requireLongerThan(List.of(new RetryWindow("to be made", retries)), shortestDays());
    } catch (RetentionTooShort e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private Stream<Made> current() {
    LocalDate yesterday = today().minusDays(1);
    return latest().stream().filter(promise -> !promise.last().isBefore(yesterday));
  }

  private List<Made> latest() {
    if (System.nanoTime() - readAtNanos >= FRESH.toNanos()) {
      read();
    }
    return made;
  }

  private void read() {
    made =
        jdbc.query(
            "select retention_days, last_made from retention_promise",
            (row, n) ->
                new Made(
                    row.getInt("retention_days"), row.getObject("last_made", LocalDate.class)));
    readAtNanos = System.nanoTime();
  }

  private LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }
}
