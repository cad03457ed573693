package dev.onceledger.api.payment;

import dev.onceledger.api.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a gateway is told about an operation. It is fixed by the intent and resent
 * unchanged.
 *
 * @param generation counts from 1; a fenced key is followed by the next generation
 * @param send which transmission of the operation this is, from 1, over all generations
 * @param paymentMethod the token to authorize or charge; null for captures, voids and refunds
 * @param target what a capture, void or refund acts on; null for an authorization or charge
 * @param closes what a void is to fence, where that is not decided yet; null for everything else
 */
public record GatewayCall(
    PaymentId paymentId,
    OperationId operationId,
    OperationKind kind,
    GatewayName gateway,
    int generation,
    int send,
    Money amount,
    @Nullable PaymentMethod paymentMethod,
    @Nullable GatewayReference target,
    @Nullable GatewayCall closes) {

  /** The key under which this generation is sent. */
  public GatewayKey key() {
    return GatewayKey.of(operationId, generation);
  }

  /** The next transmission, under a key that the gateway has not seen. */
  public GatewayCall reopened() {
    return next(generation + 1);
  }

  /** The same under the key of the generation before, which there must have been. */
  public GatewayCall before() {
    return new GatewayCall(
        paymentId,
        operationId,
        kind,
        gateway,
        generation - 1,
        send,
        amount,
        paymentMethod,
        target,
        closes);
  }

  /** The next transmission, under the same key. */
  public GatewayCall resent() {
    return next(generation);
  }

  /** A void that fences a call which is not decided yet. */
  public GatewayCall closing(GatewayCall undecided) {
    return aimed(null, undecided);
  }

  /** A void that acts on what it was to close, because that was done. */
  public GatewayCall on(GatewayReference done) {
    return aimed(done, null);
  }

  private GatewayCall aimed(@Nullable GatewayReference at, @Nullable GatewayCall undecided) {
    return new GatewayCall(
        paymentId,
        operationId,
        kind,
        gateway,
        generation,
        send,
        amount,
        paymentMethod,
        at,
        undecided);
  }

  private GatewayCall next(int nextGeneration) {
    return new GatewayCall(
        paymentId,
        operationId,
        kind,
        gateway,
        nextGeneration,
        send + 1,
        amount,
        paymentMethod,
        target,
        closes);
  }
}
