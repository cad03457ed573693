package dev.onceledger.idempotency;

import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.idempotency.IdempotencyRecord.Status;
import dev.onceledger.idempotency.IdempotencyRecords.Standing;
import dev.onceledger.store.StoreFault;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Restores from the events, of the keys that are remembered, the records that are missing or behind
 * what the events tell. The ledger may serve meanwhile, on any number of nodes. A record that has
 * its reply is never touched.
 *
 * <p>It locks as a command does: first keys, in the arbiter, then payments, in their views. So no
 * outcome can be written between the reading of a payment's events and the commit of its records.
 */
public final class Rebuild {
  /** Places in the store that one step looks at. */
  private static final long POSITIONS = 5000;

  /** Payments of one transaction: what their commands may have to wait for. */
  private static final int PAYMENTS = 50;

  private static final RetryConfig CONFLICTS =
      RetryConfig.custom()
          .maxAttempts(20)
          .intervalFunction(
              IntervalFunction.ofExponentialRandomBackoff(
                  Duration.ofMillis(50), 2, 0.5, Duration.ofSeconds(5)))
          .retryOnException(e -> StoreFault.of(e).isPresent())
          .build();

  /**
   * How far it is.
   *
   * @param position the place in the store up to which the events were read
   * @param head the place of the last event
   * @param restored the records that were missing, or behind, so far
   * @param found the records that were there and whose keys the arbiter had lost
   */
  public record Progress(long position, long head, long restored, long found) {}

  private final JdbcTemplate jdbc;
  private final TransactionOperations transactions;
  private final EventStore events;
  private final PastReplies replies;
  private final IdempotencyRecords records;
  private final RetentionPromises retention;
  private final Partitions partitions;

