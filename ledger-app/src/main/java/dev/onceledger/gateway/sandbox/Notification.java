package dev.onceledger.gateway.sandbox;

import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the sandbox tells of its own accord.
 *
 * @param version counts per operation: each generation has two, taken and decided
 */
record Notification(
    String id,
    String operationId,
    @Nullable String gatewayReference,
    Outcome outcome,
    Amount amount,
    int version,
    Instant occurredAt) {

  record Amount(long minor, String currency) {}

  /** That the operation was decided, or will not be done. */
  static Notification decided(Entry entry, Operation operation) {
    return of(operation, entry, 2 * operation.generation(), Answer.of(entry).outcome());
  }

  /** An older word on the operation than {@link #decided}, which it contradicts. */
  static Notification closedBefore(Entry entry, Operation operation) {
    return of(operation, entry, 2 * operation.generation() - 1, Outcome.CLOSED);
  }

  private static Notification of(Operation operation, Entry entry, int version, Outcome outcome) {
    return new Notification(
        "evt_" + operation.operationId().replace("op_", "") + "_" + version,
        operation.operationId(),
        entry.reference(),
        outcome,
        new Amount(operation.minor(), operation.currency()),
        version,
        entry.at());
  }
}
