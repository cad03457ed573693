package dev.onceledger;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.part;
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

/** Authorizations run out when the gateway says so, and not before. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExpiryTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private @Nullable Ledger started;

  @BeforeAll
  void start() {
    started =
        Ledger.start(
            "ledger.gateway.sandbox.authorization-valid-seconds=4",
            "ledger.expiry.poll-millis=100",
            "ledger.expiry.pause-seconds=1");
  }

  @AfterAll
  void stop() {
    ledger().close();
  }

  private Response authorize(String reference) {
    Response answer =
        orders()
            .post(
                "/v1/payments", fresh("key"), payment(reference, "tok_ok", 1999, "CNY", "manual"));
    assertThat(answer.at("/state")).isEqualTo("AUTHORIZED");
    return answer;
  }

  @Test
  void an_authorization_past_its_validity_is_expired_by_inquiry() {
    String reference = fresh("order");
    String id = authorize(reference).at("/id");

    awaitState(id, "EXPIRED");

    Response events = orders().get("/v1/payments/" + id + "/events");
    assertThat(events.at("/items/2/type")).isEqualTo("PaymentExpired");
    assertThat(events.at("/items/2/data/evidence/source")).isEqualTo("INQUIRY");
    assertThat(orders().post("/v1/payments/" + id + "/captures", fresh("key"), "").problem())
        .isEqualTo("payment-not-capturable");
    String second = "{\"attempt\":2," + payment(reference, "tok_ok").substring(1);
    assertThat(orders().post("/v1/payments", fresh("key"), second).at("/state"))
        .isEqualTo("CAPTURED");
  }

  @Test
  void what_was_captured_in_part_keeps_that_and_loses_the_rest() {
    String id = authorize(fresh("order")).at("/id");
    orders().post("/v1/payments/" + id + "/captures", fresh("key"), part(700, "CNY"));

    await().atMost(SOON).until(() -> read(id).at("/capturable/minor").equals("0"));

    assertThat(read(id).at("/state")).isEqualTo("CAPTURED");
    assertThat(read(id).at("/captured/minor")).isEqualTo("700");
    await().atMost(SOON).until(() -> openAuthorizations(id) == 0);
  }

  @Test
  void what_was_captured_whole_or_voided_is_not_looked_at_any_more() {
    String captured = authorize(fresh("order")).at("/id");
    orders().post("/v1/payments/" + captured + "/captures", fresh("key"), "");
    String voided = authorize(fresh("order")).at("/id");
    orders().post("/v1/payments/" + voided + "/voids", fresh("key"), "");

    await()
        .atMost(SOON)
        .until(() -> openAuthorizations(captured) == 0 && openAuthorizations(voided) == 0);

    assertThat(read(captured).at("/state")).isEqualTo("CAPTURED");
    assertThat(read(voided).at("/state")).isEqualTo("VOIDED");
  }

  private void awaitState(String id, String state) {
    await().atMost(SOON).until(() -> read(id).at("/state").equals(state));
  }

  private Response read(String id) {
    return orders().get("/v1/payments/" + id);
  }

  private long openAuthorizations(String payment) {
    return Objects.requireNonNull(
        ledger()
            .jdbc()
            .queryForObject(
                "select count(*) from open_authorization where payment_id = ?",
                Long.class,
                payment));
  }

  private Api orders() {
    return ledger().orders();
  }

  private Ledger ledger() {
    return Objects.requireNonNull(started);
  }
}
