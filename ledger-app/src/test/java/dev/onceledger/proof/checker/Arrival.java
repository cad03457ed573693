package dev.onceledger.proof.checker;

import tools.jackson.databind.JsonNode;

/**
 * A key that reached the gateway.
 *
 * @param standing what became of it there, such as {@code CLOSED}
 */
public record Arrival(
    String key, String paymentId, String operationId, String standing, int sends) {

  /** An item of {@code /account/sends}. */
  static Arrival read(JsonNode item) {
    return new Arrival(
        item.path("key").asString(),
        item.path("paymentId").asString(),
        item.path("operationId").asString(),
        item.path("standing").asString(),
        item.path("sends").asInt());
  }
}
