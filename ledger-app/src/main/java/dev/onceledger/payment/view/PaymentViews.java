package dev.onceledger.payment.view;

import dev.onceledger.api.Scope;
import dev.onceledger.api.payment.PaymentId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Answers questions about payments from their views. */
public final class PaymentViews {
  private static final String RESOURCE = PaymentViews.class.getName();

  private final JdbcTemplate jdbc;

  public PaymentViews(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Keeps what this unit of work has just written, so that its reply need not read it back. */
  static void remember(PaymentRow row) {
    CurrentUnitOfWork.get().root().resources().put(RESOURCE + row.paymentId(), row);
  }

  /** The view that this unit of work has written. */
  public PaymentRow written(PaymentId id) {
    @Nullable PaymentRow row = CurrentUnitOfWork.get().root().getResource(RESOURCE + id.value());
    if (row == null) {
      throw new IllegalStateException("this unit of work did not change " + id);
    }
    return row;
  }

  /** The payment as it is now; empty if there is none, or it belongs to another scope. */
  public Optional<PaymentRow> find(PaymentId id, @Nullable Scope scope) {
    return jdbc
        .query(
            """
            select payment_id, gateway, version, document from payment_view
            where payment_id = ? and (?::text is null or scope = ?)
            """,
            (row, n) -> row(row),
            id.value(),
            text(scope),
            text(scope))
        .stream()
        .findFirst();
  }

  /** One page of payments, newest first. */
  public PaymentPage list(PaymentQuery query) {
    List<Object> values = new ArrayList<>();
    StringBuilder sql =
        new StringBuilder("select payment_id, created_at, document from payment_view where true");
    with(sql, values, "scope = ?", text(query.scope()));
    with(sql, values, "reference = ?", query.reference());
    with(sql, values, "state = ?", query.state() == null ? null : query.state().name());
    with(sql, values, "gateway = ?", query.gateway());
    with(sql, values, "created_at >= ?", time(query.createdFrom()));
    with(sql, values, "created_at < ?", time(query.createdTo()));
    if (query.cursor() != null) {
      sql.append(" and (created_at, payment_id) < (?, ?)");
      values.add(time(query.cursor().createdAt()));
      values.add(query.cursor().paymentId());
    }
    sql.append(" order by created_at desc, payment_id desc limit ?");
    values.add(query.limit() + 1);
    return page(jdbc.query(sql.toString(), (row, n) -> item(row), values.toArray()), query.limit());
  }

  private static PaymentPage page(List<Item> items, int limit) {
    List<Item> shown = items.size() > limit ? items.subList(0, limit) : items;
    return new PaymentPage(
        shown.stream().map(Item::document).toList(),
        items.size() > limit ? shown.get(limit - 1).cursor() : null);
  }

  private static void with(
      StringBuilder sql, List<Object> values, String condition, @Nullable Object value) {
    if (value != null) {
      sql.append(" and ").append(condition);
      values.add(value);
    }
  }

  private static PaymentRow row(ResultSet row) throws SQLException {
    return new PaymentRow(
        row.getString("payment_id"),
        row.getString("gateway"),
        row.getLong("version"),
        row.getBytes("document"));
  }

  private static Item item(ResultSet row) throws SQLException {
    Instant createdAt = row.getObject("created_at", OffsetDateTime.class).toInstant();
    return new Item(
        new PaymentQuery.Cursor(createdAt, row.getString("payment_id")), row.getBytes("document"));
  }

  private static @Nullable String text(@Nullable Scope scope) {
    return scope == null ? null : scope.value();
  }

  private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
    return instant == null ? null : OffsetDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  @SuppressWarnings("ArrayRecordComponent") // Bytes to be sent as they are, never compared.
  private record Item(PaymentQuery.Cursor cursor, byte[] document) {}
}
