/** Amounts of money in minor units of ISO 4217 currencies. */
@NullMarked
package dev.onceledger.api.money;

import org.jspecify.annotations.NullMarked;
