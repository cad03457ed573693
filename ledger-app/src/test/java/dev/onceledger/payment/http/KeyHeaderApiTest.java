package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.onceledger.support.RawHttp;
import dev.onceledger.support.Response;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The header Idempotency-Key. */
class KeyHeaderApiTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "/captures", "/voids", "/refunds"})
  void a_command_without_a_key_is_refused(String command) {
    String path = command.isEmpty() ? "/v1/payments" : "/v1/payments/" + Shop.captured() + command;
    String body = command.isEmpty() ? payment(fresh("order"), "tok_ok") : "{}";

    assertRefused(
        Shop.ORDERS.send("POST", path, body, "Content-Type", "application/json"),
        400,
        "idempotency-key-missing");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\"\"",
        "\"",
        "\"a",
        "\"a\"b",
        "\"a\" b",
        "\"a\";p=1",
        "\"a\",\"b\"",
        "\"a\\b\"",
        "\"a\\\"",
        "\"a\\",
        "é",
        "\"é\"",
        "a\u0080b",
        "\u00FF",
        "a\tb"
      })
  void a_key_of_another_syntax_is_refused(String key) {
    RawHttp.Answer answer = raw("Idempotency-Key: " + key);

    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.body()).contains("/problems/idempotency-key-invalid");
  }

  @Test
  void two_lines_are_refused_even_if_they_say_the_same() {
    for (String second : new String[] {"b", "a", ""}) {
      RawHttp.Answer answer = raw("Idempotency-Key: a\r\nidempotency-key: " + second);

      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.body()).contains("/problems/idempotency-key-invalid");
    }
  }

  @Test
  void a_key_has_255_bytes_at_most() {
    String longest = fresh("k") + "k".repeat(255 - fresh("k").length());

    assertRefused(send(longest + "k", fresh("order")), 400, "idempotency-key-invalid");
    assertRefused(send('"' + longest + "k\"", fresh("order")), 400, "idempotency-key-invalid");
    assertThat(send(longest, fresh("order")).status()).isEqualTo(201);
  }

  @Test
  void the_longest_key_is_the_reference_of_an_operation_that_has_none() {
    String id = Shop.captured();
    String key = fresh("k") + "~".repeat(255 - fresh("k").length());

    Response refund = Shop.ORDERS.post("/v1/payments/" + id + "/refunds", key, "{}");

    assertThat(refund.status()).isEqualTo(201);
    assertThat(refund.at("/operations/1/reference")).isEqualTo(key);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          K           | "K"
          K/%2F a+b=  | "K/%2F a+b="
          K"quoted"   | "K\\"quoted\\""
          K\\back     | "K\\\\back"
          K, and more | "K, and more"
          """)
  void a_quoted_key_and_the_same_bare_text_are_the_same(String bare, String quoted) {
    String unique = fresh("k");
    String order = fresh("order");

    Response first = send(bare.replace("K", unique), order);
    Response again = send(quoted.replace("K", unique), order);

    assertThat(first.status()).isEqualTo(201);
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.body()).isEqualTo(first.body());
  }

  @Test
  void keys_are_compared_byte_for_byte() {
    String key = fresh("Key");
    send(key, fresh("order"));

    for (String other :
        new String[] {key.toUpperCase(Locale.ROOT), key + ".", "\"" + key + " \""}) {
      Response response = send(other, fresh("order"));
      assertThat(response.status()).isEqualTo(201);
      assertThat(response.header("Idempotent-Replayed")).isEmpty();
    }
  }

  @Test
  void a_key_that_says_it_is_older_than_keys_are_kept_never_executes() {
    String old = bornAgo(Duration.ofDays(31)).toString();
    String order = fresh("order");

    assertRefused(send(old, order), 422, "idempotency-key-expired");
    assertRefused(send(old.toUpperCase(Locale.ROOT), order), 422, "idempotency-key-expired");
    assertThat(Shop.ORDERS.get("/v1/payments?reference=" + order).texts("/items")).isEmpty();
  }

  @Test
  void a_key_that_is_younger_or_says_nothing_of_its_age_executes() {
    for (UUID key :
        new UUID[] {
          bornAgo(Duration.ofDays(29)),
          bornAgo(Duration.ZERO),
          bornAgo(Duration.ofDays(-1)),
          UUID.randomUUID()
        }) {
      assertThat(send(key.toString(), fresh("order")).status()).isEqualTo(201);
    }
  }

  private static UUID bornAgo(Duration age) {
    return UuidCreator.getTimeOrderedEpoch(Instant.now().minus(age));
  }

  private static Response send(String key, String order) {
    return Shop.ORDERS.post("/v1/payments", key, payment(order, "tok_ok"));
  }

  private static RawHttp.Answer raw(String header) {
    return Shop.ORDERS.raw(
        """
        POST /v1/payments HTTP/1.1\r
        Host: ledger\r
        Authorization: Bearer $TOKEN\r
        %s\r
        Content-Type: application/json\r
        Content-Length: 2\r
        Connection: close\r
        \r
        {}"""
            .formatted(header));
  }
}
