package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.payment.http.Shop.pay;
import static dev.onceledger.payment.http.Shop.with;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that are no JSON object of the right form. */
class MalformedRequestApiTest {
  private static final String AUTHORIZED = Shop.authorized();
  private static final String CAPTURED = Shop.captured();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"reference\":\"a\",\"reference\":\"a\"}",
        "{\"amount\":{\"minor\":1,\"currency\":\"CNY\",\"minor\":1}}",
        "{\"metadata\":{\"a\":\"1\",\"\\u0061\":\"1\"}}",
        "{\"a\":1,\"\\u0061\":1}"
      })
  void a_member_that_stands_twice_is_refused(String body) {
    assertRefused(pay(body), 400, "malformed-request", "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "}",
        "{}}",
        "{}{}",
        "{} x",
        "{}\0",
        "nonsense",
        "{'reference':'a'}",
        "{reference:1}",
        "{\"reference\":\"a\",}",
        "{\"reference\":NaN}",
        "{/**/}",
        "{}//",
        "{\"reference\":01}",
        "{\"reference\":\"\t\"}",
        "{\"reference\":\"\\x\"}",
        "{\"reference\":\"a}",
        "{\"a\":+1}",
        "[]",
        "[{}]",
        "null",
        "true",
        "1999",
        "\"text\"",
        " "
      })
  void a_body_that_is_no_json_object_is_refused(String body) {
    assertRefused(pay(body), 400, "malformed-request", "");
  }

  @Test
  void an_empty_body_lacks_what_is_required() {
    assertRefused(pay(""), 400, "malformed-request", "/reference", "/amount", "/paymentMethod");
    assertRefused(pay("{}"), 400, "malformed-request", "/reference", "/amount", "/paymentMethod");
    assertRefused(
        pay("{\"reference\":null,\"amount\":null,\"paymentMethod\":null}"),
        400,
        "malformed-request",
        "/reference",
        "/amount",
        "/paymentMethod");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          payments | "colour":1                          | /colour
          payments | "a/b~c":null                        | /a~1b~0c
          payments | "":{}                               | /
          payments | "amount":{"minor":1,"currency":"CNY","decimal":"0.01"} | /amount/decimal
          payments | "amount":{"minor":1,"currency":"CNY","a":1,"b":2}      | /amount/a /amount/b
          payments | "reason":"why"                      | /reason
          payments | "id":"pay_1"                        | /id
          captures | "colour":1                          | /colour
          captures | "paymentMethod":"tok_ok"            | /paymentMethod
          captures | "reason":"why"                      | /reason
          captures | "amount":{"minor":1,"currency":"CNY","decimal":"0.01"} | /amount/decimal
          voids    | "amount":{"minor":1,"currency":"CNY"} | /amount
          voids    | "reason":"why"                      | /reason
          refunds  | "attempt":1                         | /attempt
          refunds  | "capture":"manual"                  | /capture
          refunds  | "metadata":{}                       | /metadata
          """)
  void a_member_that_is_not_known_is_refused(String command, String member, String pointers) {
    assertRefused(send(command, member), 400, "malformed-request", pointers.split(" ", -1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          payments | reference     | 1 ; 1.5 ; true ; [] ; {} ; "" ; null
          payments | paymentMethod | 1 ; 1.5 ; true ; [] ; {} ; "" ; null
          payments | amount        | 1999 ; "19.99" ; true ; [] ; null
          payments | attempt       | 0 ; 100 ; -1 ; "1" ; 1.5 ; 1.0 ; 1e0 ; true ; [] ; {} ; 4294967297 ; 99999999999999999999
          payments | gateway       | 1 ; true ; [] ; {} ; "" ; "nowhere" ; "Sandbox" ; "sandbox "
          payments | capture       | 1 ; true ; [] ; {} ; "" ; "AUTOMATIC" ; "Manual" ; "auto"
          payments | description   | 1 ; true ; [] ; {} ; "\\ud800"
          payments | metadata      | 1 ; true ; [] ; "text" ; [{"a":"b"}]
          captures | amount        | 1999 ; "19.99" ; true ; []
          captures | reference     | 1 ; true ; [] ; {} ; ""
          captures | attempt       | 0 ; 100 ; "1" ; 1.5 ; true ; [] ; {}
          voids    | reference     | 1 ; true ; [] ; {} ; ""
          voids    | attempt       | 0 ; 100 ; "1" ; 1.5 ; true ; [] ; {}
          refunds  | amount        | 1999 ; "19.99" ; true ; []
          refunds  | reference     | 1 ; true ; [] ; {} ; ""
          refunds  | reason        | 1 ; true ; [] ; {} ; "\\udfff\\ud800"
          """)
  void a_member_of_a_wrong_type_or_range_is_named(String command, String member, String values) {
    for (String value : values.split(" ; ", -1)) {
      Response response = send(command, "\"" + member + "\":" + value.strip());

      assertRefused(response, 400, "malformed-request", "/" + member);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"captures", "refunds"})
  void the_amount_of_a_part_is_read_like_that_of_a_payment(String command) {
    assertRefused(
        send(command, "\"amount\":{}"),
        400,
        "malformed-request",
        "/amount/minor",
        "/amount/currency");
    assertRefused(
        send(command, "\"amount\":{\"minor\":1.0,\"currency\":\"CNY\"}"),
        400,
        "malformed-request",
        "/amount/minor");
    assertRefused(
        send(command, "\"amount\":{\"minor\":0,\"currency\":\"CNY\"}"),
        422,
        "invalid-amount",
        "/amount/minor");
    assertRefused(
        send(command, "\"amount\":{\"minor\":1,\"currency\":\"cny\"}"),
        422,
        "unsupported-currency",
        "/amount/currency");
  }

  @Test
  void one_answer_names_everything_that_is_wrong() {
    Response response =
        pay(
            """
            {"reference":7,"amount":{"minor":"1","currency":2,"x":3},"paymentMethod":[],\
            "attempt":0,"gateway":"nowhere","capture":"now","description":{},\
            "metadata":{"a":1,"b":null,"c":"fine"},"y":4}""");

    assertRefused(
        response,
        400,
        "malformed-request",
        "/reference",
        "/amount/minor",
        "/amount/currency",
        "/amount/x",
        "/paymentMethod",
        "/attempt",
        "/gateway",
        "/capture",
        "/description",
        "/metadata/a",
        "/metadata/b",
        "/y");
    assertThat(response.at("/instance")).isEqualTo("/v1/payments");
    assertThat(response.at("/retryable")).isEqualTo("false");
    assertThat(response.at("/effect")).isEqualTo("none");
  }

  @Test
  void nothing_that_was_sent_is_repeated() {
    String secret = "zqx7secret";
    for (String body :
        new String[] {
          "{\"reference\":[\"%s\"],\"amount\":\"%s\",\"paymentMethod\":{\"a\":\"%s\"}}",
          "{\"reference\":\"ü%s\",\"paymentMethod\":\"ü%s\",\"gateway\":\"%s\",\"capture\":\"%s\"}",
          "{\"amount\":{\"minor\":\"%s\",\"currency\":[\"%s\"]},\"metadata\":{\"a\":[\"%s\"]}}",
          "{\"attempt\":\"%s\",\"description\":[\"%s\"],\"other\":\"%s\"}",
          "{\"reference\":\"a\",\"amount\":{\"minor\":1,\"currency\":\"%s\"},\"paymentMethod\":\"x\"}",
          "[\"%s\"]",
          "\"%s\"",
          "%s",
          "{\"%s",
          "{\"a\":%s}",
          "{\"a\":\"\\u%s\"}"
        }) {
      Response response = pay(body.replace("%s", secret));

      assertThat(response.status()).as(body).isIn(400, 422);
      assertThat(response.body()).doesNotContain(secret);
    }
    Response invalidKey = Shop.ORDERS.post("/v1/payments", '"' + secret, "{}");
    assertRefused(invalidKey, 400, "idempotency-key-invalid");
    assertThat(invalidKey.body()).doesNotContain(secret);
  }

  @Test
  void deep_nesting_is_refused() {
    for (int depth : new int[] {50, 499, 501, 1001, 30_000}) {
      String arrays = "[".repeat(depth) + "]".repeat(depth);
      String objects = "{\"a\":".repeat(depth / 5 + 1) + "1" + "}".repeat(depth / 5 + 1);

      assertRefused(send("payments", "\"description\":" + arrays), 400, "malformed-request");
      assertRefused(send("payments", "\"metadata\":" + objects), 400, "malformed-request");
      assertRefused(pay(arrays), 400, "malformed-request");
    }
  }

  @Test
  void a_number_of_a_thousand_digits_is_refused_like_any_other() {
    for (String number :
        new String[] {"9".repeat(900), "9".repeat(5000), "1e999999999", "0." + "1".repeat(5000)}) {
      assertThat(send("payments", "\"attempt\":" + number).status()).isEqualTo(400);
      Response amount = pay(payment(fresh("order"), "tok_ok").replace(":1999", ":" + number));
      assertThat(amount.status()).as(number).isIn(400, 422);
    }
  }

  @Test
  void a_refused_request_stores_nothing_and_leaves_the_key_free() {
    String key = Shop.key();
    String order = fresh("order");

    assertRefused(Shop.ORDERS.post("/v1/payments", key, "{"), 400, "malformed-request");
    assertThat(Shop.ORDERS.get("/v1/idempotency-keys/" + key).status()).isEqualTo(404);

    Response corrected = Shop.ORDERS.post("/v1/payments", key, payment(order, "tok_ok"));
    assertThat(corrected.status()).isEqualTo(201);
  }

  /** A command that is fine but for one member, on a payment on which it could act. */
  private static Response send(String command, String member) {
    if (command.equals("payments")) {
      return pay(with(payment(fresh("order"), "tok_ok"), member));
    }
    String id = command.equals("refunds") ? CAPTURED : AUTHORIZED;
    return Shop.ORDERS.post("/v1/payments/" + id + "/" + command, Shop.key(), "{" + member + "}");
  }
}
