package dev.onceledger.api.payment;

import org.jspecify.annotations.Nullable;

/**
 * What a command came to, when it was not refused.
 *
 * @param kind accepted, found by its reference, recorded, or without effect
 * @param call what the gateway is to be told now; null unless accepted
 */
public record Decision(
    Kind kind, PaymentId paymentId, OperationId operationId, @Nullable GatewayCall call) {

  public static Decision accepted(GatewayCall call) {
    return new Decision(Kind.ACCEPTED, call.paymentId(), call.operationId(), call);
  }

  public static Decision found(PaymentId paymentId, OperationId operationId) {
    return new Decision(Kind.FOUND, paymentId, operationId, null);
  }

  public static Decision recorded(PaymentId paymentId, OperationId operationId) {
    return new Decision(Kind.RECORDED, paymentId, operationId, null);
  }

  public static Decision withoutEffect(PaymentId paymentId, OperationId operationId) {
    return new Decision(Kind.WITHOUT_EFFECT, paymentId, operationId, null);
  }

  /** The four ways in which a command that is not refused can end. */
  public enum Kind {
    /** The intent is written; the gateway is to be called. */
    ACCEPTED,
    /** An earlier request with this reference and content did it; nothing was written. */
    FOUND,
    /** The outcome is written. */
    RECORDED,
    /** The outcome was known already, or a newer one is; nothing was written. */
    WITHOUT_EFFECT
  }
}
