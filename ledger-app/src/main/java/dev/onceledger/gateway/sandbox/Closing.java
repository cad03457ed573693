package dev.onceledger.gateway.sandbox;

import org.jspecify.annotations.Nullable;

/**
 * What became of a key that was to be closed.
 *
 * @param before how it stood; null if nothing was known of it
 * @param entry what is known of it now
 */
record Closing(@Nullable Standing before, Entry entry) {}
