package dev.onceledger.idempotency;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.store.SqlState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.dao.DataAccessException;

/** Decides what a request may do with its key, inside the transaction of the command. */
final class Claims {
  /** A loser that keeps finding what another has just undone has seen enough. */
  private static final int TRIES = 10;

  private final IdempotencyRecords records;
  private final RetentionPromises retention;
  private final Clock clock;

  Claims(IdempotencyRecords records, RetentionPromises retention, Clock clock) {
    this.records = records;
    this.retention = retention;
    this.clock = clock;
  }

  /** Either the claim, or the record from which the request is answered. */
  record Result(Optional<Claim> claim, Optional<IdempotencyRecord> replay) {
    static Result of(Claim claim) {
      return new Result(Optional.of(claim), Optional.empty());
    }

    static Result replay(IdempotencyRecord record) {
      return new Result(Optional.empty(), Optional.of(record));
    }
  }

  /**
   * Claims the key, or finds the record that answers the request.
   *
   * @throws Rejection if the key is in progress, was used for another request, or is too old
   */
  Result claim(IdempotentRequest request) {
    try {
      UUID hash = KeyHash.of(request.scope(), request.key());
      for (int i = 0; i < TRIES; i++) {
        Optional<Result> result = tryOnce(hash, request);
        if (result.isPresent()) {
          return result.get();
        }
      }
      throw inProgress();
    } catch (DataAccessException e) {
      if (SqlState.is(SqlState.LOCK_NOT_AVAILABLE, e)) {
        throw inProgress();
      }
      throw e;
    }
  }

  /** What the record says to this request without executing anything; empty if it may execute. */
  Optional<IdempotencyRecord> answer(IdempotencyRecord record, IdempotentRequest request) {
    List<String> differs = record.fingerprint().differs(request.fingerprint());
    if (!differs.isEmpty()) {
      throw new Rejection(
          Reason.IDEMPOTENCY_KEY_REUSED,
          "the key was used for another request; send a new key with a new request",
          differs);
    }
    return switch (record.status()) {
      case SUCCEEDED -> Optional.of(record);
      case FAILED -> Optional.empty();
      case PROCESSING -> {
        if (!record.token().equals(request.token())) {
          throw inProgress();
        }
        yield Optional.empty();
      }
    };
  }

  private Optional<Result> tryOnce(UUID hash, IdempotentRequest request) {
    Place today = new Place(hash, records.today());
    if (records.claim(today)) {
      return Optional.of(fresh(today, request));
    }
    Optional<LocalDate> bucket = records.bucketOf(hash);
    if (bucket.isEmpty()) {
      return Optional.empty();
    }
    if (records.isExpired(bucket.get())) {
      return records.takeOver(hash, bucket.get())
          ? Optional.of(fresh(today, request))
          : Optional.empty();
    }
    return records
        .find(new Place(hash, bucket.get()), request.scope(), request.key())
        .flatMap(record -> seen(record, request));
  }

  private Optional<Result> seen(IdempotencyRecord record, IdempotentRequest request) {
    Optional<IdempotencyRecord> replay = answer(record, request);
    if (replay.isPresent()) {
      return Optional.of(Result.replay(replay.get()));
    }
    if (record.status() == IdempotencyRecord.Status.PROCESSING) {
      return Optional.of(
          Result.of(
              new Claim(Claim.Kind.OWN, record.place(), record.createdAt(), record.attempts())));
    }
    return records
        .reclaim(record, request.token())
        .map(
            place ->
                Result.of(
                    new Claim(
                        Claim.Kind.RECLAIMED, place, record.createdAt(), record.attempts() + 1)));
  }

  private Result fresh(Place place, IdempotentRequest request) {
    Instant now = clock.instant();
    Instant oldest = now.minus(Duration.ofDays(retention.longestDays()));
    if (KeyAge.bornAt(request.key()).filter(oldest::isAfter).isPresent()) {
      throw new Rejection(
          Reason.IDEMPOTENCY_KEY_EXPIRED,
          "the key is older than the ledger remembers keys; look the payment up before you pay");
    }
    return Result.of(new Claim(Claim.Kind.FRESH, place, now, 1));
  }

  private static Rejection inProgress() {
    return new Rejection(
        Reason.IDEMPOTENCY_KEY_IN_PROGRESS,
        "the first request with this key is still being executed; send it again shortly");
  }
}
