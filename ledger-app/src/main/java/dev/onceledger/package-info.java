/** The ledger as a program. */
@NullMarked
package dev.onceledger;

import org.jspecify.annotations.NullMarked;
