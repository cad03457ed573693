package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.payment.http.Shop.authorized;
import static dev.onceledger.payment.http.Shop.sandbox;
import static dev.onceledger.payment.http.Shop.voidPayment;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.part;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.Response;
import org.junit.jupiter.api.Test;

class VoidApiTest {
  @Test
  void what_is_authorized_is_let_go() {
    String order = fresh("order");
    String id = Shop.pay(payment(order, "tok_ok", 1999, "CNY", "manual")).at("/id");

    Response response = voidPayment(id, "{\"reference\":\"cancel-1\",\"attempt\":1}");

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.header("Location")).isEqualTo("/v1/payments/" + id);
    assertThat(response.header("ETag")).isEqualTo("\"4\"");
    assertThat(response.masked())
        .isEqualTo(
            """
            {"id":"pay_*","reference":"ORDER","attempt":1,"state":"VOIDED","version":4,\
            "position":*,\
            "amount":{"minor":1999,"currency":"CNY","decimal":"19.99"},\
            "authorized":{"minor":1999,"currency":"CNY","decimal":"19.99"},\
            "captured":{"minor":0,"currency":"CNY","decimal":"0.00"},\
            "refunded":{"minor":0,"currency":"CNY","decimal":"0.00"},\
            "chargedBack":{"minor":0,"currency":"CNY","decimal":"0.00"},\
            "capturable":{"minor":0,"currency":"CNY","decimal":"0.00"},\
            "refundable":{"minor":0,"currency":"CNY","decimal":"0.00"},\
            "gateway":"sandbox","gatewayReference":"sbx_*","nextAction":null,\
            "description":null,"metadata":{},\
            "operations":[{"id":"op_*","kind":"AUTHORIZE","state":"SUCCEEDED",\
            "amount":{"minor":1999,"currency":"CNY","decimal":"19.99"},"reference":"ORDER",\
            "attempts":1,"reason":null,"createdAt":"*Z","completedAt":"*Z"},\
            {"id":"op_*","kind":"VOID","state":"SUCCEEDED",\
            "amount":{"minor":1999,"currency":"CNY","decimal":"19.99"},"reference":"cancel-1",\
            "attempts":1,"reason":null,"createdAt":"*Z","completedAt":"*Z"}],\
            "createdAt":"*Z","updatedAt":"*Z"}"""
                .replace("ORDER", order));
    assertThat(sandbox().executed(id)).containsExactly("AUTHORIZE 1999", "VOID 1999");
  }

  @Test
  void a_void_needs_no_body_and_then_no_type() {
    String id = authorized();
    String key = Shop.key();

    Response response =
        Shop.ORDERS.send("POST", "/v1/payments/" + id + "/voids", "", "Idempotency-Key", key);

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.at("/state")).isEqualTo("VOIDED");
    assertThat(response.at("/operations/1/reference")).isEqualTo(key);
  }

  @Test
  void the_rest_after_a_capture_is_let_go_and_the_capture_stays() {
    String id = authorized();
    Shop.capture(id, part(500, "CNY"));

    Response response = voidPayment(id, "");

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.at("/state")).isEqualTo("CAPTURED");
    assertThat(response.at("/captured/minor")).isEqualTo("500");
    assertThat(response.at("/capturable/minor")).isEqualTo("0");
    assertThat(response.at("/refundable/minor")).isEqualTo("500");
    assertThat(response.at("/operations/2/amount/minor")).isEqualTo("1499");
    assertThat(sandbox().executed(id))
        .containsExactly("AUTHORIZE 1999", "CAPTURE 500", "VOID 1499");
  }

  @Test
  void where_nothing_is_authorized_nothing_is_let_go() {
    String voided = authorized();
    voidPayment(voided, "");

    assertRefused(voidPayment(voided, ""), 422, "payment-not-voidable");
    assertRefused(voidPayment(Shop.captured(), ""), 422, "payment-not-voidable");
    assertRefused(voidPayment(Shop.declined(), ""), 422, "payment-not-voidable");
    assertThat(sandbox().executed(voided)).containsExactly("AUTHORIZE 1999", "VOID 1999");
  }

  @Test
  void another_attempt_than_the_latest_is_refused() {
    assertRefused(voidPayment(authorized(), "{\"attempt\":2}"), 422, "attempt-not-allowed");
  }

  @Test
  void a_payment_of_another_scope_or_of_none_is_not_found() {
    String id = authorized();

    assertRefused(
        Shop.OTHER_SCOPE.post("/v1/payments/" + id + "/voids", Shop.key(), ""),
        404,
        "payment-not-found");
    assertRefused(voidPayment("pay_00000000000000000000000000", ""), 404, "payment-not-found");
    assertThat(Shop.read(id).at("/state")).isEqualTo("AUTHORIZED");
  }
}
