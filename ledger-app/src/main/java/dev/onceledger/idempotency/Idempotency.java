package dev.onceledger.idempotency;

import java.time.Clock;
import org.axonframework.commandhandling.CommandBus;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

/** The parts of this room, put together over one database and one clock. */
public final class Idempotency {
  private final JdbcTemplate jdbc;
  private final Clock clock;
  private final Partitions partitions;
  private final RetentionPromises retention;
  private final IdempotencyRecords records;
  private final Claims claims;

  public Idempotency(
      JdbcTemplate jdbc, Partitions partitions, RetentionPromises retention, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
    this.partitions = partitions;
    this.retention = retention;
    this.records = new IdempotencyRecords(jdbc, retention, clock);
    this.claims = new Claims(records, retention, clock);
  }

  public IdempotencyRecords records() {
    return records;
  }

  /** The interceptor, to be registered once with the command bus. */
  public IdempotencyInterceptor interceptor(ReplySource replies) {
    return new IdempotencyInterceptor(records, claims, replies);
  }

  /**
   * The way to restore records from the events.
   *
   * @param transactions over the same database as the records
   */
  public Rebuild rebuild(
      TransactionOperations transactions, EventStore events, PastReplies replies) {
    return new Rebuild(jdbc, transactions, events, replies, records, retention, partitions);
  }

  /** The way to send commands over a bus that has the interceptor. */
  public Commands commands(CommandBus bus) {
    return new Commands(bus, new IdempotencyLog(jdbc, clock), partitions, records, claims);
  }
}
