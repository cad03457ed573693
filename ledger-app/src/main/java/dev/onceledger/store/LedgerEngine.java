package dev.onceledger.store;

import static java.util.Collections.nCopies;

import dev.onceledger.crash.CrashPoint;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.common.jdbc.ConnectionProvider;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventhandling.DomainEventData;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventsourcing.eventstore.jdbc.EventSchema;
import org.axonframework.eventsourcing.eventstore.jdbc.JdbcEventStorageEngine;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.axonframework.serialization.SerializedObject;
import org.axonframework.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Axon's JDBC engine on our own table: events as bytea, and the position of what was appended known
 * before the commit.
 *
 * <p>Axon's own append cannot tell the position, and reads snapshots that the ledger does not take.
 */
public final class LedgerEngine extends JdbcEventStorageEngine {
  /** Metadata without which no event is stored: the scope is in every key from the first day. */
  public static final String SCOPE = "scope";

  /** Far above the 15 s that the database grants a transaction. */
  private static final int GAP_TIMEOUT_MILLIS = 300_000;

  private static final int BATCH_SIZE = 500;
  private static final String ROW = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

  private final JdbcTemplate jdbc;

  public LedgerEngine(
      JdbcTemplate jdbc,
      ConnectionProvider connections,
      TransactionManager transactions,
      Serializer eventSerializer) {
    super(
        builder()
            .schema(columns())
            .dataType(byte[].class)
            .connectionProvider(connections)
            .transactionManager(transactions)
            .eventSerializer(eventSerializer)
            .snapshotSerializer(eventSerializer)
            .persistenceExceptionResolver(e -> SqlState.is(SqlState.UNIQUE_VIOLATION, e))
            .batchSize(BATCH_SIZE)
            .finalAggregateBatchPredicate(batch -> batch.size() < BATCH_SIZE)
            .gapTimeout(GAP_TIMEOUT_MILLIS)
            .extendedGapCheckEnabled(true));
    this.jdbc = jdbc;
  }

  private static EventSchema columns() {
    return EventSchema.builder()
        .eventTable("event")
        .globalIndexColumn("global_index")
        .aggregateIdentifierColumn("aggregate_identifier")
        .sequenceNumberColumn("sequence_number")
        .typeColumn("type")
        .eventIdentifierColumn("event_identifier")
        .timestampColumn("time_stamp")
        .payloadTypeColumn("payload_type")
        .payloadRevisionColumn("payload_revision")
        .payloadColumn("payload")
        .metaDataColumn("meta_data")
        .build();
  }

  @Override
  protected void appendEvents(List<? extends EventMessage<?>> events, Serializer serializer) {
    if (events.isEmpty()) {
      return;
    }
    RefusedWork.requireNone(CurrentUnitOfWork.get());
    List<@Nullable Object> values = new ArrayList<>();
    for (EventMessage<?> event : events) {
      values.addAll(row((DomainEventMessage<?>) event, serializer));
    }
    String insert =
        "insert into event (scope, aggregate_identifier, sequence_number, type, event_identifier,"
            + " time_stamp, payload_type, payload_revision, payload, meta_data) values "
            + String.join(", ", nCopies(events.size(), ROW))
            + " returning global_index";
    try {
      List<Long> positions = jdbc.queryForList(insert, Long.class, values.toArray());
      Position.set(
          CurrentUnitOfWork.get(),
          new Position(
              positions.stream().mapToLong(p -> p).max().orElseThrow(),
              events.get(events.size() - 1).getTimestamp()));
      CrashPoint.AFTER_APPEND.reach();
    } catch (DataAccessException e) {
      handlePersistenceException(e, events.get(0));
    }
  }

  private static List<@Nullable Object> row(DomainEventMessage<?> event, Serializer serializer) {
    Object scope = event.getMetaData().get(SCOPE);
    if (!(scope instanceof String)) {
      throw new IllegalStateException("an event without a scope is not stored");
    }
    SerializedObject<byte[]> payload = event.serializePayload(serializer, byte[].class);
    SerializedObject<byte[]> metaData = event.serializeMetaData(serializer, byte[].class);
    List<@Nullable Object> row = new ArrayList<>();
    row.add(scope);
    row.add(event.getAggregateIdentifier());
    row.add(event.getSequenceNumber());
    row.add(event.getType());
    row.add(event.getIdentifier());
    row.add(OffsetDateTime.ofInstant(event.getTimestamp(), ZoneOffset.UTC));
    row.add(payload.getType().getName());
    row.add(payload.getType().getRevision());
    row.add(payload.getData());
    row.add(metaData.getData());
    return row;
  }

  /** The ledger takes no snapshots: a payment's history is short. */
  @Override
  protected Stream<? extends DomainEventData<?>> readSnapshotData(String aggregateIdentifier) {
    return Stream.empty();
  }

  @Override
  protected Object readTimeStamp(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
