package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.payment.http.Shop.authorized;
import static dev.onceledger.payment.http.Shop.capture;
import static dev.onceledger.payment.http.Shop.sandbox;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.part;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaptureApiTest {
  @Test
  void a_part_is_captured_and_the_rest_stays_capturable() {
    String order = fresh("order");
    String id = Shop.pay(payment(order, "tok_ok", 1999, "CNY", "manual")).at("/id");
    String key = Shop.key();

    Response response = Shop.ORDERS.post("/v1/payments/" + id + "/captures", key, part(500, "CNY"));

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.header("Location")).isEqualTo("/v1/payments/" + id);
    assertThat(response.header("ETag")).isEqualTo("\"4\"");
    assertThat(response.masked())
        .isEqualTo(
            """
            {"id":"pay_*","reference":"ORDER","attempt":1,"state":"CAPTURED","version":4,\
            "position":*,\
            "amount":{"minor":1999,"currency":"CNY","decimal":"19.99"},\
            "authorized":{"minor":1999,"currency":"CNY","decimal":"19.99"},\
            "captured":{"minor":500,"currency":"CNY","decimal":"5.00"},\
            "refunded":{"minor":0,"currency":"CNY","decimal":"0.00"},\
            "chargedBack":{"minor":0,"currency":"CNY","decimal":"0.00"},\
            "capturable":{"minor":1499,"currency":"CNY","decimal":"14.99"},\
            "refundable":{"minor":500,"currency":"CNY","decimal":"5.00"},\
            "gateway":"sandbox","gatewayReference":"sbx_*","nextAction":null,\
            "description":null,"metadata":{},\
            "operations":[{"id":"op_*","kind":"AUTHORIZE","state":"SUCCEEDED",\
            "amount":{"minor":1999,"currency":"CNY","decimal":"19.99"},"reference":"ORDER",\
            "attempts":1,"reason":null,"createdAt":"*Z","completedAt":"*Z"},\
            {"id":"op_*","kind":"CAPTURE","state":"SUCCEEDED",\
            "amount":{"minor":500,"currency":"CNY","decimal":"5.00"},"reference":"KEY",\
            "attempts":1,"reason":null,"createdAt":"*Z","completedAt":"*Z"}],\
            "createdAt":"*Z","updatedAt":"*Z"}"""
                .replace("ORDER", order)
                .replace("KEY", key));
    assertThat(sandbox().executed(id)).containsExactly("AUTHORIZE 1999", "CAPTURE 500");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"amount\":null,\"reference\":null,\"attempt\":null}"})
  void without_an_amount_all_that_is_left_is_captured(String body) {
    String id = authorized();
    capture(id, part(500, "CNY"));

    Response response = capture(id, body);

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.at("/operations/2/amount/minor")).isEqualTo("1499");
    assertThat(response.at("/captured/minor")).isEqualTo("1999");
    assertThat(response.at("/capturable/minor")).isEqualTo("0");
    assertThat(sandbox().executed(id))
        .containsExactly("AUTHORIZE 1999", "CAPTURE 500", "CAPTURE 1499");
  }

  @Test
  void captures_add_up_to_what_is_authorized_and_no_further() {
    String id = authorized();

    assertThat(capture(id, part(999, "CNY")).status()).isEqualTo(201);
    assertRefused(capture(id, part(1001, "CNY")), 422, "capture-exceeds-authorization");
    assertThat(capture(id, part(1, "CNY")).at("/capturable/minor")).isEqualTo("999");
    assertThat(capture(id, part(999, "CNY")).at("/capturable/minor")).isEqualTo("0");
    assertRefused(capture(id, part(1, "CNY")), 422, "payment-not-capturable");

    assertThat(sandbox().executed(id))
        .containsExactly("AUTHORIZE 1999", "CAPTURE 999", "CAPTURE 1", "CAPTURE 999");
  }

  @Test
  void only_an_authorization_is_captured() {
    String voided = authorized();
    Shop.voidPayment(voided, "");

    assertRefused(capture(voided, ""), 422, "payment-not-capturable");
    assertRefused(capture(Shop.captured(), ""), 422, "payment-not-capturable");
    assertRefused(capture(Shop.declined(), ""), 422, "payment-not-capturable");
  }

  @Test
  void another_currency_or_attempt_is_refused_and_leaves_the_key_free() {
    String id = authorized();
    String key = Shop.key();
    String path = "/v1/payments/" + id + "/captures";

    assertRefused(Shop.ORDERS.post(path, key, part(500, "EUR")), 422, "currency-mismatch");
    assertRefused(Shop.ORDERS.post(path, key, "{\"attempt\":2}"), 422, "attempt-not-allowed");
    assertThat(Shop.ORDERS.get("/v1/idempotency-keys/" + key).status()).isEqualTo(404);

    assertThat(Shop.ORDERS.post(path, key, part(500, "CNY")).status()).isEqualTo(201);
  }

  @Test
  void the_latest_attempt_is_the_one_that_is_captured() {
    String order = fresh("order");
    Shop.pay(payment(order, "tok_decline"));
    String second = payment(order, "tok_ok", 1999, "CNY", "manual");
    String id = Shop.pay(Shop.with(second, "\"attempt\":2")).at("/id");

    assertRefused(capture(id, ""), 422, "attempt-not-allowed");
    assertRefused(capture(id, "{\"attempt\":1}"), 422, "attempt-not-allowed");
    assertThat(capture(id, "{\"attempt\":2}").at("/state")).isEqualTo("CAPTURED");
  }

  @Test
  void a_capture_that_the_gateway_declines_changes_no_amount() {
    String id = authorized("tok_capture_decline");

    Response response = capture(id, part(500, "CNY"));

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.at("/state")).isEqualTo("AUTHORIZED");
    assertThat(response.at("/operations/1/state")).isEqualTo("DECLINED");
    assertThat(response.at("/operations/1/reason")).isEqualTo("insufficient-funds");
    assertThat(response.at("/capturable/minor")).isEqualTo("1999");
    assertThat(sandbox().executed(id)).containsExactly("AUTHORIZE 1999");
  }

  @Test
  void a_payment_of_another_scope_or_of_none_is_not_found() {
    String id = authorized();

    assertRefused(
        Shop.OTHER_SCOPE.post("/v1/payments/" + id + "/captures", Shop.key(), ""),
        404,
        "payment-not-found");
    assertRefused(capture("pay_00000000000000000000000000", ""), 404, "payment-not-found");
    assertRefused(capture("nonsense", ""), 404, "payment-not-found");
    assertThat(sandbox().executed(id)).containsExactly("AUTHORIZE 1999");
  }
}
