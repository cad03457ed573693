package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.payment.http.Shop.captured;
import static dev.onceledger.payment.http.Shop.refund;
import static dev.onceledger.payment.http.Shop.sandbox;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.part;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.Response;
import org.junit.jupiter.api.Test;

class RefundApiTest {
  @Test
  void a_part_is_given_back() {
    String order = fresh("order");
    String id = Shop.pay(payment(order, "tok_ok")).at("/id");

    Response response =
        refund(
            id,
            """
            {"amount":{"minor":500,"currency":"CNY"},"reference":"return-1",\
            "reason":"beschädigt"}""");

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
            "captured":{"minor":1999,"currency":"CNY","decimal":"19.99"},\
            "refunded":{"minor":500,"currency":"CNY","decimal":"5.00"},\
            "chargedBack":{"minor":0,"currency":"CNY","decimal":"0.00"},\
            "capturable":{"minor":0,"currency":"CNY","decimal":"0.00"},\
            "refundable":{"minor":1499,"currency":"CNY","decimal":"14.99"},\
            "gateway":"sandbox","gatewayReference":"sbx_*","nextAction":null,\
            "description":null,"metadata":{},\
            "operations":[{"id":"op_*","kind":"CHARGE","state":"SUCCEEDED",\
            "amount":{"minor":1999,"currency":"CNY","decimal":"19.99"},"reference":"ORDER",\
            "attempts":1,"reason":null,"createdAt":"*Z","completedAt":"*Z"},\
            {"id":"op_*","kind":"REFUND","state":"SUCCEEDED",\
            "amount":{"minor":500,"currency":"CNY","decimal":"5.00"},"reference":"return-1",\
            "attempts":1,"reason":"beschädigt","createdAt":"*Z","completedAt":"*Z"}],\
            "createdAt":"*Z","updatedAt":"*Z"}"""
                .replace("ORDER", order));
    assertThat(sandbox().executed(id)).containsExactly("CHARGE 1999", "REFUND 500");
  }

  @Test
  void several_parts_and_the_rest_make_it_refunded() {
    String id = captured();

    assertThat(refund(id, part(500, "CNY")).at("/state")).isEqualTo("CAPTURED");
    assertRefused(refund(id, part(1500, "CNY")), 422, "refund-exceeds-captured");
    assertThat(refund(id, part(1, "CNY")).at("/refundable/minor")).isEqualTo("1498");
    Response rest = refund(id, "");

    assertThat(rest.status()).isEqualTo(201);
    assertThat(rest.at("/state")).isEqualTo("REFUNDED");
    assertThat(rest.at("/operations/3/amount/minor")).isEqualTo("1498");
    assertThat(rest.at("/refunded/minor")).isEqualTo("1999");
    assertThat(rest.at("/refundable/minor")).isEqualTo("0");
    assertRefused(refund(id, part(1, "CNY")), 422, "payment-not-refundable");
    assertRefused(refund(id, ""), 422, "payment-not-refundable");
    assertThat(sandbox().executed(id))
        .containsExactly("CHARGE 1999", "REFUND 500", "REFUND 1", "REFUND 1498");
  }

  @Test
  void what_was_captured_of_an_authorization_can_be_refunded_and_no_more() {
    String id = Shop.authorized();
    Shop.capture(id, part(700, "CNY"));

    assertRefused(refund(id, part(701, "CNY")), 422, "refund-exceeds-captured");
    Response all = refund(id, part(700, "CNY"));

    assertThat(all.at("/state")).isEqualTo("REFUNDED");
    assertThat(all.at("/capturable/minor")).isEqualTo("1299");
  }

  @Test
  void where_nothing_was_captured_nothing_is_refunded() {
    String voided = Shop.authorized();
    Shop.voidPayment(voided, "");

    assertRefused(refund(Shop.authorized(), ""), 422, "payment-not-refundable");
    assertRefused(refund(voided, part(1, "CNY")), 422, "payment-not-refundable");
    assertRefused(refund(Shop.declined(), part(1, "CNY")), 422, "payment-not-refundable");
  }

  @Test
  void another_currency_is_refused_and_leaves_the_key_free() {
    String id = captured();
    String key = Shop.key();
    String path = "/v1/payments/" + id + "/refunds";

    assertRefused(Shop.ORDERS.post(path, key, part(500, "EUR")), 422, "currency-mismatch");
    assertThat(Shop.ORDERS.get("/v1/idempotency-keys/" + key).status()).isEqualTo(404);
    assertThat(Shop.ORDERS.post(path, key, part(500, "CNY")).status()).isEqualTo(201);
  }

  @Test
  void a_refund_that_the_gateway_declines_stays_refundable() {
    String id = captured("tok_refund_decline");

    Response response = refund(id, "{\"reason\":\"returned\"}");

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.at("/state")).isEqualTo("CAPTURED");
    assertThat(response.at("/operations/1/state")).isEqualTo("DECLINED");
    assertThat(response.at("/operations/1/reason")).isEqualTo("insufficient-funds");
    assertThat(response.at("/refundable/minor")).isEqualTo("1999");
    assertThat(sandbox().executed(id)).containsExactly("CHARGE 1999");
  }

  @Test
  void a_payment_of_another_scope_or_of_none_is_not_found() {
    String id = captured();

    assertRefused(
        Shop.OTHER_SCOPE.post("/v1/payments/" + id + "/refunds", Shop.key(), ""),
        404,
        "payment-not-found");
    assertRefused(refund("pay_00000000000000000000000000", ""), 404, "payment-not-found");
    assertThat(sandbox().executed(id)).containsExactly("CHARGE 1999");
  }
}
