/** One request, one effect: the key, what was asked under it, and the answer that it had. */
@NullMarked
package dev.onceledger.idempotency;

import org.jspecify.annotations.NullMarked;