  Rebuild(
      JdbcTemplate jdbc,
      TransactionOperations transactions,
      EventStore events,
      PastReplies replies,
      IdempotencyRecords records,
      RetentionPromises retention,
      Partitions partitions) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.events = events;
    this.replies = replies;
    this.records = records;
    this.retention = retention;
    this.partitions = partitions;
  }

  /**
   * Goes through the whole store once.
   *
   * @param told is told after every step
   */
  public Progress run(Consumer<Progress> told) {
    LocalDate oldest = retention.oldest();
    long found = 0;
    // The newest first: of two records of one key its last claim counts.
    for (LocalDate day = records.today(); !day.isBefore(oldest); day = day.minusDays(1)) {
      partitions.ensure(day);
      found += partitions.findKeys(day);
    }
    Progress progress = new Progress(0, head(), 0, found);
    while (progress.position() < progress.head()) {
      long until = Math.min(progress.position() + POSITIONS, progress.head());
      long restored = progress.restored();
      for (List<PaymentId> batch : touched(progress.position(), until, oldest)) {
        restored += Retry.of("rebuild", CONFLICTS).executeSupplier(() -> restore(batch));
      }
      progress = new Progress(until, head(), restored, found);
      told.accept(progress);
    }
    return progress;
  }

  private long head() {
    return Objects.requireNonNull(
        jdbc.queryForObject("select coalesce(max(global_index), 0) from event", Long.class));
  }

  /**
   * The payments whose last event is between two places in the store and in the window, in batches.
   * The window begins a day earlier, for nodes whose clocks differ: the records decide exactly.
   */
  private List<List<PaymentId>> touched(long after, long until, LocalDate oldest) {
    List<PaymentId> payments =
        jdbc.query(
            """
            select aggregate_identifier from event e
            where global_index > ? and global_index <= ? and time_stamp >= ?
              and not exists (select 1 from event later
                where later.aggregate_identifier = e.aggregate_identifier
                  and later.sequence_number > e.sequence_number)
            order by global_index
            """,
            (row, n) -> new PaymentId(row.getString("aggregate_identifier")),
            after,
            until,
            OffsetDateTime.of(oldest.minusDays(1).atStartOfDay(), ZoneOffset.UTC));
    return IntStream.iterate(0, from -> from < payments.size(), from -> from + PAYMENTS)
        .mapToObj(from -> payments.subList(from, Math.min(from + PAYMENTS, payments.size())))
        .toList();
  }

  private int restore(List<PaymentId> payments) {
    Map<UUID, Place> doubtful = claimed(payments);
    standings(doubtful.keySet()).values().stream()
        .filter(standing -> standing.status() == Status.SUCCEEDED)
        .forEach(standing -> doubtful.remove(standing.place().hash()));
    if (doubtful.isEmpty()) {
      return 0;
    }
    return Objects.requireNonNull(
        transactions.execute(status -> restore(payments, doubtful.values())));
  }

  /** The keys that requests on these payments claimed, and which are remembered. */
  private Map<UUID, Place> claimed(List<PaymentId> payments) {
    Map<UUID, Place> claimed = new HashMap<>();
    for (PaymentId payment : payments) {
      for (DomainEventMessage<?> event : events.readEvents(payment.value()).asStream().toList()) {
        if (EventMetadata.isOfRequest(event.getMetaData())) {
          Place place = EventMetadata.claimOf(event.getMetaData()).place();
          claimed.put(place.hash(), place);
        }
      }
    }
    claimed.values().removeIf(place -> retention.isOver(place.bucket()));
    return claimed;
  }

  private int restore(List<PaymentId> payments, Collection<Place> doubtful) {
    Map<UUID, Place> places = records.lock(doubtful);
    lockPayments(payments);
    Map<PaymentId, List<Long>> positions = positions(payments);
    Map<UUID, Standing> standings = standings(places.keySet());
    List<IdempotencyRecord> restored = new ArrayList<>();
    for (PaymentId payment : payments) {
      List<? extends DomainEventMessage<?>> all =
          events.readEvents(payment.value()).asStream().toList();
      List<Long> at = positions.getOrDefault(payment, List.of());
      RecordsOfPayment.of(
              all,
              records::expiresAt,
              version -> replies.after(all.subList(0, (int) version), at.get((int) version - 1)))
          .stream()
          .filter(record -> places.containsKey(record.place().hash()))
          .filter(record -> !retention.isOver(record.place().bucket()))
          .filter(record -> isMissingOrBehind(standings.get(record.place().hash()), record))
          .forEach(restored::add);
    }
    records.restore(restored, places);
    return restored.size();
  }

  /** Whoever was executed more often than the events tell was refused since, which they do not. */
  private static boolean isMissingOrBehind(@Nullable Standing standing, IdempotencyRecord told) {
    if (standing == null) {
      return true;
    }
    if (standing.status() == Status.SUCCEEDED || standing.attempts() > told.attempts()) {
      return false;
    }
    return standing.createdAt().isBefore(told.createdAt())
        || standing.attempts() < told.attempts()
        || (told.status() != Status.PROCESSING && told.status() != standing.status());
  }

  /**
   * How the records stand that are there, each looked for in the one partition that may hold it.
   */
  private Map<UUID, Standing> standings(Set<UUID> hashes) {
    Map<LocalDate, List<UUID>> byBucket =
        records.bucketsOf(hashes).stream()
            .collect(
                Collectors.groupingBy(
                    Place::bucket, Collectors.mapping(Place::hash, Collectors.toList())));
    Map<UUID, Standing> standings = new HashMap<>();
    byBucket.forEach(
        (bucket, some) ->
            records
                .standings(bucket, some)
                .forEach(standing -> standings.put(standing.place().hash(), standing)));
    return standings;
  }

  private void lockPayments(List<PaymentId> payments) {
    List<String> locked =
        jdbc.queryForList(
            """
            select payment_id from payment_view where payment_id = any(?)
            order by payment_id for update
            """,
            String.class,
            array(payments));
    if (locked.size() != payments.size()) {
      throw new IllegalStateException("the views of payments are incomplete");
    }
  }

  /** Where each payment's events stand in the whole store, in their order. */
  private Map<PaymentId, List<Long>> positions(List<PaymentId> payments) {
    Map<PaymentId, List<Long>> positions = new HashMap<>();
    jdbc.query(
        """
        select aggregate_identifier, global_index from event where aggregate_identifier = any(?)
        order by aggregate_identifier, sequence_number
        """,
        row -> {
          positions
              .computeIfAbsent(
                  new PaymentId(row.getString("aggregate_identifier")), id -> new ArrayList<>())
              .add(row.getLong("global_index"));
        },
        array(payments));
    return positions;
  }

  private static Object array(List<PaymentId> payments) {
    return payments.stream().map(PaymentId::value).toArray(String[]::new);
  }
}
