package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.payment.http.Shop.with;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.part;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.onceledger.contract.Agreement;
import dev.onceledger.security.Role;
import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A request that is wrong in several ways is answered with what the contract decides first. */
class PrecedenceApiTest {
  private static final String JSON = "application/json";
  private static final String TOO_LARGE = " ".repeat(64 * 1024 + 1);

  @Test
  void who_calls_comes_before_what_is_sent() {
    Api nobody = Agreement.of(new Api(Ledger.shared().uri(), "wrong"));
    Api auditor = Agreement.of(Ledger.shared().api(Role.AUDITOR));

    assertRefused(nobody.send("POST", "/v1/payments", TOO_LARGE), 401, "unauthenticated");
    assertRefused(auditor.send("POST", "/v1/payments", TOO_LARGE), 403, "forbidden");
    assertRefused(nobody.get("/v1/payments?limit=0&x=1"), 401, "unauthenticated");
    String ofAnother = "/v1/payments?scope=another";
    assertRefused(Shop.ORDERS.get(ofAnother), 403, "forbidden");
    assertRefused(Shop.ORDERS.get(ofAnother + "&limit=0&x=1"), 403, "forbidden");
    assertRefused(
        Shop.ORDERS.get("/v1/payments/nonsense?scope=another&version=x"), 403, "forbidden");
    assertRefused(
        Shop.ORDERS.get("/v1/payments/nonsense/events?scope=another&limit=x"), 403, "forbidden");
    assertRefused(Shop.ORDERS.get("/v1/idempotency-keys?scope=another"), 403, "forbidden");
    assertRefused(Shop.ORDERS.get("/v1/idempotency-keys?scope=another&key="), 403, "forbidden");
  }

  @Test
  void size_comes_before_type_and_type_before_the_key() {
    assertRefused(
        Shop.ORDERS.send("POST", "/v1/payments", TOO_LARGE, "Content-Type", "text/plain"),
        413,
        "body-too-large");
    assertRefused(
        Shop.ORDERS.send("POST", "/v1/payments", "{", "Content-Type", "text/plain"),
        415,
        "unsupported-media-type");
    assertRefused(
        Shop.ORDERS.send(
            "POST", "/v1/payments", "{", "Content-Type", "text/plain", "Idempotency-Key", ""),
        415,
        "unsupported-media-type");
  }

  @Test
  void the_key_comes_before_the_form_of_the_body() {
    for (String body : new String[] {"{", "[]", "{}", "{\"a\":1,\"a\":1}", "{\"amount\":0}"}) {
      assertRefused(
          Shop.ORDERS.send("POST", "/v1/payments", body, "Content-Type", JSON),
          400,
          "idempotency-key-missing");
      assertRefused(Shop.ORDERS.post("/v1/payments", "\"", body), 400, "idempotency-key-invalid");
    }
    assertRefused(
        Shop.ORDERS.send("POST", "/v1/payments", "{}", "Content-Type", JSON, "If-Match", "junk"),
        400,
        "idempotency-key-missing");
  }

  @Test
  void the_form_comes_before_the_currency_and_the_currency_before_the_amount() {
    String wrong = payment(fresh("order"), "tok_ok", 0, "XXX", "automatic");

    assertRefused(Shop.pay(with(wrong, "\"x\":1")), 400, "malformed-request", "/x");
    assertRefused(
        Shop.ORDERS.post("/v1/payments", Shop.key(), wrong, "If-Match", "junk"),
        400,
        "malformed-request");
    assertRefused(Shop.pay(wrong), 422, "unsupported-currency", "/amount/currency");
    assertRefused(Shop.pay(wrong.replace("XXX", "CNY")), 422, "invalid-amount", "/amount/minor");
  }

  @Test
  void the_body_comes_before_the_record_of_the_key() {
    String key = Shop.key();
    String path = "/v1/payments";
    Shop.ORDERS.post(path, key, payment(fresh("order"), "tok_ok"));

    assertRefused(Shop.ORDERS.post(path, key, "{}"), 400, "malformed-request");
    String zero = payment(fresh("order"), "tok_ok", 0, "CNY", "automatic");
    assertRefused(Shop.ORDERS.post(path, key, zero), 422, "invalid-amount");
    String old = bornBeforeTheRetention();
    assertRefused(Shop.ORDERS.post(path, old, zero), 422, "invalid-amount");
    assertRefused(Shop.ORDERS.post(path, old, "{}"), 400, "malformed-request");
  }

  @Test
  void another_request_comes_before_the_progress_of_the_first() {
    String key = Shop.key();
    String body = payment(fresh("order"), "tok_error_500");
    Shop.ORDERS.post("/v1/payments", key, body);

    assertRefused(
        Shop.ORDERS.post("/v1/payments", key, with(body, "\"attempt\":1")),
        422,
        "idempotency-key-reused");
    assertRefused(Shop.ORDERS.post("/v1/payments", key, body), 409, "idempotency-key-in-progress");
    assertRefused(
        Shop.ORDERS.post("/v1/payments", key, body, "If-Match", "\"99\""),
        409,
        "idempotency-key-in-progress");
  }

