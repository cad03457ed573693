/** Judges a run from outside: it shares no code with the ledger, and believes none of its words. */
@NullMarked
package dev.onceledger.proof.checker;

import org.jspecify.annotations.NullMarked;
