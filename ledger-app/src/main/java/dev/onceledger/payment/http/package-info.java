/** Payments over HTTP: requests in, replies out. */
@NullMarked
package dev.onceledger.payment.http;

import org.jspecify.annotations.NullMarked;
