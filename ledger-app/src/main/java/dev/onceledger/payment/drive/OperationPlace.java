package dev.onceledger.payment.drive;

import dev.onceledger.api.Scope;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.PaymentId;

/**
 * Where an operation belongs.
 *
 * @param notifiedVersion the newest of the gateway's numbered notifications about it that was taken
 *     in; 0 if none was
 */
public record OperationPlace(
    OperationId operationId, PaymentId paymentId, Scope scope, int notifiedVersion) {}
