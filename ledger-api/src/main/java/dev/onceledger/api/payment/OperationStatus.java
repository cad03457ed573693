package dev.onceledger.api.payment;

import dev.onceledger.api.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an operation.
 *
 * @param call its latest send
 * @param gatewayReference the gateway's name for it; null until it succeeded
 * @param reserved what its attempt has authorized, and neither captured nor let go
 * @param isChanging whether a capture or void in flight may change that
 */
public record OperationStatus(
    OperationState state,
    GatewayCall call,
    int attempt,
    @Nullable GatewayReference gatewayReference,
    Money reserved,
    boolean isChanging) {

  public boolean isProcessing() {
    return state == OperationState.PROCESSING;
  }
}
