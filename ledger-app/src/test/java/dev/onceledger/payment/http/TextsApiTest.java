package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.payment.http.Shop.pay;
import static dev.onceledger.payment.http.Shop.with;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.Response;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.Charset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What texts may hold, and how long they may be. */
class TextsApiTest {
  private static final String AUTHORIZED = Shop.authorized();

  @Test
  void a_surrogate_that_stands_alone_is_refused_wherever_it_stands() {
    for (String lone : new String[] {"\\ud800", "\\udc00", "\\ud800\\ud800", "a\\udfff"}) {
      assertRefused(
          send("\"description\":\"" + lone + "\""), 400, "malformed-request", "/description");
      assertRefused(
          send("\"metadata\":{\"a\":\"" + lone + "\"}"), 400, "malformed-request", "/metadata/a");
      assertRefused(send("\"metadata\":{\"" + lone + "\":\"a\"}"), 400, "malformed-request");
      assertRefused(send("\"" + lone + "\":1"), 400, "malformed-request");
      assertRefused(send("\"amount\":{\"" + lone + "\":1}"), 400, "malformed-request");
    }
  }

  @Test
  void a_very_long_name_is_not_repeated_in_full() {
    for (String name : new String[] {"a", "~", "/", "\uD83D\uDCDA", "x\uD83D\uDCDA"}) {
      Response response = send("\"" + name.repeat(2000) + "\":1");

      assertRefused(response, 400, "malformed-request");
      assertThat(response.body().length()).isLessThan(1500);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u00FF",
        "\u00C0\u0080",
        "\u00ED\u00A0\u0080",
        "\u00E2\u0082",
        "\u00ED\u00A0\u00BD\u00ED\u00B3\u009A",
        "\u00F8\u0088\u0080\u0080\u0080",
        "\u0080"
      })
  void bytes_that_are_no_utf8_are_refused(String bytes) {
    String body = with(payment(fresh("order"), "tok_ok"), "\"description\":\"" + bytes + "\"");

    assertRefused(sendIn(ISO_8859_1, body), 400, "malformed-request", "");
  }

  @Test
  void json_in_another_encoding_is_refused() {
    String body = payment(fresh("order"), "tok_ok");

    assertRefused(sendIn(UTF_16BE, body), 400, "malformed-request", "");
    assertRefused(sendIn(UTF_16LE, body), 400, "malformed-request", "");
    assertRefused(sendIn(UTF_16BE, "\uFEFF" + body), 400, "malformed-request", "");
  }

  @Test
  void the_character_with_the_number_zero_is_kept_or_refused() {
    String nul = "a\\u0000b";
    Response description = send("\"description\":\"" + nul + "\"");
    Response value = send("\"metadata\":{\"a\":\"" + nul + "\"}");

    assertThat(description.status()).isEqualTo(201);
    assertThat(description.at("/description")).isEqualTo("a\0b");
    assertThat(value.at("/metadata/a")).isEqualTo("a\0b");
    assertRefused(
        send("\"metadata\":{\"" + nul + "\":\"a\"}"), 400, "malformed-request", "/metadata");
    assertRefused(pay(payment(nul, "tok_ok")), 400, "malformed-request", "/reference");
    assertRefused(send("\"" + nul + "\":1"), 400, "malformed-request");
  }

  @Test
  void a_line_feed_in_a_name_of_the_metadata_is_kept() {
    String body = with(payment(fresh("order"), "tok_ok"), "\"metadata\":{\"a\\nb%0A\":\"c\"}");
    String key = Shop.key();

    Response first = Shop.ORDERS.post("/v1/payments", key, body);
    Response again = Shop.ORDERS.post("/v1/payments", key, body);

    assertThat(first.json().path("metadata").toString()).isEqualTo("{\"a\\nb%0A\":\"c\"}");
    assertThat(again.body()).isEqualTo(first.body());
  }

  @Test
  void metadata_has_twenty_entries_at_most() {
    assertThat(send("\"metadata\":{" + entries(20) + "}").status()).isEqualTo(201);
    assertRefused(
        send("\"metadata\":{" + entries(21) + "}"), 400, "malformed-request", "/metadata");
  }

  @ParameterizedTest
  @ValueSource(strings = {"k", "键", "\uD83D\uDCDA"})
  void lengths_are_counted_in_characters(String character) {
    String key = character.repeat(40);
    String value = character.repeat(500);
    assertThat(metadata(key, value).status()).isEqualTo(201);

    assertRefused(metadata(key + "k", value), 400, "malformed-request", "/metadata");
    assertRefused(metadata(key, value + "v"), 400, "malformed-request", "/metadata/" + key);
    assertRefused(metadata("", "v"), 400, "malformed-request", "/metadata");
  }

  @Test
  void a_reference_has_1_to_64_characters_of_printable_ascii() {
    String allCharacters = " !\\\"#$%&'()*+,-./:;<=>?@[\\\\]^_`{|}~";
    assertThat(pay(payment(fresh(""), "tok_ok")).status()).isEqualTo(201);
    assertThat(pay(payment(fresh("x").substring(0, 31) + allCharacters, "tok_ok")).status())
        .isEqualTo(201);
    String longest = (fresh("x") + "y".repeat(64)).substring(0, 64);
    assertThat(pay(payment(longest, "tok_ok")).at("/reference")).isEqualTo(longest);

    for (String reference :
        new String[] {longest + "y", "é", "a\\tb", "a\\nb", "\\u007f", "\uD83D\uDCDA", "\\u00a0"}) {
      assertRefused(pay(payment(reference, "tok_ok")), 400, "malformed-request", "/reference");
      assertRefused(
          Shop.capture(AUTHORIZED, "{\"reference\":\"" + reference + "\"}"),
          400,
          "malformed-request",
          "/reference");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "4111111111111111",
        "4111-1111-1111-1111",
        "378282246310005",
        "6011000990139424",
        "a b",
        "tök",
        "a\\u0000"
      })
  void a_card_number_is_no_payment_method(String method) {
    Response response = pay(payment(fresh("order"), method));

    assertRefused(response, 400, "malformed-request", "/paymentMethod");
    assertThat(response.body()).doesNotContain(method);
  }

  @Test
  void a_payment_method_has_255_characters_at_most() {
    Response longest = pay(payment(fresh("order"), "t".repeat(255)));
    assertThat(longest.at("/operations/0/reason")).isEqualTo("unknown-payment-method");

    assertRefused(
        pay(payment(fresh("order"), "t".repeat(256))), 400, "malformed-request", "/paymentMethod");
  }

  /** A payment that is fine but for one member. */
  private static Response send(String member) {
    return pay(with(payment(fresh("order"), "tok_ok"), member));
  }

  private static Response metadata(String key, String value) {
    return send("\"metadata\":{\"%s\":\"%s\"}".formatted(key, value));
  }

  private static String entries(int count) {
    StringBuilder entries = new StringBuilder();
    for (int i = 0; i < count; i++) {
      entries.append(i == 0 ? "" : ",").append("\"k").append(i).append("\":\"v\"");
    }
    return entries.toString();
  }

  private static Response sendIn(Charset charset, String body) {
    return Shop.ORDERS.send(
        "POST",
        "/v1/payments",
        BodyPublishers.ofByteArray(body.getBytes(charset)),
        "Idempotency-Key",
        Shop.key(),
        "Content-Type",
        "application/json");
  }
}
