package dev.onceledger.api.payment;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a command came to, when it was not refused.
 *
 * @param kind accepted, found by its reference, recorded, or without effect
 * @param call what the gateway is to be told now; null unless accepted
 * @param settled the operations whose outcome was written
 */
public record Decision(
    Kind kind,
    PaymentId paymentId,
    OperationId operationId,
    @Nullable GatewayCall call,
    List<Settled> settled) {

  public static Decision accepted(GatewayCall call) {
    return new Decision(Kind.ACCEPTED, call.paymentId(), call.operationId(), call, List.of());
  }

  public static Decision found(PaymentId paymentId, OperationId operationId) {
    return new Decision(Kind.FOUND, paymentId, operationId, null, List.of());
  }

  public static Decision recorded(
      PaymentId paymentId, OperationId operationId, List<Settled> settled) {
    return new Decision(Kind.RECORDED, paymentId, operationId, null, List.copyOf(settled));
  }

  public static Decision withoutEffect(PaymentId paymentId, OperationId operationId) {
    return new Decision(Kind.WITHOUT_EFFECT, paymentId, operationId, null, List.of());
  }

  /** How an operation ended by it; empty if it did not. */
  public Optional<OperationState> settled(OperationId operation) {
    return settled.stream()
        .filter(one -> one.operationId().equals(operation))
        .map(Settled::state)
        .findFirst();
  }

  /** The four ways in which a command that is not refused can end. */
  public enum Kind {
    /** The intent is written; the gateway is to be called. */
    ACCEPTED,
    /** An earlier request with this reference and content did it; nothing was written. */
    FOUND,
    /** What the command told is written. */
    RECORDED,
    /** It was known already, or something newer is; nothing was written. */
    WITHOUT_EFFECT
  }
}
