package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.payment.http.Shop.sandbox;
import static dev.onceledger.payment.http.Shop.with;
import static dev.onceledger.payment.http.Shop.without;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.part;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One key, sent again: with the same request, and with another. */
class IdempotencyApiTest {
  private static final String PAYMENT =
      """
      {"reference":"ORDER","amount":{"minor":1999,"currency":"CNY"},"paymentMethod":"tok_ok",\
      "attempt":1,"gateway":"sandbox","capture":"manual","description":"a book",\
      "metadata":{"k":"v","a/b~c":"d"}}""";
  private static final String CAPTURE =
      """
      {"amount":{"minor":500,"currency":"CNY"},"reference":"part-1","attempt":1}""";
  private static final String VOID =
      """
      {"reference":"cancel-1","attempt":1}""";
  private static final String REFUND =
      """
      {"amount":{"minor":500,"currency":"CNY"},"reference":"return-1","reason":"broken"}""";

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
        change.startsWith("-") ? without(sent.body, change.substring(1)) : with(sent.body, change);

    Response response = Shop.ORDERS.post(sent.path, sent.key, other);

    assertReused(response, differs.split(" ", -1));
    assertThat(response.body()).doesNotContain("zzz", "tok_", "2000");
    assertThat(sent.again().body()).isEqualTo(sent.answer.body());
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
            : Sent.of(pathFor(command), "{}");

