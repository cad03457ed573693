package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.payment.http.Shop.sandbox;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.part;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The immediate answer of every payment method, and what stands while an outcome is unknown. */
class InDoubtApiTest {
  @ParameterizedTest
  @CsvSource({
    "tok_ok,                  CAPTURED, CHARGE 1999",
    "tok_notify_twice,        CAPTURED, CHARGE 1999",
    "tok_notify_out_of_order, CAPTURED, CHARGE 1999",
    "tok_refund_decline,      CAPTURED, CHARGE 1999",
    "tok_capture_lost_reply,  CAPTURED, CHARGE 1999",
    "tok_decline,             DECLINED, ",
    "tok_of_nobody,           DECLINED, ",
    "pm_card_visa,            DECLINED, "
  })
  void an_outcome_that_is_known_at_once_is_created(String method, String state, String executed) {
    Response response = Shop.pay(payment(fresh("order"), method));

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.at("/state")).isEqualTo(state);
    assertThat(String.join(", ", sandbox().executed(response.at("/id"))))
        .isEqualTo(executed == null ? "" : executed);
  }

  @ParameterizedTest
  @CsvSource({
    "tok_lost_reply, 1",
    "tok_error_500, 1",
    "tok_slow, 1",
    "tok_pending, 0",
    "tok_never_arrived, 0",
    "tok_arrives_late, 0",
    "tok_down, 0"
  })
  void an_outcome_that_is_not_known_is_accepted_and_not_executed_again(
      String method, int executed) {
    String key = Shop.key();
    String body = payment(fresh("order"), method);

    Response accepted = Shop.ORDERS.post("/v1/payments", key, body);
    Response again = Shop.ORDERS.post("/v1/payments", key, body);

    assertThat(accepted.status()).isEqualTo(202);
    assertThat(accepted.at("/state")).isEqualTo("PENDING");
    assertThat(accepted.at("/version")).isEqualTo("1");
    assertThat(accepted.at("/operations/0/state")).isEqualTo("PROCESSING");
    assertThat(accepted.json().at("/operations/0/completedAt").isNull()).isTrue();
    assertThat(accepted.header("Location")).isEqualTo("/v1/payments/" + accepted.at("/id"));
    assertThat(accepted.header("ETag")).isEqualTo("\"1\"");
    assertThat(accepted.header("Retry-After")).isEqualTo("1");
    assertThat(accepted.header("Idempotency-Key-Expires")).isNotEmpty();
    assertThat(accepted.header("Idempotent-Replayed")).isEmpty();

    assertRefused(again, 409, "idempotency-key-in-progress");
    assertThat(again.header("Retry-After")).isEqualTo("1");
    assertThat(again.at("/retryable")).isEqualTo("true");
    assertThat(again.at("/effect")).isEqualTo("unknown");
    assertThat(sandbox().executed(accepted.at("/id"))).hasSize(executed);
    assertThat(sandbox().sends(accepted.at("/id"))).isLessThanOrEqualTo(1);
  }

  @Test
  void a_refund_in_doubt_holds_its_amount() {
    String id = Shop.captured("tok_refund_lost_reply");

    Response accepted = Shop.refund(id, part(1500, "CNY"));

    assertThat(accepted.status()).isEqualTo(202);
    assertThat(accepted.at("/state")).isEqualTo("CAPTURED");
    assertThat(accepted.at("/refundable/minor")).isEqualTo("499");
    assertThat(accepted.at("/refunded/minor")).isEqualTo("0");
    Response more = Shop.refund(id, part(500, "CNY"));
    assertRefused(more, 409, "operation-in-progress");
    assertThat(more.header("Retry-After")).isEqualTo("1");
    assertThat(more.at("/retryable")).isEqualTo("true");
    assertThat(more.at("/effect")).isEqualTo("none");
    assertRefused(Shop.refund(id, ""), 409, "operation-in-progress");
    assertRefused(Shop.refund(id, part(2000, "CNY")), 422, "refund-exceeds-captured");
    assertThat(sandbox().executed(id)).containsExactly("CHARGE 1999", "REFUND 1500");
  }

  @Test
  void a_capture_in_doubt_holds_its_amount() {
    String id = Shop.authorized("tok_capture_lost_reply");

    Response accepted = Shop.capture(id, part(1500, "CNY"));

    assertThat(accepted.status()).isEqualTo(202);
    assertThat(accepted.at("/state")).isEqualTo("AUTHORIZED");
    assertThat(accepted.at("/capturable/minor")).isEqualTo("499");
    assertRefused(Shop.voidPayment(id, ""), 409, "operation-in-progress");
    assertRefused(Shop.capture(id, part(500, "CNY")), 409, "operation-in-progress");
    assertRefused(Shop.capture(id, ""), 409, "operation-in-progress");
    assertRefused(Shop.refund(id, ""), 409, "operation-in-progress");
    assertRefused(Shop.capture(id, part(2000, "CNY")), 422, "capture-exceeds-authorization");
    assertThat(sandbox().executed(id)).containsExactly("AUTHORIZE 1999", "CAPTURE 1500");
  }

  @Test
  void while_an_authorization_is_in_doubt_nothing_is_captured() {
    String id = Shop.pay(payment(fresh("order"), "tok_error_500", 1999, "CNY", "manual")).at("/id");
    String key = Shop.key();

    assertRefused(
        Shop.ORDERS.post("/v1/payments/" + id + "/captures", key, ""),
        409,
        "operation-in-progress");
    assertThat(Shop.ORDERS.get("/v1/idempotency-keys/" + key).status()).isEqualTo(404);
  }

  @Test
  void the_next_attempt_waits_for_the_one_before() {
    String order = fresh("order");
    Shop.pay(payment(order, "tok_error_500"));
    String key = Shop.key();
    String second = Shop.with(payment(order, "tok_ok"), "\"attempt\":2");

    Response response = Shop.ORDERS.post("/v1/payments", key, second);

    assertRefused(response, 409, "operation-in-progress");
    assertThat(Shop.ORDERS.get("/v1/idempotency-keys/" + key).status()).isEqualTo(404);
  }
}
