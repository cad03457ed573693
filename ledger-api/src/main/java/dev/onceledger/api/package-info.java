/** The language of the ledger: what is asked, what happened, and why something was refused. */
@NullMarked
package dev.onceledger.api;

import org.jspecify.annotations.NullMarked;
