/** The ledger's PostgreSQL, its own by default, and what is kept in it. */
@NullMarked
package dev.onceledger.store;

import org.jspecify.annotations.NullMarked;
