package dev.onceledger;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is in doubt comes to its end by itself, by what the gateway says. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecoveryTest {
  private @Nullable Ledger ledger;

  @BeforeAll
  void startWithShortTimes() {
    ledger =
        Ledger.start(
            "ledger.gateway.sandbox.read-timeout-millis=2000",
            "ledger.gateway.sandbox.late-after-seconds=12",
            "ledger.gateway.circuit.minimum-calls=20",
            "ledger.drive.lease-seconds=3",
            "ledger.recovery.grace-seconds=2",
            "ledger.recovery.poll-millis=100",
            "ledger.recovery.first-pause-seconds=1",
            "ledger.recovery.last-pause-seconds=2");
  }

  @AfterAll
  void stop() {
    ledger().close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tok_lost_reply", "tok_error_500", "tok_pending"})
  void what_was_executed_ends_in_the_answer_the_first_request_would_have_had(String method) {
    Api orders = ledger().orders();
    String key = fresh("key");
    String body = payment(fresh("order"), method);
    Response first = orders.post("/v1/payments", key, body);
    assertThat(first.status()).isEqualTo(202);

    Response answer = untilDecided(orders, key, body);

    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(answer.at("/state")).isEqualTo("CAPTURED");
    assertThat(answer.at("/operations/0/attempts")).isEqualTo("1");
    assertThat(ledger().sandbox().executed(first.at("/id"))).containsExactly("CHARGE 1999");
    assertThat(orders.post("/v1/payments", key, body).body()).isEqualTo(answer.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"tok_never_arrived", "tok_arrives_late"})
  void what_the_gateway_never_heard_of_is_fenced_before_it_fails(String method) {
    Api orders = ledger().orders();
    String key = fresh("key");
    String body = payment(fresh("order"), method);
    Response first = orders.post("/v1/payments", key, body);
    assertThat(first.status()).isEqualTo(202);
    String id = first.at("/id");

    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> orders.get("/v1/payments/" + id).at("/state").equals("FAILED"));

    assertThat(orders.get("/v1/idempotency-keys/" + key).at("/status")).isEqualTo("FAILED");
    assertThat(ledger().sandbox().executed(id)).isEmpty();
  }

  @Test
  void a_fenced_request_sent_again_goes_out_under_the_next_generation() {
    Api orders = ledger().orders();
    String key = fresh("key");
    String body = payment(fresh("order"), "tok_never_arrived");
    String id = orders.post("/v1/payments", key, body).at("/id");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> orders.get("/v1/payments/" + id).at("/state").equals("FAILED"));

    Response again = orders.post("/v1/payments", key, body);

    assertThat(again.status()).isEqualTo(201);
    assertThat(again.at("/operations/0/attempts")).isEqualTo("2");
    assertThat(ledger().sandbox().executed(id)).containsExactly("CHARGE 1999");
  }

  @Test
  void a_client_that_prefers_to_wait_gets_the_outcome_in_its_first_answer() {
    Api orders = ledger().orders();
    String body = payment(fresh("order"), "tok_lost_reply");

    Response answer = orders.post("/v1/payments", fresh("key"), body, "Prefer", "wait=30");

    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.at("/state")).isEqualTo("CAPTURED");
    assertThat(answer.header("Preference-Applied")).isEqualTo("wait=30");
  }

  @Test
  void nothing_is_failed_by_the_clock_alone_while_the_gateway_does_not_answer() {
    Api orders = ledger().orders();
    String key = fresh("key");
    String body = payment(fresh("order"), "tok_down");
    Response first = orders.post("/v1/payments", key, body);
    assertThat(first.status()).isEqualTo(202);
    String operation = first.at("/operations/0/id");

    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                Boolean.TRUE.equals(
                    ledger()
                        .jdbc()
                        .queryForObject(
                            "select inquiries >= 3 from open_operation where operation_id = ?",
                            Boolean.class,
                            operation)));

    assertThat(orders.get("/v1/payments/" + first.at("/id")).at("/operations/0/state"))
        .isEqualTo("PROCESSING");
    assertThat(
            ledger()
                .jdbc()
                .queryForObject(
                    "select last_evidence from open_operation where operation_id = ?",
                    String.class,
                    operation))
        .isEqualTo("in-doubt");
  }

  private static Response untilDecided(Api orders, String key, String body) {
    return await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> orders.post("/v1/payments", key, body), answer -> answer.status() != 409);
  }

  private Ledger ledger() {
    return Objects.requireNonNull(ledger);
  }
}
