package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.part;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** If-Match (RFC 9110, section 13.1.1). The payment is at version 2. */
class IfMatchApiTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"\"2\"", "*", "\"1\", \"2\"", "\"2\",\"abc\"", " \"2\" ", "W/\"2\",\"2\""})
  void a_command_acts_at_a_version_that_is_named(String ifMatch) {
    assertThat(capture(ifMatch).status()).isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"1\"",
        "\"3\"",
        "\"1\",\"3\"",
        "W/\"2\"",
        "\"\"",
        "\"abc\"",
        "\"02\"",
        "\"+2\"",
        "\"-2\"",
        "\"2.0\"",
        "\"0\"",
        "\"99999999999999999999\""
      })
  void a_command_does_not_act_at_any_other(String ifMatch) {
    Response response = capture(ifMatch);

    assertRefused(response, 412, "version-mismatch");
    assertThat(response.at("/retryable")).isEqualTo("false");
    assertThat(response.at("/effect")).isEqualTo("none");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2",
        "'2'",
        "\"2",
        "2\"",
        "\"2\" \"3\"",
        "\"2\",",
        "*,\"2\"",
        "W/2",
        "w/\"2\"",
        "\"2\";q=1"
      })
  void anything_else_is_malformed(String ifMatch) {
    assertRefused(capture(ifMatch), 400, "malformed-request");
  }

  @Test
  void several_lines_are_one_list() {
    String id = Shop.authorized();

    Response response =
        Shop.ORDERS.post(
            "/v1/payments/" + id + "/captures",
            Shop.key(),
            "",
            "If-Match",
            "\"1\"",
            "If-Match",
            "\"2\"");

    assertThat(response.status()).isEqualTo(201);
  }

  @Test
  void a_payment_that_does_not_exist_yet_has_no_version() {
    for (String ifMatch : new String[] {"*", "\"0\"", "\"1\""}) {
      String key = Shop.key();
      String body = payment(fresh("order"), "tok_ok");

      assertRefused(
          Shop.ORDERS.post("/v1/payments", key, body, "If-Match", ifMatch),
          412,
          "version-mismatch");
      assertThat(Shop.ORDERS.post("/v1/payments", key, body).status()).isEqualTo(201);
    }
  }

  @Test
  void every_command_reads_it() {
    String authorized = "/v1/payments/" + Shop.authorized();
    String captured = "/v1/payments/" + Shop.captured();
    String order = fresh("order");
    Shop.pay(payment(order, "tok_decline"));
    String second = Shop.with(payment(order, "tok_ok"), "\"attempt\":2");

    assertActsAtTwo(authorized + "/captures", part(5, "CNY"));
    assertActsAtTwo("/v1/payments/" + Shop.authorized() + "/voids", "");
    assertActsAtTwo(captured + "/refunds", "");
    assertActsAtTwo("/v1/payments", second);
  }

  @Test
  void what_is_found_by_its_reference_is_answered_before() {
    String body = payment(fresh("order"), "tok_ok");
    Shop.pay(body);

    Response found = Shop.ORDERS.post("/v1/payments", Shop.key(), body, "If-Match", "\"99\"");

    assertThat(found.status()).isEqualTo(200);
  }

  @Test
  void the_header_is_no_part_of_the_request_that_the_key_names() {
    String path = "/v1/payments/" + Shop.authorized() + "/captures";
    String key = Shop.key();
    assertRefused(Shop.ORDERS.post(path, key, "", "If-Match", "\"1\""), 412, "version-mismatch");

    assertThat(Shop.ORDERS.post(path, key, "", "If-Match", "\"2\"").status()).isEqualTo(201);
    assertThat(Shop.ORDERS.post(path, key, "").header("Idempotent-Replayed")).isEqualTo("true");
  }

  private static void assertActsAtTwo(String path, String body) {
    String key = Shop.key();
    assertRefused(Shop.ORDERS.post(path, key, body, "If-Match", "\"3\""), 412, "version-mismatch");
    assertThat(Shop.ORDERS.get("/v1/idempotency-keys/" + key).status()).isEqualTo(404);
    assertThat(Shop.ORDERS.post(path, key, body, "If-Match", "\"2\"").status()).isEqualTo(201);
  }

  private static Response capture(String ifMatch) {
    String path = "/v1/payments/" + Shop.authorized() + "/captures";
    return Shop.ORDERS.post(path, Shop.key(), "", "If-Match", ifMatch);
  }
}
