/** Drives an intent to its outcome: the call to the gateway, and what is written back. */
@NullMarked
package dev.onceledger.payment.drive;

import org.jspecify.annotations.NullMarked;
