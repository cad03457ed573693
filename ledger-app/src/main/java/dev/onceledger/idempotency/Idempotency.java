package dev.onceledger.idempotency;

import java.time.Clock;
import org.axonframework.commandhandling.CommandBus;
import org.springframework.jdbc.core.JdbcTemplate;

/** The parts of this room, put together over one database and one clock. */
public final class Idempotency {
  private final JdbcTemplate jdbc;
  private final Clock clock;
  private final Partitions partitions;
  private final IdempotencyRecords records;
  private final Claims claims;

  public Idempotency(
      JdbcTemplate jdbc, Partitions partitions, RetentionPromises retention, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
    this.partitions = partitions;
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

  /** The way to send commands over a bus that has the interceptor. */
  public Commands commands(CommandBus bus) {
    return new Commands(bus, new IdempotencyLog(jdbc, clock), partitions, records, claims);
  }
}
