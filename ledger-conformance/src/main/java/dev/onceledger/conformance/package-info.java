/** Tests any HTTP API with idempotency keys from outside, by what a description says about it. */
@NullMarked
package dev.onceledger.conformance;

import org.jspecify.annotations.NullMarked;
