package dev.onceledger.payment.drive;

import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.PaymentId;
import java.time.Duration;

/**
 * An operation whose lease has run out, claimed by this node for one inquiry.
 *
 * @param age since it was asked for, by the database's clock
 */
record DueOperation(PaymentId paymentId, OperationId operationId, Duration age) {}
