/** Decides what may happen to a payment, and remembers what did. */
@NullMarked
package dev.onceledger.payment.domain;

import org.jspecify.annotations.NullMarked;
