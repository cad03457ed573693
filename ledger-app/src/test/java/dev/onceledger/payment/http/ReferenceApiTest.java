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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The second line: a business number that comes again under another key. */
class ReferenceApiTest {
  @Test
  void the_same_payment_under_another_key_is_found_and_not_executed() {
    String body = payment(fresh("order"), "tok_ok");
    Response first = Shop.pay(body);
    String key = Shop.key();

    Response found = Shop.ORDERS.post("/v1/payments", key, body);

    assertThat(found.status()).isEqualTo(200);
    assertThat(found.header("Idempotent-Replayed")).isEqualTo("reference");
    assertThat(found.header("Location")).isEqualTo(first.header("Location"));
    assertThat(found.header("ETag")).isEqualTo("\"2\"");
    assertThat(found.header("Idempotency-Key-Expires")).isEmpty();
    assertThat(found.body()).isEqualTo(first.body());
    assertThat(Shop.ORDERS.get("/v1/idempotency-keys/" + key).status()).isEqualTo(404);
    assertThat(sandbox().sends(first.at("/id"))).isEqualTo(1);
  }

  @Test
  void what_is_found_is_the_payment_as_it_is_now() {
    String body = payment(fresh("order"), "tok_ok");
    Response first = Shop.pay(body);
    Shop.refund(first.at("/id"), "");

    Response found = Shop.pay(body);

    assertThat(found.status()).isEqualTo(200);
    assertThat(found.at("/state")).isEqualTo("REFUNDED");
    assertThat(found.header("ETag")).isEqualTo("\"4\"");
    assertThat(found.body()).isEqualTo(Shop.read(first.at("/id")).body());
  }

