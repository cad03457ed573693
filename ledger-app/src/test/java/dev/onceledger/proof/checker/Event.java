package dev.onceledger.proof.checker;

import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * A row of the event table.
 *
 * @param position its place in the whole store
 * @param sequence its place in the history of the payment, from 0
 * @param type such as {@code PaymentCreated}
 * @param key the idempotency key of the request that it belongs to; empty if none is stored
 */
public record Event(
    long position,
    String paymentId,
    long sequence,
    String type,
    Instant at,
    String key,
    JsonNode data) {

  String text(String member) {
    return data.path(member).asString("");
  }

  long number(String member) {
    return data.path(member).asLong(0);
  }

  /** Of the amount, in minor units. */
  long minor() {
    return data.path("amount").path("minor").asLong(0);
  }

  @Override
  public String toString() {
    return "%d %s %s %s".formatted(sequence, type, at, data);
  }
}
