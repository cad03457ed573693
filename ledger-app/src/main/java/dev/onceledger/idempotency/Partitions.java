package dev.onceledger.idempotency;

import dev.onceledger.crash.CrashPoint;
import java.sql.Connection;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * The partitions of the records, one per UTC day: made ahead of time, and dropped whole.
 *
 * <p>A partition is made beside the table and attached with a CHECK in place, because CREATE ...
 * PARTITION OF would freeze every claim for as long as any transaction is open.
 */
public final class Partitions {
  private static final Logger LOG = LoggerFactory.getLogger(Partitions.class);
  private static final String PREFIX = "idempotency_record_";

  /** The advisory lock of whoever drops partitions. */
  private static final long LOCK = 0x6f6e63656c656467L;

  private static final int SWEPT_PAGES = 1000;

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
    String name = nameOf(day);
    if (isAttached(name)) {
      return;
    }
    try {
      if (isThere(name)) {
        // Somebody detached it.
        attach(maintenance, name, day);
      } else {
        create(name, day);
      }
    } catch (DataAccessException e) {
      if (!isAttached(name)) {
        throw e;
      }
      // Another node was faster, which is as good.
    }
  }

  /**
   * Gives the arbiter back the keys of a day's records that it has lost.
   *
   * @return how many
   */
  int findKeys(LocalDate day) {
    return maintenance.update(
        """
        insert into idempotency_key (hash, bucket)
          select hash, bucket from %s r
          where not exists (select 1 from idempotency_key k where k.hash = r.hash)
        on conflict (hash) do nothing
        """
            .formatted(nameOf(day)));
  }

  private void create(String name, LocalDate day) {
    maintenance.execute(
        """
        do $$ begin
          create table %1$s (like idempotency_record including all) with (fillfactor = 80);
          %2$s
        end $$
        """
            .formatted(name, attaching(name, day)));
  }

  private static void attach(JdbcTemplate session, String name, LocalDate day) {
    session.execute("do $$ begin " + attaching(name, day) + " end $$");
  }

  /** With a CHECK in place nothing has to be scanned under a lock. */
  private static String attaching(String name, LocalDate day) {
    return """
        alter table %1$s add constraint %1$s_bounds check (bucket >= '%2$s' and bucket < '%3$s');
        alter table idempotency_record attach partition %1$s for values from ('%2$s') to ('%3$s');
        alter table %1$s drop constraint %1$s_bounds;
        """
        .formatted(name, day, day.plusDays(1));
  }

  /**
   * Drops the partitions of the days for which this holds, each whole; one with a record that is
   * PROCESSING stays. Of several nodes one does it at a time.
   */
  void dropWhere(Predicate<LocalDate> isOver) throws InterruptedException {
    if (!Boolean.TRUE.equals(
        maintenance.execute(
            (ConnectionCallback<Boolean>) connection -> locked(connection, isOver)))) {
      LOG.debug("another node tends the partitions");
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /** All on one connection, because the lock belongs to its session. */
  private boolean locked(Connection connection, Predicate<LocalDate> isOver) {
    JdbcTemplate session = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
    if (!Boolean.TRUE.equals(
        session.queryForObject("select pg_try_advisory_lock(?)", Boolean.class, LOCK))) {
      return false;
    }
    try {
      session.execute("set lock_timeout = '2s'");
      finishPendingDetach(session);
      tendDetached(session, isOver);
      for (LocalDate day : attachedDays(session)) {
        if (isOver.test(day)) {
          drop(session, day);
        }
      }
      sweep(session);
      return true;
    } finally {
      session.execute("reset lock_timeout");
      session.queryForObject("select pg_advisory_unlock(?)", Boolean.class, LOCK);
    }
  }

  private void drop(JdbcTemplate session, LocalDate day) {
    String name = nameOf(day);
    if (hasProcessing(session, name)) {
      LOG.warn("the partition {} has a request that is not resolved, and stays", name);
      return;
    }
    session.execute("alter table idempotency_record detach partition " + name + " concurrently");
    CrashPoint.PARTITION_DETACHED.reach();
    dropDetached(session, name, day);
  }

  /** Nobody claims an expired key in its old place; this is for nodes that do not know it yet. */
  private void dropDetached(JdbcTemplate session, String name, LocalDate day) {
    if (hasProcessing(session, name)) {
      attach(session, name, day);
      return;
    }
    session.execute("set lock_timeout = '200ms'");
    try {
      session.execute("drop table " + name);
      LOG.info("the partition {} was dropped", name);
    } finally {
      session.execute("set lock_timeout = '2s'");
    }
  }

  /** What an earlier round left is dropped; what somebody detached before its time comes back. */
  private void tendDetached(JdbcTemplate session, Predicate<LocalDate> isOver) {
    List<String> left =
        session.queryForList(
            """
            select c.relname from pg_class c
            where c.relname ~ '^idempotency_record_[0-9]{8}$' and c.relkind = 'r'
              and c.relnamespace =
                (select relnamespace from pg_class where oid = 'idempotency_record'::regclass)
              and not exists (select 1 from pg_inherits i where i.inhrelid = c.oid)
            """,
            String.class);
    for (String name : left) {
      LocalDate day = dayOf(name);
      if (isOver.test(day)) {
        dropDetached(session, name, day);
      } else {
        LOG.warn("the partition {} was detached before its time, and is attached again", name);
        attach(session, name, day);
      }
    }
  }

  private static void finishPendingDetach(JdbcTemplate session) {
    session
        .queryForList(
            """
            select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
            where i.inhparent = 'idempotency_record'::regclass and i.inhdetachpending
            """,
            String.class)
        .forEach(
            name ->
                session.execute(
                    "alter table idempotency_record detach partition " + name + " finalize"));
  }

  private static boolean hasProcessing(JdbcTemplate session, String name) {
    return Boolean.TRUE.equals(
        session.queryForObject(
            "select exists (select 1 from " + name + " where status = 'PROCESSING')",
            Boolean.class));
  }

  private static List<LocalDate> attachedDays(JdbcTemplate session) {
    return session
        .queryForList(
            """
            select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
            where i.inhparent = 'idempotency_record'::regclass order by c.relname
            """,
            String.class)
        .stream()
        .map(Partitions::dayOf)
        .toList();
  }

  /**
   * The arbiter's rows of days whose partitions are gone, in short steps by their place on the
   * disk. A partition that stays keeps those of its day: by them its requests are ended.
   */
  private static void sweep(JdbcTemplate session) {
    LocalDate kept = attachedDays(session).get(0);
    long pages =
        Objects.requireNonNull(
            session.queryForObject(
                "select pg_relation_size('idempotency_key') / current_setting('block_size')::int",
                Long.class));
    for (long page = 0; page <= pages; page += SWEPT_PAGES) {
      session.update(
          """
          delete from idempotency_key
          where ctid >= ?::tid and ctid < ?::tid and bucket < ?
          """,
          "(" + page + ",0)",
          "(" + (page + SWEPT_PAGES) + ",0)",
          kept);
    }
  }

  private static String nameOf(LocalDate day) {
    return PREFIX + DateTimeFormatter.BASIC_ISO_DATE.format(day);
  }

  private static LocalDate dayOf(String name) {
    return LocalDate.parse(name.substring(PREFIX.length()), DateTimeFormatter.BASIC_ISO_DATE);
  }

  private boolean isThere(String name) {
    return Boolean.TRUE.equals(
        maintenance.queryForObject("select to_regclass(?) is not null", Boolean.class, name));
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
