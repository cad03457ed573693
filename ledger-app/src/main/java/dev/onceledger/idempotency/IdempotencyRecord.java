package dev.onceledger.idempotency;

import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.Rejection.Reason;
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

  /** The record of a request that was claimed and is about to be executed. */
  static IdempotencyRecord claimed(Claim claim, IdempotentRequest request, Instant expiresAt) {
    return new IdempotencyRecord(
        claim.place(),
        request.scope(),
        request.key(),
        Status.PROCESSING,
        claim.attempts(),
        request.token(),
        request.method(),
        request.path(),
        request.fingerprint(),
        null,
        null,
        null,
        null,
        claim.createdAt(),
        null,
        null,
        expiresAt);
  }

  IdempotencyRecord accepted(PaymentId payment, OperationId operation) {
    return with(status, payment, operation, reply, problem, completedAt);
  }

  IdempotencyRecord succeeded(Reply answer, Instant at) {
    return with(Status.SUCCEEDED, paymentId, operationId, answer, null, at);
  }

  IdempotencyRecord failed(Problem why, Instant at) {
    return with(Status.FAILED, paymentId, operationId, null, why, at);
  }

  private IdempotencyRecord with(
      Status next,
      @Nullable PaymentId payment,
      @Nullable OperationId operation,
      @Nullable Reply answer,
      @Nullable Problem why,
      @Nullable Instant completed) {
    return new IdempotencyRecord(
        place,
        scope,
        key,
        next,
        attempts,
        token,
        method,
        path,
        fingerprint,
        payment,
        operation,
        answer,
        why,
        createdAt,
        completed,
        leaseUntil,
        expiresAt);
  }

  /** PROCESSING until the outcome is known; FAILED means that surely nothing happened. */
  public enum Status {
    PROCESSING,
    SUCCEEDED,
    FAILED
  }

  /** Why a FAILED request did nothing: a problem's name in the contract, and a sentence. */
  public record Problem(String name, String detail) {
    /** It is certain that the gateway never executed it. */
    static final Problem NOT_REACHED =
        new Problem(Reason.GATEWAY_NOT_REACHED.wireName(), "surely nothing was executed");
  }
}
