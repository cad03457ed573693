/** Stripe behind the port: PaymentIntents and refunds under our keys, and what Stripe tells. */
@NullMarked
package dev.onceledger.gateway.stripe;

import org.jspecify.annotations.NullMarked;
