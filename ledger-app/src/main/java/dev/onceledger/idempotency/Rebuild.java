package dev.onceledger.idempotency;

import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.store.StoreFault;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Restores the records that are missing, of the keys that are remembered, from the events. The
 * ledger may serve meanwhile, on any number of nodes, and what is there is left as it is.
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
   * @param restored the records restored so far
   */
  public record Progress(long position, long head, long restored) {}

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
    oldest.datesUntil(records.today().plusDays(1)).forEach(partitions::ensure);
    Progress progress = new Progress(0, head(), 0);
    while (progress.position() < progress.head()) {
      long until = Math.min(progress.position() + POSITIONS, progress.head());
      long restored = progress.restored();
      for (List<PaymentId> batch : touched(progress.position(), until, oldest)) {
        restored += Retry.of("rebuild", CONFLICTS).executeSupplier(() -> restore(batch));
      }
      progress = new Progress(until, head(), restored);
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
    Map<UUID, IdempotencyRecord> missing =
        told(payments, (payment, version) -> new Reply(0, version, new byte[0]));
    missing.keySet().removeAll(present(missing.keySet()));
    if (missing.isEmpty()) {
      return 0;
    }
    List<PaymentId> theirs =
        payments.stream()
            .filter(p -> missing.values().stream().anyMatch(r -> p.equals(r.paymentId())))
            .toList();
    Integer restored = transactions.execute(status -> restore(missing, theirs));
    return restored == null ? 0 : restored;
  }

  private int restore(Map<UUID, IdempotencyRecord> missing, List<PaymentId> payments) {
    missing.forEach((hash, record) -> records.claim(record.place()));
    lockKeys(missing.keySet());
    lockPayments(payments);
    Set<UUID> present = present(missing.keySet());
    int restored = 0;
    for (IdempotencyRecord record : told(payments, replies).values()) {
      UUID hash = record.place().hash();
      if (missing.containsKey(hash) && !present.contains(hash)) {
        records.restore(record);
        restored++;
      }
    }
    return restored;
  }

  /** What the events tell of the requests on these payments, by the hash of their keys. */
  private Map<UUID, IdempotencyRecord> told(List<PaymentId> payments, PastReplies made) {
    Map<UUID, IdempotencyRecord> told = new TreeMap<>();
    for (PaymentId payment : payments) {
      RecordsOfPayment.of(
              events.readEvents(payment.value()).asStream().toList(), records::expiresAt, made)
          .stream()
          .filter(record -> !retention.isOver(record.place().bucket()))
          .forEach(record -> told.put(record.place().hash(), record));
    }
    return told;
  }

  /** Those that have a record, each looked for in the one partition that may hold it. */
  private Set<UUID> present(Set<UUID> hashes) {
    Map<LocalDate, List<UUID>> byBucket =
        jdbc
            .query(
                "select hash, bucket from idempotency_key where hash = any(?)",
                (row, n) ->
                    new Place(
                        row.getObject("hash", UUID.class),
                        row.getObject("bucket", LocalDate.class)),
                array(hashes))
            .stream()
            .collect(
                Collectors.groupingBy(
                    Place::bucket, Collectors.mapping(Place::hash, Collectors.toList())));
    Set<UUID> present = new HashSet<>();
    byBucket.forEach(
        (bucket, some) ->
            present.addAll(
                jdbc.queryForList(
                    "select hash from idempotency_record where bucket = ? and hash = any(?)",
                    UUID.class,
                    bucket,
                    array(some))));
    return present;
  }

  private void lockKeys(Set<UUID> hashes) {
    jdbc.queryForList(
        "select hash from idempotency_key where hash = any(?) order by hash for update",
        UUID.class,
        array(hashes));
  }

  private void lockPayments(List<PaymentId> payments) {
    List<String> locked =
        jdbc.queryForList(
            """
            select payment_id from payment_view where payment_id = any(?)
            order by payment_id for update
            """,
            String.class,
            (Object) payments.stream().map(PaymentId::value).toArray(String[]::new));
    if (locked.size() != payments.size()) {
      throw new IllegalStateException("the views of payments are incomplete");
    }
  }

  private static Object array(Iterable<UUID> hashes) {
    List<UUID> all = new ArrayList<>();
    hashes.forEach(all::add);
    return all.toArray(UUID[]::new);
  }
}
