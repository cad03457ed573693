package dev.onceledger.idempotency;

import static dev.onceledger.support.Bodies.amount;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.part;
import static dev.onceledger.support.Bodies.payment;
import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.onceledger.api.Scope;
import dev.onceledger.security.ApiKeys;
import dev.onceledger.security.Role;
import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import dev.onceledger.support.SetClock;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.axonframework.eventhandling.GenericEventMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Records leave by whole partitions, never too early, and after them the reference stops a copy.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RetentionTest {
  private final SetClock clock = SetClock.right();
  private @Nullable Ledger started;

  @BeforeAll
  void start() {
    started = Ledger.startAt(clock, "ledger.gateway.sandbox.read-timeout-millis=2000");
  }

  /** The clock of events is one for the JVM. */
  @AfterAll
  void stop() {
    ledger().close();
    GenericEventMessage.clock = Clock.tickMillis(UTC);
  }

  // ---- four ways in which a key is gone

  private enum Gone {
    DELETED,
    DROPPED,
    OUT_OF_TIME,
    RESTORED_EMPTY
  }

  static List<Arguments> everyCommandEveryWay() {
    return List.of("create", "capture", "void", "refund").stream()
        .flatMap(
            command -> List.of(Gone.values()).stream().map(gone -> Arguments.of(command, gone)))
        .toList();
  }

  /** An old request: where it was sent, under which key, with which content. */
  private record Sent(String paymentId, String path, String key, String body) {}

  @ParameterizedTest
  @MethodSource("everyCommandEveryWay")
  void an_old_request_whose_key_is_gone_has_no_second_effect(String command, Gone gone)
      throws InterruptedException {
    Sent old = sent(command);
    List<String> executed = ledger().sandbox().executed(old.paymentId());
    long events = events(old.paymentId());

    forget(gone);
    Response again = orders().post(old.path(), old.key(), old.body());

    assertThat(again.status()).as(again.toString()).isEqualTo(200);
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("reference");
    assertThat(again.at("/id")).isEqualTo(old.paymentId());
    assertThat(ledger().sandbox().executed(old.paymentId())).isEqualTo(executed);
    assertThat(events(old.paymentId())).isEqualTo(events);
    // Found by reference, it is not kept: it is looked for again each time.
    assertThat(orders().post(old.path(), old.key(), old.body()).status()).isEqualTo(200);
  }

  @Test
  void other_content_under_the_old_reference_is_refused() throws InterruptedException {
    Sent old = sent("create");
    forget(Gone.DROPPED);

    Response again = orders().post(old.path(), old.key(), old.body().replace("1999", "2999"));

    assertThat(again.problem()).isEqualTo("reference-reused");
  }

  private Sent sent(String command) {
    String body = payment(fresh("order"), "tok_ok", 1999, "CNY", manual(command));
    String key = fresh("key");
    Response created = orders().post("/v1/payments", key, body);
    assertThat(created.status()).isEqualTo(201);
    String id = created.at("/id");
    if (command.equals("create")) {
      return new Sent(id, "/v1/payments", key, body);
    }
    String path = "/v1/payments/" + id + "/" + command + "s";
    String of = command.equals("void") ? "" : part(700, "CNY");
    String next = fresh("key");
    assertThat(orders().post(path, next, of).status()).isEqualTo(201);
    return new Sent(id, path, next, of);
  }

  private static String manual(String command) {
    return command.equals("capture") || command.equals("void") ? "manual" : "automatic";
  }

  private void forget(Gone gone) throws InterruptedException {
    switch (gone) {
      case DELETED -> {
        ledger().jdbc().update("delete from idempotency_record where scope = 'test'");
        ledger().jdbc().update("delete from idempotency_key");
      }
      case DROPPED -> {
        clock.forward(Duration.ofDays(32));
        retention().clean();
        assertThat(partitions()).doesNotContain(nameOf(today().minusDays(32)));
      }
      case OUT_OF_TIME -> clock.forward(Duration.ofDays(32));
      case RESTORED_EMPTY ->
          ledger().jdbc().execute("truncate idempotency_record, idempotency_key");
    }
  }

  // ---- what is not dropped

  @Test
  void a_partition_with_a_request_that_is_not_resolved_stays() throws InterruptedException {
    String key = fresh("key");
    String body = payment(fresh("order"), "tok_error_500");
    assertThat(orders().post("/v1/payments", key, body).status()).isEqualTo(202);
    LocalDate day = today();

    clock.forward(Duration.ofDays(40));
    retention().clean();

    assertThat(partitions()).contains(nameOf(day)).doesNotContain(nameOf(day.minusDays(1)));
    assertThat(orders().get("/v1/idempotency-keys/" + key).at("/status")).isEqualTo("PROCESSING");
    ledger()
        .jdbc()
        .update(
            "update idempotency_record set status = 'FAILED', problem = 'x', problem_detail = 'x',"
                + " completed_at = now() where key = ?",
            key);
    retention().clean();
    assertThat(partitions()).doesNotContain(nameOf(day));
    assertThat(arbitersOf(day)).isZero();
  }

  @Test
  void of_two_nodes_the_longer_memory_counts() throws InterruptedException {
    String key = fresh("key");
    String body = payment(fresh("order"), "tok_ok");
    Response first;
    try (Ledger longer = ledger().nodeAt(clock, "ledger.idempotency.retention-days=60")) {
      first = orders().at(longer.uri()).post("/v1/payments", key, body);
      assertThat(first.status()).isEqualTo(201);
    }
    LocalDate day = today();

    clock.forward(Duration.ofDays(45));
    retention().clean();

    assertThat(partitions()).contains(nameOf(day));
    Response replay = orders().post("/v1/payments", key, body);
    assertThat(replay.status()).isEqualTo(201);
    assertThat(replay.body()).isEqualTo(first.body());
    clock.forward(Duration.ofDays(17));
    retention().clean();
    assertThat(partitions()).doesNotContain(nameOf(day));
  }

  @Test
  void what_is_executed_again_is_remembered_from_then_on() {
    String id = pay("tok_ok", "automatic");
    String key = fresh("key");
    String path = "/v1/payments/" + id + "/captures";
    assertThat(orders().post(path, key, "").problem()).isEqualTo("payment-not-capturable");
    LocalDate day = bucketOf(key);
    clock.forward(Duration.ofDays(20));

    assertThat(orders().post(path, key, "").problem()).isEqualTo("payment-not-capturable");

    assertThat(bucketOf(key)).isEqualTo(day.plusDays(20));
    assertThat(orders().get("/v1/idempotency-keys/" + key).at("/attempts")).isEqualTo("2");
  }

  // ---- what is not blocked

  /** As long as a transaction has the records open, their partitions cannot go; claims go on. */
  @Test
  void nobody_waits_for_a_partition_to_be_dropped() throws Exception {
    clock.forward(Duration.ofDays(40));
    try (Connection holder = ledger().bean(DataSource.class).getConnection();
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("select count(*) from idempotency_record");
      CompletableFuture<Void> dropping = CompletableFuture.runAsync(this::clean);
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> waitingForALock() > 0 || dropping.isDone());

      for (int i = 0; i < 20; i++) {
        pay("tok_ok", "automatic");
      }

      holder.rollback();
      dropping.exceptionally(failed -> null).join();
    }
    clean();
    assertThat(partitions()).noneMatch(name -> name.compareTo(nameOf(today().minusDays(31))) < 0);
  }

  // ---- the constraint

  @Test
  void a_node_that_forgets_before_a_client_gives_up_does_not_start() {
    ledger().bean(ApiKeys.class).create(Role.ORDER_SERVICE, new Scope("test"), "patient", 600);

    assertThatThrownBy(() -> ledger().node("ledger.idempotency.retention-days=20").close())
        .hasStackTraceContaining("keys are remembered for 20 days")
        .hasStackTraceContaining("the client patient (key ")
        .hasStackTraceContaining("may retry for 600 hours")
        .hasStackTraceContaining("takes 29 days");
  }

  @Test
  void a_client_that_would_outlive_the_memory_of_a_node_is_not_registered() {
    RetentionPromises promises = ledger().bean(RetentionPromises.class);
    RetentionSettings settings = ledger().bean(RetentionSettings.class);

    promises.requireLongerThan(Duration.ofDays(25), settings);
    assertThatThrownBy(() -> promises.requireLongerThan(Duration.ofHours(700), settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("may retry for 700 hours");
  }

  @Test
  void what_somebody_detached_comes_back_also_while_nothing_may_be_dropped() {
    String key = fresh("key");
    String body = payment(fresh("order"), "tok_ok");
    Response first = orders().post("/v1/payments", key, body);
    LocalDate day = bucketOf(key);
    clock.forward(Duration.ofDays(5));
    ledger().jdbc().execute("alter table idempotency_record detach partition " + nameOf(day));
    ApiKeys keys = ledger().bean(ApiKeys.class);
    String patient = keys.create(Role.AUDITOR, null, "too patient", 8760).key().id();
    try {
      assertThatThrownBy(() -> retention().clean()).isInstanceOf(RetentionTooShort.class);
    } finally {
      keys.revoke(patient);
    }

    assertThat(orders().post("/v1/payments", key, body).body()).isEqualTo(first.body());
  }

  // ---- the words

  private String pay(String method, String capture) {
    String body =
        "{\"reference\":\"%s\",\"amount\":%s,\"paymentMethod\":\"%s\",\"capture\":\"%s\"}"
            .formatted(fresh("order"), amount(1999, "CNY"), method, capture);
    Response answer = orders().post("/v1/payments", fresh("key"), body);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
    return answer.at("/id");
  }

  private void clean() {
    try {
      retention().clean();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long waitingForALock() {
    return Objects.requireNonNull(
        ledger()
            .jdbc()
            .queryForObject(
                "select count(*) from pg_stat_activity where datname = current_database()"
                    + " and wait_event_type = 'Lock'",
                Long.class));
  }

  private List<String> partitions() {
    return ledger()
        .jdbc()
        .queryForList(
            "select relname from pg_class where relname ~ '^idempotency_record_[0-9]{8}$'",
            String.class);
  }

  private LocalDate bucketOf(String key) {
    return Objects.requireNonNull(
        ledger()
            .jdbc()
            .queryForObject(
                "select bucket from idempotency_record where key = ?", LocalDate.class, key));
  }

  private long arbitersOf(LocalDate day) {
    return Objects.requireNonNull(
        ledger()
            .jdbc()
            .queryForObject(
                "select count(*) from idempotency_key where bucket = ?", Long.class, day));
  }

  private long events(String payment) {
    return Objects.requireNonNull(
        ledger()
            .jdbc()
            .queryForObject(
                "select count(*) from event where aggregate_identifier = ?", Long.class, payment));
  }

  private static String nameOf(LocalDate day) {
    return "idempotency_record_" + day.toString().replace("-", "");
  }

  private LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), UTC);
  }

  private Retention retention() {
    return ledger().bean(Retention.class);
  }

  private Api orders() {
    return ledger().orders();
  }

  private Ledger ledger() {
    return Objects.requireNonNull(started);
  }
}
