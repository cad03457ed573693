package dev.onceledger.payment.drive;

import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.PaymentId;

/**
 * An operation whose lease has run out, claimed by this node for one inquiry.
 *
 * @param fenceable whether the grace period after its first lease is over, so that a key that the
 *     gateway has never heard of may be closed
 */
record DueOperation(PaymentId paymentId, OperationId operationId, boolean fenceable) {}
