package dev.onceledger.idempotency;

import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.Scope;
import dev.onceledger.api.payment.Decision;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.idempotency.IdempotencyRecord.Problem;
import dev.onceledger.idempotency.IdempotencyRecord.Status;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The records and their arbiter. Every method joins the transaction of its caller.
 *
 * <p>The arbiter's primary key decides who owns a key; no SELECT does.
 */
public final class IdempotencyRecords {
  private static final String INSERT =
      """
      insert into idempotency_record (hash, bucket, scope, key, status, attempts, token, method,
        path, fingerprint, pointer_hashes, payment_id, operation_id, problem, problem_detail,
        created_at, completed_at, reply_status, reply_version, reply)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private final JdbcTemplate jdbc;
  private final RetentionPromises retention;
  private final Clock clock;

  public IdempotencyRecords(JdbcTemplate jdbc, RetentionPromises retention, Clock clock) {
    this.jdbc = jdbc;
    this.retention = retention;
    this.clock = clock;
  }

  /** The record of a key, if there is one. Proves nothing about a request still on its way. */
  public Optional<IdempotencyRecord> find(Scope scope, IdempotencyKey key) {
    UUID hash = KeyHash.of(scope, key);
    return bucketOf(hash).flatMap(bucket -> find(new Place(hash, bucket), scope, key));
  }

  // ---- the claim

  /**
   * Claims the key for this transaction: true makes the caller its owner. Waits while another
   * transaction is claiming it, for as long as {@code lock_timeout} allows.
   */
  boolean claim(Place place) {
    return jdbc.update(
            "insert into idempotency_key (hash, bucket) values (?, ?) on conflict (hash) do nothing",
            place.hash(),
            place.bucket())
        == 1;
  }

  /** Takes over a key whose record has expired; one caller at most gets true. */
  boolean takeOver(UUID hash, LocalDate expired) {
    return jdbc.update(
            "update idempotency_key set bucket = ? where hash = ? and bucket = ?",
            today(),
            hash,
            expired)
        == 1;
  }

  Optional<LocalDate> bucketOf(UUID hash) {
    return jdbc
        .queryForList("select bucket from idempotency_key where hash = ?", LocalDate.class, hash)
        .stream()
        .findFirst();
  }

  boolean isExpired(LocalDate bucket) {
    return retention.isOver(bucket);
  }

  Optional<IdempotencyRecord> find(Place place, Scope scope, IdempotencyKey key) {
    Optional<IdempotencyRecord> found =
        jdbc
            .query(
                """
                select r.*, case when status = 'PROCESSING' then
                  (select lease_until from open_operation o where o.operation_id = r.operation_id)
                  end as lease_until
                from idempotency_record r where hash = ? and bucket = ?
                """,
                (row, n) -> record(row),
                place.hash(),
                place.bucket())
            .stream()
            .findFirst();
    found.ifPresent(
        record -> {
          if (!record.scope().equals(scope) || !record.key().equals(key)) {
            throw new IllegalStateException("two keys share the hash " + place.hash());
          }
        });
    return found;
  }

  // ---- the life of a record

  /** Writes the record of a claim: PROCESSING with its decision. */
  void insertProcessing(Claim claim, IdempotentRequest request, Decision decision) {
    insert(accepted(claim, request, decision));
  }

  /** Writes the record of a request that is done at once: SUCCEEDED with its reply. */
  void insertSucceeded(
      Claim claim, IdempotentRequest request, Decision decision, Reply reply, Instant at) {
    insert(accepted(claim, request, decision).succeeded(reply, at));
  }

  /** Writes the record of a refusal: FAILED with its problem. */
  void insertFailed(Claim claim, IdempotentRequest request, Problem problem) {
    insert(claimed(claim, request).failed(problem, clock.instant()));
  }

  private IdempotencyRecord accepted(Claim claim, IdempotentRequest request, Decision decision) {
    return claimed(claim, request).accepted(decision.paymentId(), decision.operationId());
  }

  private IdempotencyRecord claimed(Claim claim, IdempotentRequest request) {
    return IdempotencyRecord.claimed(claim, request, expiresAt(claim.createdAt()));
  }

  // ---- records that were lost

  /** Locks these keys, claiming those that nobody has, and tells where their records lie. */
  Map<UUID, Place> lock(Collection<Place> places) {
    List<Place> sorted = places.stream().sorted(Comparator.comparing(Place::hash)).toList();
    jdbc.update(
        """
        insert into idempotency_key (hash, bucket)
          select * from unnest(?::uuid[], ?::date[]) on conflict (hash) do nothing
        """,
        sorted.stream().map(Place::hash).toArray(UUID[]::new),
        sorted.stream().map(place -> place.bucket().toString()).toArray(String[]::new));
    return jdbc
        .query(
            """
            select hash, bucket from idempotency_key where hash = any(?) order by hash for update
            """,
            (row, n) -> place(row),
            (Object) sorted.stream().map(Place::hash).toArray(UUID[]::new))
        .stream()
        .collect(Collectors.toMap(Place::hash, place -> place));
  }

  List<Place> bucketsOf(Collection<UUID> hashes) {
    return jdbc.query(
        "select hash, bucket from idempotency_key where hash = any(?)",
        (row, n) -> place(row),
        (Object) hashes.toArray(UUID[]::new));
  }

  /** How far a record is. */
  record Standing(Place place, Status status, int attempts, Instant createdAt) {}

  /** Those of the keys that have a record in that bucket. */
  List<Standing> standings(LocalDate bucket, Collection<UUID> hashes) {
    return jdbc.query(
        """
        select hash, bucket, status, attempts, created_at from idempotency_record
        where bucket = ? and hash = any(?)
        """,
        (row, n) ->
            new Standing(
                place(row),
                Status.valueOf(row.getString("status")),
                row.getInt("attempts"),
                row.getObject("created_at", OffsetDateTime.class).toInstant()),
        bucket,
        hashes.toArray(UUID[]::new));
  }

  /**
   * Writes records that were missing or behind.
   *
   * @param arbiter where it has their keys, which are locked
   */
  void restore(List<IdempotencyRecord> missing, Map<UUID, Place> arbiter) {
    jdbc.batchUpdate(
        "delete from idempotency_record where hash = ? and bucket = ?",
        missing.stream()
            .map(record -> Objects.requireNonNull(arbiter.get(record.place().hash())))
            .map(place -> new Object[] {place.hash(), place.bucket()})
            .toList());
    jdbc.batchUpdate(
        "update idempotency_key set bucket = ? where hash = ?",
        missing.stream()
            .map(IdempotencyRecord::place)
            .filter(place -> !place.equals(arbiter.get(place.hash())))
            .map(place -> new Object[] {place.bucket(), place.hash()})
            .toList());
    jdbc.batchUpdate(INSERT, missing.stream().map(IdempotencyRecords::values).toList());
  }

  private static Place place(ResultSet row) throws SQLException {
    return new Place(row.getObject("hash", UUID.class), row.getObject("bucket", LocalDate.class));
  }

  private void insert(IdempotencyRecord record) {
    jdbc.update(INSERT, values(record));
  }

  private static @Nullable Object[] values(IdempotencyRecord record) {
    Problem problem = record.problem();
    Reply reply = record.reply();
    return new @Nullable Object[] {
      record.place().hash(),
      record.place().bucket(),
      record.scope().value(),
      record.key().value(),
      record.status().name(),
      record.attempts(),
      record.token(),
      record.method(),
      record.path(),
      record.fingerprint().whole().value(),
      record.fingerprint().text(),
      record.paymentId() == null ? null : record.paymentId().value(),
      record.operationId() == null ? null : record.operationId().value(),
      problem == null ? null : problem.name(),
      problem == null ? null : problem.detail(),
      time(record.createdAt()),
      time(record.completedAt()),
      reply == null ? null : reply.status(),
      reply == null ? null : reply.version(),
      reply == null ? null : reply.body()
    };
  }

  /**
   * Claims a FAILED record for another execution; of several callers one gets its place. That is
   * today's: it is remembered as long as what is executed now.
   */
  Optional<Place> reclaim(IdempotencyRecord seen, String token) {
    Place place = new Place(seen.place().hash(), today());
    int claimed =
        jdbc.update(
            """
            update idempotency_record
            set bucket = ?, status = 'PROCESSING', attempts = attempts + 1, token = ?,
              problem = null, problem_detail = null, completed_at = null
            where hash = ? and bucket = ? and status = 'FAILED' and attempts = ?
            """,
            place.bucket(),
            token,
            seen.place().hash(),
            seen.place().bucket(),
            seen.attempts());
    if (claimed == 1 && !place.equals(seen.place())) {
      jdbc.update(
          "update idempotency_key set bucket = ? where hash = ?", place.bucket(), place.hash());
    }
    return claimed == 1 ? Optional.of(place) : Optional.empty();
  }

  /** Names what a re-claimed record now does. */
  void setOperation(Place place, Decision decision) {
    jdbc.update(
        """
        update idempotency_record set payment_id = ?, operation_id = ?
        where hash = ? and bucket = ?
        """,
        decision.paymentId().value(),
        decision.operationId().value(),
        place.hash(),
        place.bucket());
  }

  /** Ends a re-claimed record in FAILED again: the request was refused. */
  void fail(Place place, Problem problem) {
    fail(place, null, problem, clock.instant());
  }

  /** Ends the record in FAILED if it is that of the operation: surely nothing happened. */
  void fail(Place place, @Nullable OperationId operation, Problem problem, Instant at) {
    String ofOperation = operation == null ? null : operation.value();
    jdbc.update(
        """
        update idempotency_record
        set status = 'FAILED', problem = ?, problem_detail = ?, completed_at = ?
        where hash = ? and bucket = ? and status = 'PROCESSING'
          and (?::text is null or operation_id = ?)
        """,
        problem.name(),
        problem.detail(),
        time(at),
        place.hash(),
        place.bucket(),
        ofOperation,
        ofOperation);
  }

  /**
   * Ends the record in SUCCEEDED with its reply. A record that has one keeps it: no key ever gets
   * two different final answers. Money that is proven to have moved later turns FAILED, too.
   */
  void succeed(Place place, OperationId operation, Reply reply, Instant at) {
    jdbc.update(
        """
        update idempotency_record
        set status = 'SUCCEEDED', reply_status = ?, reply_version = ?, reply = ?, completed_at = ?,
          problem = null, problem_detail = null
        where hash = ? and bucket = ? and operation_id = ? and status <> 'SUCCEEDED'
        """,
        reply.status(),
        reply.version(),
        reply.body(),
        time(at),
        place.hash(),
        place.bucket(),
        operation.value());
  }

  LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }

  Instant expiresAt(Instant createdAt) {
    return createdAt.plusSeconds(retention.longestDays() * 86_400L);
  }

  private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
    return instant == null ? null : OffsetDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  private IdempotencyRecord record(ResultSet row) throws SQLException {
    Instant createdAt = row.getObject("created_at", OffsetDateTime.class).toInstant();
    OffsetDateTime completedAt = row.getObject("completed_at", OffsetDateTime.class);
    OffsetDateTime leaseUntil = row.getObject("lease_until", OffsetDateTime.class);
    String paymentId = row.getString("payment_id");
    String operationId = row.getString("operation_id");
    String problem = row.getString("problem");
    byte[] reply = row.getBytes("reply");
    return new IdempotencyRecord(
        place(row),
        new Scope(row.getString("scope")),
        new IdempotencyKey(row.getString("key")),
        Status.valueOf(row.getString("status")),
        row.getInt("attempts"),
        row.getString("token"),
        row.getString("method"),
        row.getString("path"),
        RequestFingerprint.parse(row.getString("pointer_hashes")),
        paymentId == null ? null : new PaymentId(paymentId),
        operationId == null ? null : new OperationId(operationId),
        reply == null
            ? null
            : new Reply(row.getInt("reply_status"), row.getLong("reply_version"), reply),
        problem == null ? null : new Problem(problem, row.getString("problem_detail")),
        createdAt,
        completedAt == null ? null : completedAt.toInstant(),
        leaseUntil == null ? null : leaseUntil.toInstant(),
        expiresAt(createdAt));
  }
}
