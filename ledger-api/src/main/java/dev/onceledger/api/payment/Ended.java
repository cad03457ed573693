package dev.onceledger.api.payment;

/**
 * An operation that an event ends.
 *
 * @param state any but PROCESSING
 */
public record Ended(OperationId operationId, OperationState state) {}
