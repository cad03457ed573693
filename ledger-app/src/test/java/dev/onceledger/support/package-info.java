/** The language of the tests: a database, a ledger, and a client that speaks to it. */
@NullMarked
package dev.onceledger.support;

import org.jspecify.annotations.NullMarked;
