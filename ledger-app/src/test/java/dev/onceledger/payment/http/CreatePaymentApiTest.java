package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.payment.http.Shop.pay;
import static dev.onceledger.payment.http.Shop.sandbox;
import static dev.onceledger.payment.http.Shop.with;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static java.time.temporal.ChronoUnit.DAYS;
import static java.time.temporal.ChronoUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.onceledger.support.Response;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CreatePaymentApiTest {
  @Test
  void a_charge_is_answered_with_the_whole_payment() {
    String order = fresh("order");

    Response response = pay(payment(order, "tok_ok"));

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.masked())
        .isEqualTo(
            """
            {"id":"pay_*","reference":"ORDER","attempt":1,"state":"CAPTURED","version":2,\
            "position":*,\
            "amount":{"minor":1999,"currency":"CNY","decimal":"19.99"},\
            "authorized":{"minor":1999,"currency":"CNY","decimal":"19.99"},\
            "captured":{"minor":1999,"currency":"CNY","decimal":"19.99"},\
            "refunded":{"minor":0,"currency":"CNY","decimal":"0.00"},\
            "chargedBack":{"minor":0,"currency":"CNY","decimal":"0.00"},\
            "capturable":{"minor":0,"currency":"CNY","decimal":"0.00"},\
            "refundable":{"minor":1999,"currency":"CNY","decimal":"19.99"},\
            "gateway":"sandbox","gatewayReference":"sbx_*","nextAction":null,\
            "description":null,"metadata":{},\
            "operations":[{"id":"op_*","kind":"CHARGE","state":"SUCCEEDED",\
            "amount":{"minor":1999,"currency":"CNY","decimal":"19.99"},"reference":"ORDER",\
            "attempts":1,"reason":null,"createdAt":"*Z","completedAt":"*Z"}],\
            "createdAt":"*Z","updatedAt":"*Z"}"""
                .replace("ORDER", order));
    assertThat(sandbox().executed(response.at("/id"))).containsExactly("CHARGE 1999");
  }

  @Test
  void an_authorization_reserves_and_captures_nothing() {
    String order = fresh("order");

    Response response = pay(payment(order, "tok_ok", 1999, "CNY", "manual"));

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.masked())
        .isEqualTo(
            """
            {"id":"pay_*","reference":"ORDER","attempt":1,"state":"AUTHORIZED","version":2,\
            "position":*,\
            "amount":{"minor":1999,"currency":"CNY","decimal":"19.99"},\
            "authorized":{"minor":1999,"currency":"CNY","decimal":"19.99"},\
            "captured":{"minor":0,"currency":"CNY","decimal":"0.00"},\
            "refunded":{"minor":0,"currency":"CNY","decimal":"0.00"},\
            "chargedBack":{"minor":0,"currency":"CNY","decimal":"0.00"},\
            "capturable":{"minor":1999,"currency":"CNY","decimal":"19.99"},\
            "refundable":{"minor":0,"currency":"CNY","decimal":"0.00"},\
            "gateway":"sandbox","gatewayReference":"sbx_*","nextAction":null,\
            "description":null,"metadata":{},\
            "operations":[{"id":"op_*","kind":"AUTHORIZE","state":"SUCCEEDED",\
            "amount":{"minor":1999,"currency":"CNY","decimal":"19.99"},"reference":"ORDER",\
            "attempts":1,"reason":null,"createdAt":"*Z","completedAt":"*Z"}],\
            "createdAt":"*Z","updatedAt":"*Z"}"""
                .replace("ORDER", order));
    assertThat(sandbox().executed(response.at("/id"))).containsExactly("AUTHORIZE 1999");
  }

  @Test
  void the_headers_say_where_it_is_which_version_and_until_when_the_key_is_kept() {
    Response response = pay(payment(fresh("order"), "tok_ok"));

    assertThat(response.header("Location")).isEqualTo("/v1/payments/" + response.at("/id"));
    assertThat(response.header("ETag")).isEqualTo("\"2\"");
    assertThat(Instant.parse(response.header("Idempotency-Key-Expires")))
        .isCloseTo(Instant.now().plus(30, DAYS), within(1, MINUTES));
    assertThat(response.header("Content-Type")).isEqualTo("application/json");
    assertThat(response.header("X-Request-Id")).hasSize(36);
    assertThat(response.header("Idempotent-Replayed")).isEmpty();
    assertThat(response.header("Preference-Applied")).isEmpty();
    assertThat(response.header("Retry-After")).isEmpty();
  }

  @Test
  void a_request_id_that_the_client_chose_is_given_back() {
    Response response =
        Shop.ORDERS.post(
            "/v1/payments",
            Shop.key(),
            payment(fresh("order"), "tok_ok"),
            "X-Request-Id",
            "trace.7001-a_b");

    assertThat(response.header("X-Request-Id")).isEqualTo("trace.7001-a_b");
  }

  @Test
  void what_the_client_says_of_it_is_kept_and_given_back_in_its_order() {
    String body =
        with(
            payment(fresh("order"), "tok_ok"),
            "\"description\":\"Zwei Bücher \uD83D\uDCDA\",\"gateway\":\"sandbox\",\"attempt\":1,"
                + "\"metadata\":{\"z\":\"1\",\"a/b\":\"\",\"键\":\"值\"}");

    Response response = pay(body);

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.at("/description")).isEqualTo("Zwei Bücher \uD83D\uDCDA");
    assertThat(response.json().path("metadata").toString())
        .isEqualTo("{\"z\":\"1\",\"a/b\":\"\",\"键\":\"值\"}");
    assertThat(Shop.read(response.at("/id")).body()).isEqualTo(response.body());
  }

  @ParameterizedTest
  @CsvSource({
    "1, CNY, 0.01",
    "1999, CNY, 19.99",
    "500, JPY, 500",
    "1, KWD, 0.001",
    "1234, KWD, 1.234",
    "12345, CLF, 1.2345",
    "1000000000000000, CNY, 10000000000000.00",
    "1000000000000000, JPY, 1000000000000000",
    "1000000000000000, CLF, 100000000000.0000"
  })
  void an_amount_has_the_decimals_of_its_currency(long minor, String currency, String decimal) {
    Response response = pay(payment(fresh("order"), "tok_ok", minor, currency, "automatic"));

    assertThat(response.status()).isEqualTo(201);
    for (String amount : new String[] {"amount", "authorized", "captured", "refundable"}) {
      assertThat(response.json().path(amount).toString())
          .isEqualTo(
              "{\"minor\":%d,\"currency\":\"%s\",\"decimal\":\"%s\"}"
                  .formatted(minor, currency, decimal));
    }
    assertThat(sandbox().executed(response.at("/id"))).containsExactly("CHARGE " + minor);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "-0",
        "1000000000000001",
        "9007199254740993",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775809",
        "1000000000000000000000000000000000000000000000000000000000000"
      })
  void an_integer_out_of_range_is_an_invalid_amount(String minor) {
    assertRefused(pay(minor(minor)), 422, "invalid-amount", "/amount/minor");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"1999\"",
        "\"\"",
        "19.99",
        "1e3",
        "1E+3",
        "1.0",
        "0.0",
        "-0.5",
        "true",
        "false",
        "null",
        "[]",
        "[1999]",
        "{}",
        "{\"minor\":1}"
      })
  void anything_but_an_integer_is_malformed(String minor) {
    assertRefused(pay(minor(minor)), 400, "malformed-request", "/amount/minor");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cny", "Cny", "", " CNY", "CNYY", "XXX", "XAU", "DEM", "ABC", "€"})
  void what_is_no_active_currency_in_upper_case_is_not_supported(String currency) {
    Response response = pay(payment(fresh("order"), "tok_ok", 1999, currency, "automatic"));

    assertRefused(response, 422, "unsupported-currency", "/amount/currency");
  }

  @ParameterizedTest
  @ValueSource(strings = {"156", "null", "true", "[\"CNY\"]", "{}"})
  void a_currency_that_is_no_text_is_malformed(String currency) {
    String body = payment(fresh("order"), "tok_ok").replace("\"CNY\"", currency);

    assertRefused(pay(body), 400, "malformed-request", "/amount/currency");
  }

  @Test
  void a_declined_payment_is_a_created_resource() {
    Response response = pay(payment(fresh("order"), "tok_decline"));

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.at("/state")).isEqualTo("DECLINED");
    assertThat(response.at("/operations/0/state")).isEqualTo("DECLINED");
    assertThat(response.at("/operations/0/reason")).isEqualTo("insufficient-funds");
    assertThat(response.at("/operations/0/completedAt")).isNotEmpty();
    assertThat(response.json().at("/gatewayReference").isNull()).isTrue();
    for (String amount : new String[] {"authorized", "captured", "capturable", "refundable"}) {
      assertThat(response.json().at("/" + amount + "/minor").asLong()).isZero();
    }
    assertThat(sandbox().executed(response.at("/id"))).isEmpty();
  }

  @Test
  void another_card_after_a_decline_is_a_second_attempt_at_the_same_payment() {
    String order = fresh("order");
    Response first = pay(payment(order, "tok_decline"));

    Response second = pay(with(payment(order, "tok_ok"), "\"attempt\":2"));

    assertThat(second.status()).isEqualTo(201);
    assertThat(second.at("/id")).isEqualTo(first.at("/id"));
    assertThat(second.at("/state")).isEqualTo("CAPTURED");
    assertThat(second.at("/attempt")).isEqualTo("2");
    assertThat(second.at("/version")).isEqualTo("4");
    assertThat(second.header("ETag")).isEqualTo("\"4\"");
    assertThat(second.at("/createdAt")).isEqualTo(first.at("/createdAt"));
    assertThat(second.at("/operations/0/state")).isEqualTo("DECLINED");
    assertThat(second.at("/operations/1/state")).isEqualTo("SUCCEEDED");
    assertThat(sandbox().executed(first.at("/id"))).containsExactly("CHARGE 1999");
  }

  @Test
  void a_third_attempt_may_follow_a_void_and_be_manual() {
    String order = fresh("order");
    pay(payment(order, "tok_decline"));
    Response second = pay(with(payment(order, "tok_ok", 1999, "CNY", "manual"), "\"attempt\":2"));
    Response voided = Shop.voidPayment(second.at("/id"), "{\"attempt\":2}");
    assertThat(voided.at("/state")).isEqualTo("VOIDED");

    Response third = pay(with(payment(order, "tok_ok"), "\"attempt\":3"));

    assertThat(third.at("/state")).isEqualTo("CAPTURED");
    assertThat(third.at("/authorized/minor")).isEqualTo("3998");
    assertThat(third.at("/captured/minor")).isEqualTo("1999");
    assertThat(sandbox().executed(third.at("/id")))
        .containsExactly("AUTHORIZE 1999", "VOID 1999", "CHARGE 1999");
  }

  @Test
  void an_attempt_follows_the_latest_one_when_that_ended_without_effect() {
    String declined = fresh("order");
    pay(payment(declined, "tok_decline"));
    String captured = fresh("order");
    pay(payment(captured, "tok_ok"));

    assertRefused(attempt(3, declined, 1999, "CNY"), 422, "attempt-not-allowed");
    assertRefused(attempt(2, captured, 1999, "CNY"), 422, "attempt-not-allowed");
    assertRefused(attempt(2, fresh("order"), 1999, "CNY"), 422, "attempt-not-allowed");
    assertRefused(attempt(2, declined, 2000, "CNY"), 422, "attempt-not-allowed");
    assertRefused(attempt(2, declined, 1999, "EUR"), 422, "currency-mismatch");
    assertThat(attempt(2, declined, 1999, "CNY").status()).isEqualTo(201);
  }

  @Test
  void a_reference_of_another_scope_is_another_payment() {
    String order = fresh("order");
    Response mine = pay(payment(order, "tok_ok"));

    Response theirs =
        Shop.OTHER_SCOPE.post(
            "/v1/payments", Shop.key(), payment(order, "tok_ok", 5, "EUR", "manual"));

    assertThat(theirs.status()).isEqualTo(201);
    assertThat(theirs.at("/id")).isNotEqualTo(mine.at("/id"));
    assertThat(sandbox().executed(theirs.at("/id"))).containsExactly("AUTHORIZE 5");
  }

  private static Response attempt(int attempt, String order, long minor, String currency) {
    String body = payment(order, "tok_ok", minor, currency, "automatic");
    return pay(with(body, "\"attempt\":" + attempt));
  }

  private static String minor(String minor) {
    return payment(fresh("order"), "tok_ok").replace(":1999", ":" + minor);
  }
}
