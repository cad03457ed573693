package dev.onceledger.api.payment;

/**
 * The idempotency key under which an operation is sent to its gateway: the same over all sends of
 * one generation.
 *
 * <p>A fenced key is never used again; a re-opened operation sends under the next generation.
 */
public record GatewayKey(String value) {
  /** The key of an operation's generation, which counts from 1. */
  public static GatewayKey of(OperationId operationId, int generation) {
    if (generation < 1) {
      throw new IllegalArgumentException("generations count from 1");
    }
    return new GatewayKey(operationId.value() + "." + generation);
  }

  @Override
  public String toString() {
    return value;
  }
}
