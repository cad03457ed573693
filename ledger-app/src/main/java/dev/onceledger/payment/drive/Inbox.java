package dev.onceledger.payment.drive;

import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.gateway.GatewayNotification;
import dev.onceledger.payment.drive.StoredNotification.Status;
import dev.onceledger.payment.drive.StoredNotification.Verdict;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * What gateways told, each copy of it once: the primary key over the gateway's own event id decides
 * which one that is. All waiting is by the database's clock.
 */
public final class Inbox {
  private final JdbcTemplate jdbc;
  private final NotificationSettings settings;
  private final int leaseSeconds;

  public Inbox(JdbcTemplate jdbc, NotificationSettings settings, DriveSettings drive) {
    this.jdbc = jdbc;
    this.settings = settings;
    this.leaseSeconds = drive.leaseSeconds();
  }

  /** Stores it; false if it was stored before. */
  boolean store(GatewayName gateway, GatewayNotification told) {
    Money amount = told.amount();
    return jdbc.update(
            """
            insert into gateway_notification (gateway, event_id, kind, operation_id,
              gateway_reference, dispute, amount_minor, currency, version, occurred_at, status,
              next_try_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'STORED', clock_timestamp())
            on conflict (gateway, event_id) do nothing
            """,
            gateway.value(),
            told.eventId(),
            told.kind().name(),
            told.operationId() == null ? null : told.operationId().value(),
            text(told.gatewayReference()),
            text(told.dispute()),
            amount == null ? null : amount.minor(),
            amount == null ? null : amount.currency().code(),
            told.version(),
            OffsetDateTime.ofInstant(told.occurredAt(), ZoneOffset.UTC))
        == 1;
  }

  /** Claims what is to be taken up. The claim is a lease: who dies leaves it to the others. */
  List<StoredNotification> claimDue(int atMost) {
    return jdbc.query(
        """
        update gateway_notification n
        set tries = tries + 1,
          next_try_at = clock_timestamp() + make_interval(secs =>
            greatest(?::float8, least(3600, power(2, least(tries, 30)))) * (0.75 + random() / 2))
        from (
          select gateway, event_id from gateway_notification
          where next_try_at < clock_timestamp()
          order by next_try_at limit ? for update skip locked
        ) due
        where n.gateway = due.gateway and n.event_id = due.event_id
        returning n.*, n.received_at < clock_timestamp() - make_interval(hours => ?) as too_old
        """,
        (row, n) -> read(row),
        leaseSeconds,
        atMost,
        settings.giveUpHours());
  }

  /** Writes what became of it, and which version of its operation is known with it. */
  void decide(StoredNotification notification, Verdict verdict, @Nullable OperationId operation) {
    boolean decided = verdict.status() != Status.PARKED;
    jdbc.update(
        """
        with seen as (
          update operation set notified_version = greatest(notified_version, ?::integer)
          where operation_id = ? and ?::integer > notified_version
        )
        update gateway_notification
        set status = ?, note = ?,
          next_try_at = case when ? then null
            else clock_timestamp() + make_interval(secs =>
              least(3600, power(2, least(tries, 30))) * (0.75 + random() / 2)) end,
          decided_at = case when ? then clock_timestamp() end
        where gateway = ? and event_id = ? and next_try_at is not null
        """,
        notification.told().version(),
        decided && operation != null && !notification.told().kind().isDispute()
            ? operation.value()
            : null,
        notification.told().version(),
        verdict.status().name(),
        verdict.note(),
        decided,
        decided,
        notification.gateway().value(),
        notification.told().eventId());
  }

  /** How many are not decided, or need a person. */
  Map<Status, Long> waiting() {
    Map<Status, Long> waiting = new EnumMap<>(Status.class);
    jdbc.query(
        """
        select status, count(*) as n from gateway_notification
        where next_try_at is not null or status = 'ABANDONED' group by status
        """,
        row -> {
          waiting.put(Status.valueOf(row.getString("status")), row.getLong("n"));
        });
    return waiting;
  }

  /** One page of those at a gateway that stand so, oldest first. */
  public List<StoredNotification> list(Query query) {
    return jdbc.query(
        """
        select *, false as too_old from gateway_notification
        where gateway = ? and status = ?
          and (?::timestamptz is null or (received_at, event_id) > (?, ?))
        order by received_at, event_id limit ?
        """,
        (row, n) -> read(row),
        query.gateway().value(),
        query.status().name(),
        query.afterTime(),
        query.afterTime(),
        query.afterId(),
        query.limit());
  }

  /**
   * Which of them.
   *
   * @param afterTime with {@code afterId} the last one of the page before; null for the first page
   */
  public record Query(
      GatewayName gateway,
      Status status,
      @Nullable OffsetDateTime afterTime,
      @Nullable String afterId,
      int limit) {}

  private static StoredNotification read(ResultSet row) throws SQLException {
    String operation = row.getString("operation_id");
    String currency = row.getString("currency");
    int version = row.getInt("version");
    boolean counts = !row.wasNull();
    return new StoredNotification(
        new GatewayName(row.getString("gateway")),
        new GatewayNotification(
            row.getString("event_id"),
            GatewayNotification.Kind.valueOf(row.getString("kind")),
            operation == null ? null : new OperationId(operation),
            reference(row.getString("gateway_reference")),
            reference(row.getString("dispute")),
            currency == null
                ? null
                : new Money(row.getLong("amount_minor"), new CurrencyCode(currency)),
            counts ? version : null,
            row.getObject("occurred_at", OffsetDateTime.class).toInstant()),
        Status.valueOf(row.getString("status")),
        row.getString("note"),
        row.getInt("tries"),
        row.getObject("received_at", OffsetDateTime.class).toInstant(),
        row.getBoolean("too_old"));
  }

  private static @Nullable String text(@Nullable GatewayReference reference) {
    return reference == null ? null : reference.value();
  }

  private static @Nullable GatewayReference reference(@Nullable String text) {
    return text == null ? null : new GatewayReference(text);
  }
}