  @Test
  void the_key_comes_before_the_payment() {
    String key = Shop.key();
    Shop.ORDERS.post("/v1/payments", key, payment(fresh("order"), "tok_ok"));
    String old = bornBeforeTheRetention();

    for (String id : new String[] {"pay_00000000000000000000000000", "nonsense"}) {
      String path = "/v1/payments/" + id + "/captures";
      assertRefused(Shop.ORDERS.post(path, key, "{}"), 422, "idempotency-key-reused");
      assertRefused(Shop.ORDERS.post(path, old, "{}"), 422, "idempotency-key-expired");
      assertRefused(Shop.capture(id, part(0, "CNY")), 422, "invalid-amount");
      assertRefused(Shop.capture(id, "{\"x\":1}"), 400, "malformed-request");
    }
  }

  @Test
  void no_payment_comes_before_everything_about_it() {
    String path = "/v1/payments/pay_00000000000000000000000000";

    for (String command : new String[] {"/captures", "/voids"}) {
      assertRefused(
          Shop.ORDERS.post(path + command, Shop.key(), "{\"attempt\":7}", "If-Match", "\"9\""),
          404,
          "payment-not-found");
    }
    assertRefused(
        Shop.OTHER_SCOPE.post(
            "/v1/payments/" + Shop.authorized() + "/refunds", Shop.key(), part(9, "EUR")),
        404,
        "payment-not-found");
  }

  @Test
  void an_operation_in_progress_comes_before_reference_attempt_and_version() {
    String order = fresh("order");
    String body = payment(order, "tok_error_500", 1999, "CNY", "manual");
    String id = Shop.pay(body).at("/id");

    assertRefused(Shop.pay(with(body, "\"description\":\"other\"")), 409, "operation-in-progress");
    assertRefused(Shop.pay(with(body, "\"attempt\":7")), 409, "operation-in-progress");
    assertRefused(
        Shop.pay(with(payment(order, "tok_ok", 5, "EUR", "manual"), "\"attempt\":2")),
        409,
        "operation-in-progress");
    assertRefused(Shop.capture(id, "{\"attempt\":7}"), 409, "operation-in-progress");
    String capturing = Shop.authorized("tok_capture_error_500");
    assertThat(Shop.capture(capturing, "").status()).isEqualTo(202);
    assertRefused(Shop.voidPayment(capturing, "{\"attempt\":7}"), 409, "operation-in-progress");
    assertRefused(
        Shop.ORDERS.post("/v1/payments/" + id + "/captures", Shop.key(), "{}", "If-Match", "\"9\""),
        409,
        "operation-in-progress");
  }

  @Test
  void the_currency_comes_before_the_attempt_and_the_attempt_before_the_version() {
    String path = "/v1/payments/" + Shop.authorized() + "/captures";

    assertRefused(
        Shop.ORDERS.post(
            path, Shop.key(), with(part(9, "EUR"), "\"attempt\":7"), "If-Match", "\"9\""),
        422,
        "currency-mismatch");
    assertRefused(
        Shop.ORDERS.post(path, Shop.key(), "{\"attempt\":7}", "If-Match", "\"9\""),
        422,
        "attempt-not-allowed");
    String order = fresh("order");
    Shop.pay(payment(order, "tok_decline"));
    assertRefused(
        Shop.pay(with(payment(order, "tok_ok", 5, "EUR", "manual"), "\"attempt\":9")),
        422,
        "currency-mismatch");
  }

  @Test
  void a_reference_that_was_used_comes_before_the_attempt_and_the_version() {
    String id = Shop.authorized();
    Shop.capture(id, with(part(1, "CNY"), "\"reference\":\"one\""));

    Response response =
        Shop.ORDERS.post(
            "/v1/payments/" + id + "/captures",
            Shop.key(),
            "{\"reference\":\"one\",\"attempt\":7}",
            "If-Match",
            "\"99\"");

    assertRefused(response, 422, "reference-reused");
  }

  @Test
  void the_version_comes_before_the_state_and_the_state_before_the_amount() {
    String authorized = "/v1/payments/" + Shop.authorized();
    String captured = "/v1/payments/" + Shop.captured();
    String tooMuch = part(5000, "CNY");

    for (String path :
        new String[] {captured + "/captures", authorized + "/refunds", captured + "/refunds"}) {
      assertRefused(
          Shop.ORDERS.post(path, Shop.key(), tooMuch, "If-Match", "\"9\""),
          412,
          "version-mismatch");
    }
    assertRefused(
        Shop.ORDERS.post(captured + "/voids", Shop.key(), "", "If-Match", "\"9\""),
        412,
        "version-mismatch");
    assertRefused(
        Shop.ORDERS.post(captured + "/captures", Shop.key(), tooMuch),
        422,
        "payment-not-capturable");
    assertRefused(
        Shop.ORDERS.post(authorized + "/refunds", Shop.key(), tooMuch),
        422,
        "payment-not-refundable");
  }

  @Test
  void what_was_refused_in_the_end_executed_nothing() {
    String id = Shop.authorized();
    Shop.capture(id, with(part(5000, "CNY"), "\"attempt\":7"));

    assertThat(Shop.sandbox().executed(id)).containsExactly("AUTHORIZE 1999");
    assertThat(Shop.read(id).at("/version")).isEqualTo("2");
  }

  private static String bornBeforeTheRetention() {
    return UuidCreator.getTimeOrderedEpoch(Instant.now().minus(Duration.ofDays(31))).toString();
  }
}
