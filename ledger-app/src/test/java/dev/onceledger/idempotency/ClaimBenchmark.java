package dev.onceledger.idempotency;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.ZoneOffset.UTC;

import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.Scope;
import dev.onceledger.api.payment.Decision;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.idempotency.Claims.Result;
import dev.onceledger.store.Database;
import dev.onceledger.support.TestDatabase;
import dev.onceledger.support.Together;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What a claim costs beside many partitions: the same number of records in one partition and in
 * sixty, and the cheapest thing that could be done instead, one table with one unique index.
 *
 * <p>Not part of the build: {@code ./mvnw -pl ledger-app -am test -Dtest=ClaimBenchmark
 * -Dsurefire.failIfNoSpecifiedTests=false}. The rounds of the three take turns, so that their
 * ratios are those of one run; a figure is the median of its rounds.
 */
class ClaimBenchmark {
  private static final int RECORDS = Integer.getInteger("claim.records", 600_000);
  private static final int ROUNDS = Integer.getInteger("claim.rounds", 15);
  private static final int THREADS = 8;
  private static final int CLAIMS = 4_000;
  private static final byte[] REPLY = "x".repeat(1_000).getBytes(UTF_8);

  /** One way to remember keys, on a database of its own. */
  private abstract static class Way implements AutoCloseable {
    final String name;
    final TestDatabase test = TestDatabase.create();
    final Database database = Database.open(test.settings());
    final JdbcTemplate jdbc = new JdbcTemplate(database.application());
    final List<Double> claimsPerSecond = new ArrayList<>();
    final List<Double> replaysPerSecond = new ArrayList<>();
    private final TransactionTemplate transactions =
        new TransactionTemplate(new JdbcTransactionManager(database.application()));
    private final AtomicLong next = new AtomicLong();

    Way(String name) {
      this.name = name;
    }

    abstract void claim(IdempotentRequest request);

    abstract void replay(IdempotentRequest request);

    void round() {
      long first = next.get();
      claimsPerSecond.add(perSecond(() -> claim(request(next.getAndIncrement()))));
      AtomicLong again = new AtomicLong(first);
      replaysPerSecond.add(perSecond(() -> replay(request(again.getAndIncrement()))));
    }

    private double perSecond(Runnable one) {
      long begun = System.nanoTime();
      Together.run(
          THREADS,
          thread -> {
            for (int i = 0; i < CLAIMS / THREADS; i++) {
              transactions.executeWithoutResult(status -> one.run());
            }
            return thread;
          });
      return CLAIMS * 1e9 / (System.nanoTime() - begun);
    }

    @Override
    public void close() {
      database.close();
      test.close();
    }
  }

  private static final class Partitioned extends Way {
    private final IdempotencyRecords records;
    private final Claims claims;
    private final Clock clock = Clock.tickMillis(UTC);

    Partitioned(int days) {
      super(days + (days == 1 ? " partition" : " partitions"));
      Flyway.configure().dataSource(database.maintenance()).load().migrate();
      RetentionSettings settings = new RetentionSettings(365, 72, 5, 1, 60);
      Partitions partitions =
          new Partitions(new JdbcTemplate(database.maintenance()), settings, clock);
      RetentionPromises promises = new RetentionPromises(jdbc, settings, clock);
      records = new IdempotencyRecords(jdbc, promises, clock);
      claims = new Claims(records, promises, clock);
      LocalDate today = LocalDate.now(UTC);
      for (int day = 0; day < days; day++) {
        partitions.ensure(today.minusDays(day));
        fill(today.minusDays(day), RECORDS / days);
      }
      jdbc.execute("analyze");
    }

    private void fill(LocalDate day, int records) {
      JdbcTemplate maintenance = new JdbcTemplate(database.maintenance());
      maintenance.update(
          """
          with claimed as (
            insert into idempotency_key
              select gen_random_uuid(), ? from generate_series(1, ?) returning hash, bucket)
          insert into idempotency_record (hash, bucket, scope, key, status, attempts, token, method,
            path, fingerprint, pointer_hashes, payment_id, operation_id, created_at, completed_at,
            reply_status, reply_version, reply)
          select hash, bucket, 'test', hash::text, 'SUCCEEDED', 1, 't', 'POST', '/v1/payments', 'f',
            'p', 'pay', 'op', now(), now(), 201, 2, ?
          from claimed
          """,
          day,
          records,
          REPLY);
    }

    @Override
    void claim(IdempotentRequest request) {
      Result result = claims.claim(request);
      records.insertSucceeded(
          result.claim().orElseThrow(),
          request,
          DECISION,
          new Reply(201, 2, REPLY),
          clock.instant());
    }

    @Override
    void replay(IdempotentRequest request) {
      Objects.requireNonNull(records.find(request.scope(), request.key()).orElseThrow().reply());
    }
  }

  /** One table that grows for ever, whose old rows only a DELETE could take away. */
  private static final class OneTable extends Way {
    OneTable() {
      super("one table, no partitions");
      jdbc.execute("create table record (hash uuid primary key, line text not null, reply bytea)");
      new JdbcTemplate(database.maintenance())
          .update(
              "insert into record select gen_random_uuid(), ?, ? from generate_series(1, ?)",
              "l".repeat(300),
              REPLY,
              RECORDS);
      jdbc.execute("analyze");
    }

    @Override
    void claim(IdempotentRequest request) {
      int rows =
          jdbc.update(
              "insert into record values (?, ?, ?) on conflict (hash) do nothing",
              KeyHash.of(request.scope(), request.key()),
              "l".repeat(300),
              REPLY);
      if (rows != 1) {
        throw new IllegalStateException("not mine");
      }
    }

    @Override
    void replay(IdempotentRequest request) {
      UUID hash = KeyHash.of(request.scope(), request.key());
      jdbc.queryForMap("select line, reply from record where hash = ?", hash);
    }
  }

  private static final Decision DECISION =
      Decision.found(new PaymentId("pay_" + "0".repeat(26)), OperationId.of(new UUID(0, 1)));

  private static IdempotentRequest request(long number) {
    Scope scope = new Scope("test");
    return new IdempotentRequest(
        scope,
        new IdempotencyKey("key-" + number),
        RequestFingerprint.of(scope, "POST /v1/payments", Map.of("/amount/minor", "1999")),
        "token",
        "POST",
        "/v1/payments",
        "key:benchmark",
        "request");
  }

  @Test
  void claims_and_replays() {
    try (Way one = new Partitioned(1);
        Way sixty = new Partitioned(60);
        Way plain = new OneTable()) {
      List<Way> ways = List.of(one, sixty, plain);
      for (int round = 0; round < ROUNDS; round++) {
        ways.forEach(Way::round);
      }
      System.out.printf(
          "%s, %,d records, %d threads, %d rounds of %,d, fsync off%n",
          Instant.now(), RECORDS, THREADS, ROUNDS, CLAIMS);
      for (Way way : ways) {
        System.out.printf(
            "%-26s claims/s %,7.0f (%.2f of one partition)   replays/s %,7.0f (%.2f)%n",
            way.name,
            median(way.claimsPerSecond),
            median(way.claimsPerSecond) / median(one.claimsPerSecond),
            median(way.replaysPerSecond),
            median(way.replaysPerSecond) / median(one.replaysPerSecond));
      }
    }
  }

  /** The first rounds warm up. */
  private static double median(List<Double> rounds) {
    List<Double> warm = new ArrayList<>(rounds.subList(rounds.size() / 3, rounds.size()));
    Collections.sort(warm);
    return warm.get(warm.size() / 2);
  }
}
