package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.sandbox;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One key, sent again with the same request. */
class ReplayApiTest {
  @ParameterizedTest
  @ValueSource(strings = {"payments", "captures", "voids", "refunds"})
  void the_same_request_is_answered_with_the_same_bytes_and_executes_nothing(String command) {
    Sent sent = Sent.first(command);
    var executed = sandbox().executed(sent.answer().at("/id"));
    long sends = sandbox().sends(sent.answer().at("/id"));

    for (int i = 0; i < 3; i++) {
      sent.assertReplayedBy(sent.again());
    }

    assertThat(sandbox().executed(sent.answer().at("/id"))).isEqualTo(executed);
    assertThat(sandbox().sends(sent.answer().at("/id"))).isEqualTo(sends);
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

    sent.assertReplayedBy(
        Shop.ORDERS.post(
            sent.path(), sent.key(), body.replace("ORDER", sent.answer().at("/reference"))));
  }

  @Test
  void null_is_the_same_as_nothing() {
    Sent sent = Sent.of(Sent.pathFor("refunds"), "{}");

    sent.assertReplayedBy(Shop.ORDERS.post(sent.path(), sent.key(), ""));
    sent.assertReplayedBy(
        Shop.ORDERS.post(
            sent.path(), sent.key(), "{\"amount\":null,\"reference\":null,\"reason\":null}"));
  }

  @Test
  void a_replay_tells_what_was_told_and_not_what_is() {
    Sent sent = Sent.of("/v1/payments", payment(fresh("order"), "tok_ok"));
    Response refunded = Shop.refund(sent.answer().at("/id"), "");
    assertThat(refunded.at("/state")).isEqualTo("REFUNDED");

    Response replay = sent.again();

    sent.assertReplayedBy(replay);
    assertThat(replay.at("/state")).isEqualTo("CAPTURED");
    assertThat(replay.header("ETag")).isEqualTo("\"2\"");
    assertThat(Shop.read(sent.answer().at("/id")).header("ETag")).isEqualTo("\"4\"");
  }

  @Test
  void a_decline_is_replayed_and_never_tried_again() {
    Sent sent = Sent.of("/v1/payments", payment(fresh("order"), "tok_decline"));

    sent.assertReplayedBy(sent.again());
    assertThat(sandbox().sends(sent.answer().at("/id"))).isEqualTo(1);
  }

  @Test
  void a_replay_is_answered_before_if_match_is_read() {
    Sent sent = Sent.of("/v1/payments", payment(fresh("order"), "tok_ok"));

    sent.assertReplayedBy(
        Shop.ORDERS.post(sent.path(), sent.key(), sent.body(), "If-Match", "\"99\""));
  }
}
