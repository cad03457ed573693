/** The HTTP client for order services: it makes the keys, and repeats until the answer is final. */
@NullMarked
package dev.onceledger.client;

import org.jspecify.annotations.NullMarked;
