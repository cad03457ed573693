package dev.onceledger.idempotency;

import static dev.onceledger.support.Bodies.amount;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.part;
import static dev.onceledger.support.Bodies.payment;
import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.payment.drive.Intents;
import dev.onceledger.payment.view.PaymentHistory;
import dev.onceledger.payment.view.PaymentRow;
import dev.onceledger.security.Role;
import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import dev.onceledger.support.Together;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The records of keys are what the events tell: lost, they come back as they were. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RebuildTest {
  /** {@code -Drebuild.payments=50000} makes 100,000 records. */
  private static final int PAYMENTS = Integer.getInteger("rebuild.payments", 500);

  private static final Duration SOON = Duration.ofSeconds(30);

  private @Nullable Ledger started;

  @BeforeAll
  void start() {
    started =
        Ledger.start(
            "ledger.gateway.sandbox.read-timeout-millis=1500",
            "ledger.gateway.circuit.minimum-calls=1000",
            "ledger.gateway.circuit.window-calls=1000",
            "ledger.drive.lease-seconds=2",
            "ledger.recovery.grace-seconds=1",
            "ledger.recovery.poll-millis=100",
            "ledger.recovery.first-pause-seconds=1",
            "ledger.recovery.last-pause-seconds=1");
  }

  @AfterAll
  void stop() {
    ledger().close();
  }

  // ---- every way in which a record comes to be

  @Test
  void every_record_whose_command_wrote_an_event_comes_back_as_it_was() {
    everyCommand();
    failedAndExecutedAnew();
    closedByVoid();
    decidedByHand();
    lateSuccess();
    String open = undecided();
    Map<String, String> before = records();
    assertThat(before.values()).anyMatch(record -> record.contains("\"PROCESSING\""));

    loseAll();
    String printed = ledger().run("rebuild", "idempotency-records");

    assertThat(records()).isEqualTo(before);
    assertThat(printed).contains("done: %,d records restored, 0 keys".formatted(before.size()));
    // A record that came back is the one that the outcome finds.
    succeeds(open);
    assertThat(records().values()).noneMatch(record -> record.contains("\"PROCESSING\""));
  }

  private void everyCommand() {
    String id = pay("tok_ok", "manual");
    post("/v1/payments/" + id + "/captures", part(700, "CNY"), 201);
    post("/v1/payments/" + id + "/voids", "{}", 201);
    post("/v1/payments/" + id + "/refunds", part(100, "CNY"), 201);
    // It is refused; its record is not told by any event.
    post("/v1/payments/" + id + "/refunds", part(99_999, "CNY"), 422);
    post("/v1/payments/" + pay("tok_capture_decline", "manual") + "/captures", "{}", 201);
    String order = fresh("order");
    post("/v1/payments", payment(order, "tok_decline"), 201);
    post(
        "/v1/payments",
        "{\"reference\":\"%s\",\"attempt\":2,\"amount\":%s,\"paymentMethod\":\"tok_ok\",\"metadata\":%s}"
            .formatted(
                order,
                amount(1999, "CNY"),
                "{\"z\":\"1\",\"b\":\"2\",\"y\":\"3\",\"a\":\"\\u00e4\",\"k\":\"5\",\"q\":\"6\"}"),
        201);
  }

  private void failedAndExecutedAnew() {
    for (int executions = 1; executions <= 2; executions++) {
      String key = fresh("key");
      String body = payment(fresh("order"), "tok_never_arrived");
      post("/v1/payments", key, body, 202);
      awaitStatus(key, "FAILED");
      if (executions == 2) {
        post("/v1/payments", key, body, 201);
      }
    }
    // Refused first, which no event tells, and executed once there was something to give back.
    String key = fresh("key");
    String id = pay("tok_ok", "manual");
    post("/v1/payments/" + id + "/refunds", key, part(100, "CNY"), 422);
    post("/v1/payments/" + id + "/captures", "{}", 201);
    post("/v1/payments/" + id + "/refunds", key, part(100, "CNY"), 201);
  }

  private void closedByVoid() {
    String key = fresh("key");
    Response created = post("/v1/payments", key, payment(fresh("order"), "tok_arrives_late"), 202);
    Response closed = post("/v1/payments/" + created.at("/id") + "/voids", "{}", 201);
    assertThat(closed.at("/state")).isEqualTo("VOIDED");
    awaitStatus(key, "FAILED");
  }

  private void decidedByHand() {
    for (String outcome : List.of("SUCCEEDED", "DECLINED")) {
      Response created =
          post("/v1/payments", fresh("key"), payment(fresh("order"), "tok_down"), 202);
      String path = "/v1/operations/" + created.at("/operations/0/id") + "/resolutions";
      String body = "{\"outcome\":\"%s\",\"reason\":\"said so\"}".formatted(outcome);
      Response resolved =
          await()
              .atMost(SOON)
              .until(
                  () -> ledger().api(Role.OPERATOR, "test").post(path, fresh("key"), body),
                  answer -> answer.status() != 409);
      assertThat(resolved.status()).as(resolved.toString()).isEqualTo(201);
    }
  }

  private void lateSuccess() {
    for (String method : List.of("tok_decline", "tok_never_arrived")) {
      String key = fresh("key");
      Response created = orders().post("/v1/payments", key, payment(fresh("order"), method));
      awaitStatus(key, method.equals("tok_decline") ? "SUCCEEDED" : "FAILED");
      succeeds(created.at("/id"));
      awaitStatus(key, "SUCCEEDED");
    }
  }

  /** A payment that nobody can tell anything about. */
  private String undecided() {
    return post("/v1/payments", fresh("key"), payment(fresh("order"), "tok_down"), 202).at("/id");
  }

  // ---- many, beside a ledger that serves

  @Test
  void many_come_back_while_the_ledger_serves() {
    List<String> bodies = new ArrayList<>();
    for (int i = 0; i < PAYMENTS; i++) {
      bodies.add(payment(fresh("order"), "tok_ok"));
    }
    Together.run(
        8,
        thread -> {
          for (int i = thread; i < PAYMENTS; i += 8) {
            String id = post("/v1/payments", "key-of-" + i, bodies.get(i), 201).at("/id");
            post("/v1/payments/" + id + "/refunds", "refund-of-" + i, part(100, "CNY"), 201);
          }
          return thread;
        });
    Map<String, String> before = records();

    loseAll();
    AtomicReference<Rebuild.@Nullable Progress> done = new AtomicReference<>();
    List<Long> served =
        Together.run(
            4,
            thread -> {
              if (thread == 0) {
                done.set(rebuilt("beside a ledger that serves"));
                return 0L;
              }
              long count = 0;
              for (int i = thread; i < PAYMENTS && done.get() == null; i += 3) {
                // Its record may be there or not: in any case nothing is done twice.
                Response again = orders().post("/v1/payments", "key-of-" + i, bodies.get(i));
                assertThat(again.status()).as(again.toString()).isIn(201, 200, 409);
                post("/v1/payments", fresh("new"), payment(fresh("order"), "tok_ok"), 201);
                count++;
              }
              return count;
            });
    System.out.println("Requests served meanwhile, twice each: " + served);

    Map<String, String> after = records();
    before.forEach((key, record) -> assertThat(after.get(key)).as(key).isEqualTo(record));
    // What was written meanwhile, too, is what the events tell.
    loseAll();
    rebuilt("alone");
    assertThat(records()).isEqualTo(after);
  }

  private Rebuild.Progress rebuilt(String how) {
    long begun = System.nanoTime();
    Rebuild.Progress progress = rebuild(history()).run(step -> {});
    System.out.printf(
        "%,d records restored %s, %,.0f a second%n",
        progress.restored(), how, progress.restored() * 1e9 / (System.nanoTime() - begun));
    return progress;
  }

  /** Otherwise the record would stay PROCESSING for ever: its outcome is in no hurry to return. */
  @Test
  void an_outcome_that_comes_meanwhile_finds_the_record() {
    String id = pay("tok_refund_down", "automatic");
    String key = fresh("key");
    post("/v1/payments/" + id + "/refunds", key, part(100, "CNY"), 202);
    ledger().jdbc().update("delete from idempotency_record where payment_id = ?", id);
    AtomicReference<@Nullable CompletableFuture<Void>> outcome = new AtomicReference<>();
    PastReplies meanwhile =
        (past, position) -> {
          if (past.get(0).getAggregateIdentifier().equals(id) && outcome.get() == null) {
            CompletableFuture<Void> told = CompletableFuture.runAsync(() -> succeeds(id, 1));
            outcome.set(told);
            await().atMost(SOON).until(() -> told.isDone() || someoneWaitsForALock());
          }
          return history().after(past, position);
        };

    assertThat(rebuild(meanwhile).run(progress -> {}).restored()).isEqualTo(2);

    Objects.requireNonNull(outcome.get()).join();
    assertThat(status(key)).isEqualTo("SUCCEEDED");
  }

  @Test
  void what_is_there_is_left_as_it_is() {
    String key = fresh("key");
    post("/v1/payments", key, payment(fresh("order"), "tok_ok"), 201);
    ledger().jdbc().update("update idempotency_record set token = 'another' where key = ?", key);
    Map<String, String> before = records();

    assertThat(rebuild(history()).run(progress -> {}).restored()).isZero();

    assertThat(records()).isEqualTo(before);
  }

  @Test
  void a_key_whose_record_alone_is_lost_is_free_of_its_blockade() {
    String key = fresh("key");
    String body = payment(fresh("order"), "tok_ok");
    Response first = post("/v1/payments", key, body, 201);
    ledger().jdbc().update("delete from idempotency_record where key = ?", key);
    assertThat(orders().post("/v1/payments", key, body).status()).isEqualTo(409);

    rebuild(history()).run(progress -> {});

    Response again = post("/v1/payments", key, body, 201);
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.body()).isEqualTo(first.body());
  }

  /** As a table from an older back-up has it. */
  @Test
  void a_record_that_is_behind_is_brought_up_to_date() {
    List<String> keys = new ArrayList<>();
    for (String method : List.of("tok_error_500", "tok_never_arrived")) {
      keys.add(fresh("key"));
      post("/v1/payments", keys.get(keys.size() - 1), payment(fresh("order"), method), 202);
    }
    ledger().jdbc().execute("create table stale as table idempotency_record");
    awaitStatus(keys.get(0), "SUCCEEDED");
    awaitStatus(keys.get(1), "FAILED");
    Map<String, String> before = records();
    for (String key : keys) {
      ledger().jdbc().update("delete from idempotency_record where key = ?", key);
      ledger()
          .jdbc()
          .update("insert into idempotency_record select * from stale where key = ?", key);
    }

    assertThat(rebuild(history()).run(progress -> {}).restored()).isEqualTo(2);

    assertThat(records()).isEqualTo(before);
  }

  /** Without it nobody finds the record, and nobody can write another. */
  @Test
  void a_record_whose_key_is_lost_is_found_again() {
    String refused = fresh("key");
    String id = pay("tok_ok", "manual");
    String refund = "/v1/payments/" + id + "/refunds";
    post(refund, refused, part(100, "CNY"), 422);
    String kept = fresh("key");
    String body = payment(fresh("order"), "tok_ok");
    Response first = post("/v1/payments", kept, body, 201);
    ledger()
        .jdbc()
        .update(
            """
            delete from idempotency_key k using idempotency_record r
            where r.hash = k.hash and r.key in (?, ?)
            """,
            refused,
            kept);

    assertThat(rebuild(history()).run(progress -> {}).found()).isEqualTo(2);

    assertThat(post("/v1/payments", kept, body, 201).body()).isEqualTo(first.body());
    post("/v1/payments/" + id + "/captures", "{}", 201);
    post(refund, refused, part(100, "CNY"), 201);
  }

  @Test
  void a_partition_that_somebody_detached_comes_back() {
    String key = fresh("key");
    String body = payment(fresh("order"), "tok_ok");
    Response first = post("/v1/payments", key, body, 201);
    String partition =
        "idempotency_record_" + LocalDate.now(UTC).format(DateTimeFormatter.BASIC_ISO_DATE);
    ledger().jdbc().execute("alter table idempotency_record detach partition " + partition);

    assertThat(post("/v1/payments", payment(fresh("order"), "tok_ok"), 201).status())
        .isEqualTo(201);

    assertThat(post("/v1/payments", key, body, 201).body()).isEqualTo(first.body());
  }

  // ----

  private Rebuild rebuild(PastReplies replies) {
    return ledger()
        .bean(Idempotency.class)
        .rebuild(
            new TransactionTemplate(ledger().bean(JdbcTransactionManager.class)),
            ledger().bean(EventStore.class),
            replies);
  }

  private PastReplies history() {
    return (past, position) -> {
      PaymentRow row = PaymentHistory.after(past, position);
      return new Reply(201, row.version(), row.document());
    };
  }

  /** Every record that an event tells of, whole, by its key; and where the arbiter has it. */
  private Map<String, String> records() {
    Map<String, String> records = new TreeMap<>();
    ledger()
        .jdbc()
        .query(
            """
            select r.key, k.bucket || ' ' || row_to_json(r) as record
            from idempotency_record r left join idempotency_key k on k.hash = r.hash
            where r.payment_id is not null
            """,
            row -> {
              records.put(row.getString("key"), row.getString("record"));
            });
    return records;
  }

  private void loseAll() {
    ledger().jdbc().execute("truncate idempotency_record, idempotency_key");
  }

  private boolean someoneWaitsForALock() {
    return Boolean.TRUE.equals(
        ledger()
            .jdbc()
            .queryForObject(
                """
                select exists (select 1 from pg_stat_activity
                  where datname = current_database() and wait_event_type = 'Lock')
                """,
                Boolean.class));
  }

  /** The gateway tells that an operation took effect after all. */
  private void succeeds(String paymentId) {
    succeeds(paymentId, 0);
  }

  private void succeeds(String paymentId, int place) {
    PaymentId payment = new PaymentId(paymentId);
    OperationId operation =
        new OperationId(
            orders().get("/v1/payments/" + paymentId).at("/operations/" + place + "/id"));
    ledger()
        .bean(Commands.class)
        .write(
            new RecordOutcome(
                payment,
                operation,
                OperationState.SUCCEEDED,
                new GatewayReference("late_" + paymentId),
                null,
                new Evidence(Evidence.Source.INQUIRY, 1)),
            ledger().bean(Intents.class).requestOf(payment, operation).orElseThrow());
  }

  private void awaitStatus(String key, String status) {
    await().atMost(SOON).until(() -> status(key).equals(status));
  }

  private String status(String key) {
    return orders().get("/v1/idempotency-keys/" + key).at("/status");
  }

  private String pay(String method, String capture) {
    String body = payment(fresh("order"), method, 1999, "CNY", capture);
    return post("/v1/payments", body, 201).at("/id");
  }

  private Response post(String path, String body, int status) {
    return post(path, fresh("key"), body, status);
  }

  private Response post(String path, String key, String body, int status) {
    Response answer = orders().post(path, key, body);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    return answer;
  }

  private @Nullable Api client;

  private synchronized Api orders() {
    if (client == null) {
      client = ledger().orders();
    }
    return client;
  }

  private Ledger ledger() {
    return Objects.requireNonNull(started);
  }
}
