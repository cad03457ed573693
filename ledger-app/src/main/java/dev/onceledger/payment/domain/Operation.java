package dev.onceledger.payment.domain;

import dev.onceledger.api.Origin;
import dev.onceledger.api.Reference;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import org.jspecify.annotations.Nullable;

/**
 * One thing asked of the gateway, and how far it is.
 *
 * @param requestedBy the try of a request that asked for the latest send
 * @param done the gateway's name for what it did; null until it succeeded
 */
record Operation(
    GatewayCall call,
    int attempt,
    Reference reference,
    Origin origin,
    OperationId requestedBy,
    OperationState state,
    @Nullable GatewayReference done) {

  static Operation requested(GatewayCall call, int attempt, Reference reference, Origin origin) {
    return new Operation(
        call, attempt, reference, origin, call.operationId(), OperationState.PROCESSING, null);
  }

  OperationId id() {
    return call.operationId();
  }

  OperationKind kind() {
    return call.kind();
  }

  boolean isProcessing() {
    return state == OperationState.PROCESSING;
  }

  /** Surely never executed, so the request that asked for it may ask again. */
  boolean mayBeReopenedBy(Origin other) {
    return state == OperationState.FAILED && origin.key().equals(other.key());
  }

  /** Whether it is a void that is to close that operation. */
  boolean closes(OperationId other) {
    return call.closes() != null && call.closes().operationId().equals(other);
  }

  Operation to(OperationState next) {
    return new Operation(call, attempt, reference, origin, requestedBy, next, done);
  }

  Operation succeeded(GatewayReference name) {
    return new Operation(
        call, attempt, reference, origin, requestedBy, OperationState.SUCCEEDED, name);
  }

  Operation resent() {
    return new Operation(call.resent(), attempt, reference, origin, requestedBy, state, done);
  }

  /** What it is sent on has changed: the operation that it was to close succeeded. */
  Operation on(GatewayReference target) {
    return new Operation(call.on(target), attempt, reference, origin, requestedBy, state, done);
  }

  /** What it is to close may have been sent again since. */
  Operation closing(GatewayCall undecided) {
    return new Operation(
        call.closing(undecided), attempt, reference, origin, requestedBy, state, done);
  }

  Operation reopened(OperationId reopenedBy) {
    return new Operation(
        call.reopened(), attempt, reference, origin, reopenedBy, OperationState.PROCESSING, done);
  }
}
