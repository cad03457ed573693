package dev.onceledger.payment.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.onceledger.api.Digest;
import dev.onceledger.api.Scope;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.ByteArrayBuilder;

/** What happened to a payment, and how it stood at a version or an instant. */
public final class PaymentHistory {
  private final JdbcTemplate jdbc;
  private final EventStore events;

  public PaymentHistory(JdbcTemplate jdbc, EventStore events) {
    this.jdbc = jdbc;
    this.events = events;
  }

  /** The payment as it was at a version; empty if it has no such version. */
  public Optional<PaymentRow> atVersion(PaymentId id, long version) {
    return replay(id, event -> event.getSequenceNumber() < version)
        .filter(view -> view.version == version)
        .map(PaymentHistory::row);
  }

  /** The payment as it was at an instant; empty if it did not exist yet. */
  public Optional<PaymentRow> asOf(PaymentId id, Instant instant) {
    return replay(id, event -> !event.getTimestamp().isAfter(instant)).map(PaymentHistory::row);
  }

  /**
   * The events of a payment as JSON, from a sequence number on.
   *
   * @return at most {@code limit} of them, each a JSON object
   */
  public List<byte[]> events(PaymentId id, long fromSequence, int limit) {
    return jdbc.query(
        """
        select aggregate_identifier, global_index, sequence_number, event_identifier, time_stamp, payload_type, payload,
          meta_data
        from event where aggregate_identifier = ? and sequence_number >= ?
        order by sequence_number limit ?
        """,
        (row, n) -> event(row),
        id.value(),
        fromSequence,
        limit);
  }

  /**
   * The payment as it was after some of its events, from the first on.
   *
   * @param position the place of the last of them in the whole store
   */
  public static PaymentRow after(List<? extends DomainEventMessage<?>> events, long position) {
    PaymentView view = fold(events);
    view.position = position;
    return row(view);
  }

  private static PaymentView fold(List<? extends DomainEventMessage<?>> events) {
    PaymentView view = new PaymentView();
    events.forEach(
        e -> view.on((PaymentEvent) e.getPayload(), e.getSequenceNumber(), e.getTimestamp()));
    return view;
  }

  private Optional<PaymentView> replay(PaymentId id, Predicate<DomainEventMessage<?>> until) {
    List<DomainEventMessage<?>> known =
        events
            .readEvents(id.value())
            .asStream()
            .<DomainEventMessage<?>>map(e -> e)
            .takeWhile(until)
            .toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    PaymentView view = fold(known);
    view.position = position(id, view.version - 1);
    return Optional.of(view);
  }

  private long position(PaymentId id, long sequence) {
    Long position =
        jdbc.queryForObject(
            "select global_index from event where aggregate_identifier = ? and sequence_number = ?",
            Long.class,
            id.value(),
            sequence);
    return position == null ? 0 : position;
  }

  private static PaymentRow row(PaymentView view) {
    return new PaymentRow(
        view.id, view.gateway, view.version, ViewJson.MAPPER.writeValueAsBytes(view));
  }

  /** The raw payload and metadata are written as they are stored: they are what was hashed. */
  private static byte[] event(ResultSet row) throws SQLException {
    String type = row.getString("payload_type");
    Instant at = row.getObject("time_stamp", OffsetDateTime.class).toInstant();
    String data = new String(row.getBytes("payload"), UTF_8);
    String metadata = new String(row.getBytes("meta_data"), UTF_8);
    long sequence = row.getLong("sequence_number");
    byte[] hash =
        Digest.sha256(
            row.getString("event_identifier"),
            row.getString("aggregate_identifier"),
            Long.toString(sequence),
            type,
            at.toString(),
            data,
            metadata);
    ByteArrayBuilder out = new ByteArrayBuilder();
    try (JsonGenerator json = ViewJson.MAPPER.createGenerator(out)) {
      json.writeStartObject();
      json.writeNumberProperty("position", row.getLong("global_index"));
      json.writeNumberProperty("sequence", sequence);
      json.writeStringProperty("type", type.substring(type.lastIndexOf('$') + 1));
      json.writeStringProperty("at", at.toString());
      json.writeName("data").writeRawValue(data);
      json.writeName("metadata").writeRawValue(metadata);
      json.writeStringProperty("hash", HexFormat.of().formatHex(hash));
      json.writeEndObject();
    }
    return out.toByteArray();
  }

  /** Whether the payment exists in the scope; null means any scope. */
  public boolean exists(PaymentId id, @Nullable Scope scope) {
    return Boolean.TRUE.equals(
        jdbc.queryForObject(
            """
            select exists (select 1 from event where aggregate_identifier = ?
              and sequence_number = 0 and (?::text is null or scope = ?))
            """,
            Boolean.class,
            id.value(),
            scope == null ? null : scope.value(),
            scope == null ? null : scope.value()));
  }
}
