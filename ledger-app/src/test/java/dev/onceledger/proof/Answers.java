package dev.onceledger.proof;

import dev.onceledger.proof.checker.Exchange;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an answer tells a client to do. */
final class Answers {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Answers() {}

  static JsonNode json(Exchange exchange) {
    try {
      return JSON.readTree(exchange.answer());
    } catch (JacksonException e) {
      return JSON.createObjectNode();
    }
  }

  /** Whether no repeat is needed. */
  static boolean isFinal(Exchange exchange) {
    return exchange.status() == 200
        || exchange.status() == 201
        || (exchange.status() / 100 == 4 && !json(exchange).path("retryable").asBoolean(true));
  }

  /** Whether it is certain that nothing happened; a repeat would execute it anew. */
  static boolean isNotReached(Exchange exchange) {
    return exchange.status() == 503 && name(exchange).endsWith("gateway-not-reached");
  }

  /** The status, with the problem's name if it is one. */
  static String name(Exchange exchange) {
    if (exchange.status() == 0) {
      return exchange.answer();
    }
    String problem =
        exchange.status() < 400
            ? ""
            : " " + json(exchange).path("type").asString("").replace("/problems/", "");
    return exchange.status() + problem;
  }
}
