package dev.onceledger.proof.checker;

import tools.jackson.databind.JsonNode;

/** Something that the gateway has done, by its own account. */
public record Execution(
    String key,
    String paymentId,
    String operationId,
    String kind,
    long minor,
    String currency,
    String at,
    int sends) {

  /** An item of {@code /account}. */
  static Execution read(JsonNode item) {
    return new Execution(
        item.path("key").asString(),
        item.path("paymentId").asString(),
        item.path("operationId").asString(),
        item.path("kind").asString(),
        item.path("minor").asLong(),
        item.path("currency").asString(),
        item.path("at").asString(),
        item.path("sends").asInt());
  }
}
