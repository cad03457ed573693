/** The idempotency key as a resource that its scope can look up. */
@NullMarked
package dev.onceledger.idempotency.http;

import org.jspecify.annotations.NullMarked;
