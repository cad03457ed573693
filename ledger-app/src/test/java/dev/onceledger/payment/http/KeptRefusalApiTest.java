package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.payment.http.Shop.sandbox;
import static dev.onceledger.payment.http.Shop.with;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.part;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.Response;
import org.junit.jupiter.api.Test;

/** Which refusals are kept under their key, and which leave it free. */
class KeptRefusalApiTest {
  @Test
  void a_refusal_is_kept_under_the_key_and_executed_once_the_state_has_changed() {
    String id = Shop.authorized();
    String key = Shop.key();
    String path = "/v1/payments/" + id + "/refunds";
    Shop.capture(id, part(1000, "CNY"));

    assertRefused(Shop.ORDERS.post(path, key, part(1500, "CNY")), 422, "refund-exceeds-captured");
    assertRefused(Shop.ORDERS.post(path, key, part(1500, "CNY")), 422, "refund-exceeds-captured");
    assertRefused(Shop.ORDERS.post(path, key, part(900, "CNY")), 422, "idempotency-key-reused");
    Response record = Shop.ORDERS.get("/v1/idempotency-keys/" + key);
    assertThat(record.at("/status")).isEqualTo("FAILED");
    assertThat(record.at("/attempts")).isEqualTo("2");

    Shop.capture(id, part(500, "CNY"));
    Response done = Shop.ORDERS.post(path, key, part(1500, "CNY"));

    assertThat(done.status()).isEqualTo(201);
    assertThat(done.at("/refunded/minor")).isEqualTo("1500");
    assertThat(done.header("Idempotent-Replayed")).isEmpty();
    Response replay = Shop.ORDERS.post(path, key, part(1500, "CNY"));
    assertThat(replay.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(replay.body()).isEqualTo(done.body());
    assertThat(sandbox().executed(id))
        .containsExactly("AUTHORIZE 1999", "CAPTURE 1000", "CAPTURE 500", "REFUND 1500");
  }

  @Test
  void each_rule_that_depends_on_the_state_keeps_its_refusal() {
    String authorized = Shop.authorized();
    String captured = Shop.captured();

    assertKept(captured, "captures", "{}", "payment-not-capturable");
    assertKept(captured, "voids", "{}", "payment-not-voidable");
    assertKept(authorized, "refunds", "{}", "payment-not-refundable");
    assertKept(authorized, "captures", part(2000, "CNY"), "capture-exceeds-authorization");
    assertKept(captured, "refunds", part(2000, "CNY"), "refund-exceeds-captured");
  }

  @Test
  void every_other_refusal_leaves_the_key_free() {
    String id = Shop.authorized();
    String captures = "/v1/payments/" + id + "/captures";
    String used = fresh("part");
    Shop.capture(id, with(part(1, "CNY"), "\"reference\":\"" + used + "\""));

    assertFree(captures, "{\"other\":1}");
    assertFree(captures, part(0, "CNY"));
    assertFree(captures, part(1, "XXX"));
    assertFree(captures, part(1, "EUR"));
    assertFree(captures, "{\"attempt\":2}");
    assertFree(captures, with(part(2, "CNY"), "\"reference\":\"" + used + "\""));
    assertFree(captures, "{}", "If-Match", "\"77\"");
    assertFree(captures, "{}", "If-Match", "junk");
    assertFree("/v1/payments/pay_00000000000000000000000000/captures", "{}");
    assertFree("/v1/payments", with(payment(fresh("order"), "tok_ok"), "\"attempt\":2"));
  }

  private static void assertKept(String id, String command, String body, String problem) {
    String key = Shop.key();
    Response refused = Shop.ORDERS.post("/v1/payments/" + id + "/" + command, key, body);
    assertRefused(refused, 422, problem);
    assertThat(refused.at("/retryable")).isEqualTo("false");
    assertThat(refused.at("/effect")).isEqualTo("none");
    Response record = Shop.ORDERS.get("/v1/idempotency-keys/" + key);
    assertThat(record.at("/status")).isEqualTo("FAILED");
    assertThat(record.json().path("problem")).isEqualTo(refused.json());
  }

  private static void assertFree(String path, String body, String... headers) {
    String key = Shop.key();
    Response refused = Shop.ORDERS.post(path, key, body, headers);
    assertThat(refused.status()).isBetween(400, 422);
    assertThat(Shop.ORDERS.get("/v1/idempotency-keys/" + key).status()).isEqualTo(404);
    assertThat(Shop.ORDERS.post("/v1/payments", key, payment(fresh("order"), "tok_ok")).status())
        .isEqualTo(201);
  }
}
