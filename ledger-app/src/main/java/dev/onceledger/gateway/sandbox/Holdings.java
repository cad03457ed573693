package dev.onceledger.gateway.sandbox;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The money of all authorizations and charges, by the reference that each was given. */
final class Holdings {
  private final Map<String, Holding> byReference = new HashMap<>();

  /** The payment method that steers the operation; null if it acts on nothing that is known. */
  @Nullable String paymentMethodFor(Operation operation) {
    if (operation.kind().opensAttempt()) {
      return operation.paymentMethod();
    }
    Holding holding = byReference.get(operation.target());
    return holding == null ? null : holding.paymentMethod();
  }

  /** Why the operation cannot be done now, as a short name; null if it can. */
  @Nullable String refusal(Operation operation, Instant now) {
    if (operation.kind().opensAttempt()) {
      return operation.minor() > 0 ? null : "invalid-amount";
    }
    Holding target = byReference.get(operation.target());
    return target == null ? "unknown-target" : target.refusal(operation, now);
  }

  /** What the operation moves if it is done. */
  long moves(Operation operation) {
    Holding target = byReference.get(operation.target());
    return target == null ? operation.minor() : target.moves(operation);
  }

  /** Does what was executed. */
  void move(Operation operation, Entry executed) {
    if (operation.kind().opensAttempt()) {
      String reference = Objects.requireNonNull(executed.reference(), "reference");
      byReference.put(reference, new Holding(operation, executed.validUntil()));
      return;
    }
    Holding target = byReference.get(operation.target());
    if (target == null) {
      throw new IllegalStateException("the account has no target of key " + operation.key());
    }
    target.apply(operation, executed.executedMinor());
  }

  /** Whether the entry authorized something, of which a part ran out. */
  boolean hasRunOut(Entry entry, Instant now) {
    Holding holding = byReference.get(entry.reference());
    return holding != null && holding.hasRunOut(now);
  }
}
