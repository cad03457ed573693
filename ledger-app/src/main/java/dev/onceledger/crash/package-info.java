/** The places at which a test makes the process die, to show that nothing is lost there. */
@NullMarked
package dev.onceledger.crash;

import org.jspecify.annotations.NullMarked;
