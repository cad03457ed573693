package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.payment.http.Shop.with;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.RawHttp;
import dev.onceledger.support.Response;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How large a body may be, and of which type. */
class BodyLimitApiTest {
  private static final int MAX = 64 * 1024;

  @Test
  void a_body_of_64_kib_is_read() {
    assertThat(send(BodyPublishers.ofString(ofSize(MAX))).status()).isEqualTo(201);
    assertThat(send(chunked(ofSize(MAX))).status()).isEqualTo(201);
  }

  @Test
  void a_description_may_fill_a_body() {
    String body = with(payment(fresh("order"), "tok_ok"), "\"description\":\"\"");
    String text = "d".repeat(MAX - body.length());

    Response response =
        send(BodyPublishers.ofString(body.replace("n\":\"\"", "n\":\"" + text + "\"")));

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.at("/description")).isEqualTo(text);
  }

  @Test
  void one_byte_more_is_too_large() {
    assertRefused(send(BodyPublishers.ofString(ofSize(MAX + 1))), 413, "body-too-large");
    assertRefused(send(chunked(ofSize(MAX + 1))), 413, "body-too-large");
    assertRefused(send(BodyPublishers.ofString(ofSize(1_000_000))), 413, "body-too-large");
    assertRefused(send(chunked(ofSize(1_000_000))), 413, "body-too-large");
  }

  @Test
  void a_length_that_is_only_announced_is_refused_without_waiting_for_it() {
    RawHttp.Answer answer =
        Shop.ORDERS.raw(
            """
            POST /v1/payments HTTP/1.1\r
            Host: ledger\r
            Authorization: Bearer $TOKEN\r
            Idempotency-Key: a\r
            Content-Type: application/json\r
            Content-Length: 9999999999\r
            Connection: close\r
            \r
            {}""");

    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.body()).contains("/problems/body-too-large");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/json;charset=utf-8",
        "Application/JSON; charset=\"UTF-8\"",
        "application/json; profile=x"
      })
  void json_in_utf8_is_read(String type) {
    assertThat(sendAs(type, "/v1/payments", payment(fresh("order"), "tok_ok")).status())
        .isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "text/json",
        "application/xml",
        "application/problem+json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json;charset=iso-8859-1",
        "application/json;charset=utf-16",
        "application/json;charset=nonsense",
        "application/*",
        "*/*",
        "json",
        ";"
      })
  void any_other_type_is_not_read(String type) {
    String id = Shop.authorized();

    assertRefused(
        sendAs(type, "/v1/payments", payment(fresh("order"), "tok_ok")),
        415,
        "unsupported-media-type");
    assertRefused(
        sendAs(type, "/v1/payments/" + id + "/voids", "{}"), 415, "unsupported-media-type");
    assertThat(Shop.read(id).at("/state")).isEqualTo("AUTHORIZED");
  }

  @Test
  void a_form_with_parts_is_not_taken_for_an_empty_body() {
    String id = Shop.authorized();
    String parts = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--x--\r\n";

    Response response =
        sendAs("multipart/form-data; boundary=x", "/v1/payments/" + id + "/voids", parts);

    assertRefused(response, 415, "unsupported-media-type");
    assertThat(Shop.sandbox().executed(id)).containsExactly("AUTHORIZE 1999");
  }

  @Test
  void a_form_is_not_taken_for_an_empty_body() {
    String id = Shop.authorized();

    Response response =
        sendAs("application/x-www-form-urlencoded", "/v1/payments/" + id + "/voids", "a=b&c=%7B");

    assertRefused(response, 415, "unsupported-media-type");
    assertThat(Shop.sandbox().executed(id)).containsExactly("AUTHORIZE 1999");
  }

  @Test
  void a_body_without_a_type_is_not_read() {
    Response response =
        Shop.ORDERS.send(
            "POST",
            "/v1/payments",
            payment(fresh("order"), "tok_ok"),
            "Idempotency-Key",
            Shop.key());

    assertRefused(response, 415, "unsupported-media-type");
  }

  @Test
  void a_body_that_breaks_off_executes_nothing() {
    String id = Shop.authorized();

    Shop.ORDERS.raw(
        """
        POST /v1/payments/%s/voids HTTP/1.1\r
        Host: ledger\r
        Authorization: Bearer $TOKEN\r
        Idempotency-Key: a\r
        Content-Type: application/json\r
        Transfer-Encoding: chunked\r
        Connection: close\r
        \r
        2\r
        {}\r
        zz\r
        """
            .formatted(id));

    assertThat(Shop.sandbox().executed(id)).containsExactly("AUTHORIZE 1999");
  }

  private static Response send(BodyPublisher body) {
    return Shop.ORDERS.send(
        "POST",
        "/v1/payments",
        body,
        "Idempotency-Key",
        Shop.key(),
        "Content-Type",
        "application/json");
  }

  private static Response sendAs(String type, String path, String body) {
    return Shop.ORDERS.send(
        "POST", path, body, "Idempotency-Key", Shop.key(), "Content-Type", type);
  }

  /** A payment, filled up with white space. */
  private static String ofSize(int bytes) {
    String body = payment(fresh("order"), "tok_ok");
    return body + " ".repeat(bytes - body.length());
  }

  private static BodyPublisher chunked(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes));
  }
}
