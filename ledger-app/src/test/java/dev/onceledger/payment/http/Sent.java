package dev.onceledger.payment.http;

import static dev.onceledger.support.Bodies.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.Response;

/** A request that was answered. */
record Sent(String path, String key, String body, Response answer) {
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

  /** Where such a command can act. */
  static String pathFor(String command) {
    String id = command.equals("refunds") ? Shop.captured() : Shop.authorized();
    return "/v1/payments/" + id + "/" + command;
  }

  /** The answer is this one again, byte for byte. */
  void assertReplayedBy(Response replay) {
    assertThat(replay.status()).isEqualTo(answer.status());
    assertThat(replay.body()).isEqualTo(answer.body());
    assertThat(replay.header("Idempotent-Replayed")).isEqualTo("true");
    for (String header :
        new String[] {"Location", "ETag", "Idempotency-Key-Expires", "Content-Type"}) {
      assertThat(replay.header(header)).as(header).isEqualTo(answer.header(header));
    }
  }
}
