package dev.onceledger.idempotency;

import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.Scope;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.PaymentId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What became of the request under a key.
 *
 * @param attempts how often the request was executed, from 1
 * @param leaseUntil until when the one who executes it has it for itself; null once it is decided
 * @param expiresAt until when at least the record is kept
 */
public record IdempotencyRecord(
    Place place,
    Scope scope,
    IdempotencyKey key,
    Status status,
    int attempts,
    String token,
    String method,
    String path,
    RequestFingerprint fingerprint,
    @Nullable PaymentId paymentId,
    @Nullable OperationId operationId,
    @Nullable Reply reply,
    @Nullable Problem problem,
    Instant createdAt,
    @Nullable Instant completedAt,
    @Nullable Instant leaseUntil,
    Instant expiresAt) {

  /** PROCESSING until the outcome is known; FAILED means that surely nothing happened. */
  public enum Status {
    PROCESSING,
    SUCCEEDED,
    FAILED
  }

  /** Why a FAILED request did nothing: a problem's name in the contract, and a sentence. */
  public record Problem(String name, String detail) {}
}
