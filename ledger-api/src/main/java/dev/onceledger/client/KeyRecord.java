package dev.onceledger.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.PaymentId;
import java.time.Instant;
import java.util.Optional;

/**
 * What the ledger keeps of a key.
 *
 * @param attempts how often it was executed, from 1
 * @param problem why it is FAILED
 * @param expiresAt until when the key is kept
 */
public record KeyRecord(
    Status status,
    int attempts,
    Optional<PaymentId> paymentId,
    Optional<OperationId> operationId,
    Optional<Problem> problem,
    Instant createdAt,
    Optional<Instant> completedAt,
    Instant expiresAt) {

  /** How far it is. FAILED: surely nothing happened, and the same command may be sent again. */
  public enum Status {
    PROCESSING,
    SUCCEEDED,
    FAILED
  }

  static KeyRecord read(JsonNode json) {
    JsonNode problem = json.path("problem");
    return new KeyRecord(
        Status.valueOf(Json.text(json, "status")),
        Math.toIntExact(Json.number(json, "attempts")),
        Json.maybeText(json, "paymentId").map(PaymentId::new),
        Json.maybeText(json, "operationId").map(OperationId::new),
        Problem.read(problem, problem.path("status").asInt()),
        Json.instant(json, "createdAt"),
        Json.maybeInstant(json, "completedAt"),
        Json.instant(json, "expiresAt"));
  }
}