  @Test
  void each_repeat_looks_again_and_its_key_stays_free() {
    String body = payment(fresh("order"), "tok_ok");
    Shop.pay(body);
    String key = Shop.key();
    Shop.ORDERS.post("/v1/payments", key, body);

    Response again = Shop.ORDERS.post("/v1/payments", key, body);
    Response other = Shop.ORDERS.post("/v1/payments", key, payment(fresh("order"), "tok_ok"));

    assertThat(again.status()).isEqualTo(200);
    assertThat(other.status()).isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"amount\":{\"minor\":2000,\"currency\":\"CNY\"}",
        "\"amount\":{\"minor\":1999,\"currency\":\"EUR\"}",
        "\"paymentMethod\":\"tok_decline\"",
        "\"capture\":\"manual\"",
        "\"attempt\":1",
        "\"gateway\":\"sandbox\"",
        "\"description\":\"other\"",
        "\"metadata\":{\"k\":\"v\"}"
      })
  void a_payment_with_another_content_is_refused(String member) {
    String body = payment(fresh("order"), "tok_ok");
    String id = Shop.pay(body).at("/id");
    String key = Shop.key();

    assertRefused(
        Shop.ORDERS.post("/v1/payments", key, with(body, member)), 422, "reference-reused");

    assertThat(Shop.ORDERS.get("/v1/idempotency-keys/" + key).status()).isEqualTo(404);
    assertThat(sandbox().executed(id)).containsExactly("CHARGE 1999");
  }

  @Test
  void spelling_does_not_make_another_content() {
    String order = fresh("order");
    Shop.pay(payment(order, "tok_ok"));

    Response found =
        Shop.pay(
            """
            {"paymentMethod":"tok\\u005fok", "capture":"automatic", "description":null,
             "amount":{"currency":"CNY","minor":1999}, "reference":"%s"}"""
                .formatted(order));

    assertThat(found.status()).isEqualTo(200);
  }

  @Test
  void a_stale_copy_of_the_first_attempt_finds_it_and_never_touches_the_second() {
    String order = fresh("order");
    String first = payment(order, "tok_decline");
    String second = with(payment(order, "tok_ok"), "\"attempt\":2");
    Shop.pay(first);
    String id = Shop.pay(second).at("/id");

    Response stale = Shop.pay(first);
    Response copy = Shop.pay(second);

    assertThat(stale.status()).isEqualTo(200);
    assertThat(stale.at("/attempt")).isEqualTo("2");
    assertThat(copy.status()).isEqualTo(200);
    assertRefused(Shop.pay(payment(order, "tok_ok")), 422, "reference-reused");
    assertRefused(Shop.pay(with(first, "\"attempt\":2")), 422, "reference-reused");
    assertThat(sandbox().executed(id)).containsExactly("CHARGE 1999");
    assertThat(sandbox().sends(id)).isEqualTo(2);
  }

  @Test
  void captures_and_refunds_are_found_by_a_reference_of_their_own() {
    String id = Shop.authorized();
    String capture = with(part(700, "CNY"), "\"reference\":\"part-1\"");
    String refund = with(part(300, "CNY"), "\"reference\":\"part-1\"");
    Shop.capture(id, capture);
    Shop.refund(id, refund);

    for (Response found : new Response[] {Shop.capture(id, capture), Shop.refund(id, refund)}) {
      assertThat(found.status()).isEqualTo(200);
      assertThat(found.header("Idempotent-Replayed")).isEqualTo("reference");
      assertThat(found.body()).isEqualTo(Shop.read(id).body());
    }
    String more = "\"amount\":{\"minor\":301,\"currency\":\"CNY\"}";
    assertRefused(Shop.capture(id, with(capture, more)), 422, "reference-reused");
    assertRefused(Shop.capture(id, "{\"reference\":\"part-1\"}"), 422, "reference-reused");
    assertRefused(Shop.refund(id, with(refund, more)), 422, "reference-reused");
    assertRefused(Shop.refund(id, with(refund, "\"reason\":\"x\"")), 422, "reference-reused");
    assertThat(sandbox().executed(id))
        .containsExactly("AUTHORIZE 1999", "CAPTURE 700", "REFUND 300");
  }

  @Test
  void a_void_is_found_by_its_reference() {
    String id = Shop.authorized();
    Shop.voidPayment(id, "{\"reference\":\"cancel\"}");

    assertThat(Shop.voidPayment(id, "{\"reference\":\"cancel\"}").status()).isEqualTo(200);
    assertRefused(
        Shop.voidPayment(id, "{\"reference\":\"cancel\",\"attempt\":1}"), 422, "reference-reused");
    assertThat(sandbox().executed(id)).containsExactly("AUTHORIZE 1999", "VOID 1999");
  }

  @Test
  void the_reference_of_an_operation_is_its_payments_own() {
    String one = Shop.captured();
    String two = Shop.captured();
    String refund = with(part(300, "CNY"), "\"reference\":\"return-1\"");

    assertThat(Shop.refund(one, refund).status()).isEqualTo(201);
    assertThat(Shop.refund(two, refund).status()).isEqualTo(201);
  }

  @Test
  void a_key_is_the_reference_of_an_operation_that_named_none() {
    String id = Shop.captured();
    String key = Shop.key();
    Shop.ORDERS.post("/v1/payments/" + id + "/refunds", key, part(300, "CNY"));

    Response response = Shop.refund(id, with(part(300, "CNY"), "\"reference\":\"" + key + "\""));

    assertRefused(response, 422, "reference-reused");
  }

  @Test
  void a_declined_refund_is_tried_again_under_a_new_reference() {
    String id = Shop.captured("tok_refund_decline");
    String refund = "{\"reference\":\"return-1\"}";
    assertThat(Shop.refund(id, refund).at("/operations/1/state")).isEqualTo("DECLINED");

    assertThat(Shop.refund(id, refund).status()).isEqualTo(200);
    assertThat(Shop.refund(id, "{\"reference\":\"return-2\"}").status()).isEqualTo(201);
    assertThat(sandbox().sends(id)).isEqualTo(3);
  }

  @Test
  void a_reference_that_was_only_refused_is_free() {
    String id = Shop.authorized();
    String refund = with(part(300, "CNY"), "\"reference\":\"return-1\"");
    assertRefused(Shop.refund(id, refund), 422, "payment-not-refundable");
    Shop.capture(id, "");

    assertThat(Shop.refund(id, refund).status()).isEqualTo(201);
  }

  @Test
  void while_the_earlier_one_is_processing_a_repeat_waits() {
    String body = payment(fresh("order"), "tok_error_500");
    Shop.pay(body);
    String key = Shop.key();

    assertRefused(Shop.ORDERS.post("/v1/payments", key, body), 409, "operation-in-progress");
    assertThat(Shop.ORDERS.get("/v1/idempotency-keys/" + key).status()).isEqualTo(404);
  }
}
