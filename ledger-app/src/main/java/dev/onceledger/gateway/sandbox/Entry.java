package dev.onceledger.gateway.sandbox;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the account knows of one key. Each line of its file is one; the last of a key counts.
 *
 * @param operation what was asked; null if the key was closed before anything arrived
 * @param reference the sandbox's own name for the decision; present once decided
 * @param executedMinor the money that really moved, in minor units; 0 unless it SUCCEEDED
 * @param due when a waiting operation executes; null if it does not wait
 * @param validUntil when what it authorized runs out; null if it authorized nothing
 * @param at when this standing began
 * @param sends how many transmissions arrived
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Entry(
    String key,
    Standing standing,
    @Nullable Operation operation,
    @Nullable String reference,
    @Nullable String reason,
    long executedMinor,
    @Nullable Instant due,
    @Nullable Instant validUntil,
    Instant at,
    int sends) {

  Entry {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(standing, "standing");
    Objects.requireNonNull(at, "at");
  }

  static Entry undecided(
      Operation operation, Standing standing, @Nullable Instant due, Instant at) {
    return new Entry(operation.key(), standing, operation, null, null, 0, due, null, at, 1);
  }

  static Entry succeeded(
      Operation operation,
      String reference,
      long minor,
      @Nullable Instant validUntil,
      Instant at,
      int sends) {
    return new Entry(
        operation.key(),
        Standing.SUCCEEDED,
        operation,
        reference,
        null,
        minor,
        null,
        validUntil,
        at,
        sends);
  }

  static Entry declined(
      Operation operation, String reference, String reason, Instant at, int sends) {
    return new Entry(
        operation.key(), Standing.DECLINED, operation, reference, reason, 0, null, null, at, sends);
  }

  static Entry closedUnseen(String key, Instant at) {
    return new Entry(key, Standing.CLOSED, null, null, null, 0, null, null, at, 0);
  }

  Entry closed(Instant now) {
    return new Entry(key, Standing.CLOSED, operation, null, null, 0, null, null, now, sends);
  }

  /** One more send of the key; the first one if it was closed before anything arrived. */
  Entry sentAgain(Operation sent) {
    Operation asked = operation == null ? sent : operation;
    return new Entry(
        key, standing, asked, reference, reason, executedMinor, due, validUntil, at, sends + 1);
  }

  boolean isDecided() {
    return standing == Standing.SUCCEEDED || standing == Standing.DECLINED;
  }

  /** Whether another send of the key may ask for this. */
  boolean agreesWith(Operation sent) {
    return operation == null || operation.asksTheSameAs(sent);
  }
}