    assertReused(
        Shop.ORDERS.post(sent.path, sent.key, with(sent.body, member)), differs.split(" ", -1));
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
      assertReused(Shop.ORDERS.post(path, sent.key, "{}"), "");
    }
    String body = payment("ref", "tok_ok");
    assertReused(
        Shop.ORDERS.post("/v1/payments", sent.key, body),
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
        Shop.OTHER_SCOPE.post(mine.path, mine.key, payment(fresh("order"), "tok_decline"));

    assertThat(theirs.status()).isEqualTo(201);
    assertThat(theirs.header("Idempotent-Replayed")).isEmpty();
    assertThat(mine.again().body()).isEqualTo(mine.answer.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"payments", "captures", "voids", "refunds"})
  void the_same_request_is_answered_with_the_same_bytes_and_executes_nothing(String command) {
    Sent sent = Sent.first(command);
    var executed = sandbox().executed(sent.answer.at("/id"));
    long sends = sandbox().sends(sent.answer.at("/id"));

    for (int i = 0; i < 3; i++) {
      assertReplay(sent, sent.again());
    }

    assertThat(sandbox().executed(sent.answer.at("/id"))).isEqualTo(executed);
    assertThat(sandbox().sends(sent.answer.at("/id"))).isEqualTo(sends);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        {"metadata":{"a/b~c":"d","k":"v"},"description":"a book","capture":"manual",\
        "gateway":"sandbox","attempt":1,"paymentMethod":"tok_ok",\
        "amount":{"currency":"CNY","minor":1999},"reference":"ORDER"}""",
        """
        { "reference" : "ORDER" ,
        \t"amount":\t{ "minor":1999 , "currency":"CNY" }, "paymentMethod":"tok_ok",
          "attempt":1,"gateway":"sandbox","capture":"manual","description":"a book",
          "metadata":{"k":"v","a/b~c":"d"}

        }\n\t""",
        """
        {"\\u0072eference":"ORDER","amount":{"minor":1999,"currency":"\\u0043\\u004eY"},\
        "paymentMethod":"tok\\u005fok","attempt":1,"gateway":"sandbox","capture":"manual",\
        "description":"\\u0061\\u0020book","metadata":{"k":"v","a\\/b\\u007Ec":"d"}}"""
      })
  void order_white_space_and_spelling_do_not_matter(String body) {
    Sent sent = Sent.first("payments");

    assertReplay(
        sent,
        Shop.ORDERS.post(sent.path, sent.key, body.replace("ORDER", sent.answer.at("/reference"))));
  }

  @Test
  void null_is_the_same_as_nothing() {
    Sent sent = Sent.of(pathFor("refunds"), "{}");

    assertReplay(sent, Shop.ORDERS.post(sent.path, sent.key, ""));
    assertReplay(
        sent,
        Shop.ORDERS.post(
            sent.path, sent.key, "{\"amount\":null,\"reference\":null,\"reason\":null}"));
  }

  @Test
  void a_replay_tells_what_was_told_and_not_what_is() {
    Sent sent = Sent.of("/v1/payments", payment(fresh("order"), "tok_ok"));
    Response refunded = Shop.refund(sent.answer.at("/id"), "");
    assertThat(refunded.at("/state")).isEqualTo("REFUNDED");

    Response replay = sent.again();

    assertReplay(sent, replay);
    assertThat(replay.at("/state")).isEqualTo("CAPTURED");
    assertThat(replay.header("ETag")).isEqualTo("\"2\"");
    assertThat(Shop.read(sent.answer.at("/id")).header("ETag")).isEqualTo("\"4\"");
  }

  @Test
  void a_decline_is_replayed_and_never_tried_again() {
    Sent sent = Sent.of("/v1/payments", payment(fresh("order"), "tok_decline"));

    assertReplay(sent, sent.again());
    assertThat(sandbox().sends(sent.answer.at("/id"))).isEqualTo(1);
  }

  @Test
  void a_replay_is_answered_before_if_match_is_read() {
    Sent sent = Sent.of("/v1/payments", payment(fresh("order"), "tok_ok"));

    assertReplay(sent, Shop.ORDERS.post(sent.path, sent.key, sent.body, "If-Match", "\"99\""));
  }

  @Test
  void a_refusal_is_kept_under_the_key_and_executed_once_the_state_has_changed() {
    String id = Shop.authorized();
    String key = Shop.key();
    String path = "/v1/payments/" + id + "/refunds";
    Shop.capture(id, part(1000, "CNY"));

    assertRefused(Shop.ORDERS.post(path, key, part(1500, "CNY")), 422, "refund-exceeds-captured");
    assertRefused(Shop.ORDERS.post(path, key, part(1500, "CNY")), 422, "refund-exceeds-captured");
    assertReused(Shop.ORDERS.post(path, key, part(900, "CNY")), "/amount/minor");
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

  private static void assertReused(Response response, String... differs) {
    assertRefused(response, 422, "idempotency-key-reused");
    assertThat(response.texts("/differs")).containsExactly(differs);
    assertThat(response.texts("/pointers")).isEmpty();
    assertThat(response.at("/retryable")).isEqualTo("false");
    assertThat(response.at("/effect")).isEqualTo("none");
  }

  private static void assertReplay(Sent sent, Response replay) {
    assertThat(replay.status()).isEqualTo(sent.answer.status());
    assertThat(replay.body()).isEqualTo(sent.answer.body());
    assertThat(replay.header("Idempotent-Replayed")).isEqualTo("true");
    for (String header :
        new String[] {"Location", "ETag", "Idempotency-Key-Expires", "Content-Type"}) {
      assertThat(replay.header(header)).as(header).isEqualTo(sent.answer.header(header));
    }
  }

  private static String pathFor(String command) {
    String id = command.equals("refunds") ? Shop.captured() : Shop.authorized();
    return "/v1/payments/" + id + "/" + command;
  }

  /** A request that was answered. */
  private record Sent(String path, String key, String body, Response answer) {
    static Sent first(String command) {
      return switch (command) {
        case "captures" -> of(pathFor(command), CAPTURE);
        case "voids" -> of(pathFor(command), VOID);
        case "refunds" -> of(pathFor(command), REFUND);
        default -> of("/v1/payments", PAYMENT.replace("ORDER", fresh("order")));
      };
    }

    static Sent of(String path, String body) {
      String key = Shop.key();
      Response answer = Shop.ORDERS.post(path, key, body);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
      assertThat(answer.header("Idempotent-Replayed")).isEmpty();
      return new Sent(path, key, body, answer);
    }

    Response again() {
      return Shop.ORDERS.post(path, key, body);
    }
  }
}
