package dev.onceledger.payment.domain;

import dev.onceledger.api.Reference;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All operations of a payment, in the order in which they were asked for. */
final class Operations {
  private final Map<OperationId, Operation> byId = new LinkedHashMap<>();

  void put(Operation operation) {
    byId.put(operation.id(), operation);
  }

  /** The operation of an event or an outcome, which must exist. */
  Operation get(OperationId id) {
    Operation operation = byId.get(id);
    if (operation == null) {
      throw new IllegalStateException("no operation " + id);
    }
    return operation;
  }

  Optional<Operation> find(OperationId id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** The void in flight that is to close an operation. */
  Optional<Operation> closing(OperationId id) {
    return byId.values().stream().filter(o -> o.isProcessing() && o.closes(id)).findFirst();
  }

  /** The operation succeeded: what was to close it now acts on what it did. */
  void retarget(OperationId id, GatewayReference target) {
    byId.replaceAll((key, operation) -> operation.closes(id) ? operation.on(target) : operation);
  }

  /** What an attempt authorized or charged has its true name now, for all that acts on it. */
  void retarget(Attempt attempt, GatewayReference target) {
    byId.replaceAll(
        (key, operation) ->
            operation.attempt() == attempt.number() && operation.call().target() != null
                ? operation.on(target)
                : operation);
  }

  Optional<Operation> find(OperationKind kind, Reference reference) {
    return byId.values().stream()
        .filter(o -> o.kind() == kind && o.reference().equals(reference))
        .findFirst();
  }

  /** Whether the gateway may still be deciding how the attempt ends. */
  boolean undecided(Attempt attempt) {
    return byId.values().stream()
        .filter(o -> o.kind() != OperationKind.REFUND)
        .anyMatch(o -> o.attempt() == attempt.number() && o.isProcessing());
  }

  /** Whether the gateway may still be deciding on such an operation of the attempt. */
  boolean processing(OperationKind kind, Attempt attempt) {
    return processingOf(kind, attempt).findAny().isPresent();
  }

  /** What such operations of the attempt would move if they all succeeded. */
  Money held(OperationKind kind, Attempt attempt) {
    return processingOf(kind, attempt)
        .map(o -> o.call().amount())
        .reduce(Money.zero(attempt.currency()), Money::plus);
  }

  private Stream<Operation> processingOf(OperationKind kind, Attempt attempt) {
    return byId.values().stream()
        .filter(o -> o.kind() == kind && o.attempt() == attempt.number() && o.isProcessing());
  }
}
