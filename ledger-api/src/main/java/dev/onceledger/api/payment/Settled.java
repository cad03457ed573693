package dev.onceledger.api.payment;

import dev.onceledger.api.IdempotencyKey;

/**
 * An operation whose outcome was just written.
 *
 * @param key of the request that asked for it
 * @param state any but PROCESSING
 */
public record Settled(OperationId operationId, IdempotencyKey key, OperationState state) {}
