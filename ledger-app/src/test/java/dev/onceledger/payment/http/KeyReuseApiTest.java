package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.payment.http.Shop.with;
import static dev.onceledger.payment.http.Shop.without;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One key, sent again with another request. */
class KeyReuseApiTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          payments | "reference":"zzz"                         | /reference
          payments | "amount":{"minor":2000,"currency":"CNY"}  | /amount/minor
          payments | "amount":{"minor":1999,"currency":"EUR"}  | /amount/currency
          payments | "amount":{"minor":1,"currency":"EUR"}     | /amount/currency /amount/minor
          payments | "paymentMethod":"tok_decline"             | /paymentMethod
          payments | "attempt":2                               | /attempt
          payments | -attempt                                  | /attempt
          payments | -gateway                                  | /gateway
          payments | "capture":"automatic"                     | /capture
          payments | -capture                                  | /capture
          payments | "description":"zzz"                    | /description
          payments | "description":""                          | /description
          payments | -description                              | /description
          payments | "metadata":{"k":"zzz","a/b~c":"d"}        | /metadata/k
          payments | "metadata":{"k":"v","a/b~c":"D"}          | /metadata/a~1b~0c
          payments | "metadata":{"k":"v"}                      | /metadata/a~1b~0c
          payments | "metadata":{"k":"v","a/b~c":"d","new":""} | /metadata/new
          payments | -metadata                                 | /metadata/a~1b~0c /metadata/k
          captures | "amount":{"minor":501,"currency":"CNY"}   | /amount/minor
          captures | "amount":{"minor":500,"currency":"EUR"}   | /amount/currency
          captures | -amount                                   | /amount/currency /amount/minor
          captures | "reference":"part-2"                      | /reference
          captures | -reference                                | /reference
          captures | "attempt":2                               | /attempt
          captures | -attempt                                  | /attempt
          voids    | "reference":"cancel-2"                    | /reference
          voids    | -reference                                | /reference
          voids    | "attempt":2                               | /attempt
          voids    | -attempt                                  | /attempt
          refunds  | "amount":{"minor":501,"currency":"CNY"}   | /amount/minor
          refunds  | "amount":{"minor":500,"currency":"EUR"}   | /amount/currency
          refunds  | -amount                                   | /amount/currency /amount/minor
          refunds  | "reference":"return-2"                    | /reference
          refunds  | -reference                                | /reference
          refunds  | "reason":"zzz"                            | /reason
          refunds  | -reason                                   | /reason
          """)
  void a_key_with_another_content_is_reused_and_the_places_are_named(
      String command, String change, String differs) {
    Sent sent = Sent.first(command);
    String other =
        change.startsWith("-")
            ? without(sent.body(), change.substring(1))
            : with(sent.body(), change);

    Response response = Shop.ORDERS.post(sent.path(), sent.key(), other);

    assertReused(response, differs.split(" ", -1));
    assertThat(response.body()).doesNotContain("zzz", "tok_", "2000");
    assertThat(sent.again().body()).isEqualTo(sent.answer().body());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          payments | "attempt":1                  | /attempt
          payments | "gateway":"sandbox"          | /gateway
          payments | "capture":"automatic"        | /capture
          payments | "description":"d"            | /description
          payments | "metadata":{"k":"v"}         | /metadata/k
          payments | "metadata":{}                | /metadata
          captures | "amount":{"minor":1,"currency":"CNY"} | /amount/currency /amount/minor
          captures | "reference":"r"              | /reference
          captures | "attempt":1                  | /attempt
          voids    | "reference":"r"              | /reference
          voids    | "attempt":1                  | /attempt
          refunds  | "amount":{"minor":1,"currency":"CNY"} | /amount/currency /amount/minor
          refunds  | "reference":"r"              | /reference
          refunds  | "reason":"w"                 | /reason
          """)
  void a_member_that_is_added_differs_even_if_it_says_the_default(
      String command, String member, String differs) {
    Sent sent =
        command.equals("payments")
            ? Sent.of("/v1/payments", without(payment(fresh("order"), "tok_ok"), "capture"))
            : Sent.of(Sent.pathFor(command), "{}");

    assertReused(
        Shop.ORDERS.post(sent.path(), sent.key(), with(sent.body(), member)),
        differs.split(" ", -1));
  }

  @Test
  void a_key_belongs_to_its_route_and_payment() {
    String id = Shop.captured();
    Sent sent = Sent.of("/v1/payments/" + id + "/refunds", "{}");

    for (String path :
        new String[] {
          "/v1/payments/" + id + "/captures",
          "/v1/payments/" + id + "/voids",
          "/v1/payments/" + Shop.captured() + "/refunds",
          "/v1/payments/" + id + "/refunds?dry=run",
          "/v1/payments/nonsense/refunds"
        }) {
      assertReused(Shop.ORDERS.post(path, sent.key(), "{}"), "");
    }
    String body = payment("ref", "tok_ok");
    assertReused(
        Shop.ORDERS.post("/v1/payments", sent.key(), body),
        "",
        "/amount/currency",
        "/amount/minor",
        "/capture",
        "/paymentMethod",
        "/reference");
  }

  @Test
  void a_key_of_another_scope_is_another_key() {
    Sent mine = Sent.of("/v1/payments", payment(fresh("order"), "tok_ok"));

    Response theirs =
        Shop.OTHER_SCOPE.post(mine.path(), mine.key(), payment(fresh("order"), "tok_decline"));

    assertThat(theirs.status()).isEqualTo(201);
    assertThat(theirs.header("Idempotent-Replayed")).isEmpty();
    assertThat(mine.again().body()).isEqualTo(mine.answer().body());
  }

  private static void assertReused(Response response, String... differs) {
    assertRefused(response, 422, "idempotency-key-reused");
    assertThat(response.texts("/differs")).containsExactly(differs);
    assertThat(response.texts("/pointers")).isEmpty();
    assertThat(response.at("/retryable")).isEqualTo("false");
    assertThat(response.at("/effect")).isEqualTo("none");
  }
}
