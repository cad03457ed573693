/** The payment: its commands, its events, its states and the ids in them. */
@NullMarked
package dev.onceledger.api.payment;

import org.jspecify.annotations.NullMarked;
