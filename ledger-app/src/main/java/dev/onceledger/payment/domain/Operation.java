package dev.onceledger.payment.domain;

import dev.onceledger.api.Origin;
import dev.onceledger.api.Reference;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;

/**
 * One thing asked of the gateway, and how far it is.
 *
 * @param requestedBy the try of a request that asked for the latest send
 */
record Operation(
    GatewayCall call,
    int attempt,
    Reference reference,
    Origin origin,
    OperationId requestedBy,
    OperationState state) {

  static Operation requested(GatewayCall call, int attempt, Reference reference, Origin origin) {
    return new Operation(
        call, attempt, reference, origin, call.operationId(), OperationState.PROCESSING);
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

  Operation to(OperationState next) {
    return new Operation(call, attempt, reference, origin, requestedBy, next);
  }

  Operation reopened(OperationId reopenedBy) {
    return new Operation(
        call.reopened(), attempt, reference, origin, reopenedBy, OperationState.PROCESSING);
  }
}
