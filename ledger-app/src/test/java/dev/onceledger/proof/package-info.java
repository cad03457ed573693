/** That every operation takes effect exactly once: crashes, races, reuse, expiry, torture. */
@NullMarked
package dev.onceledger.proof;

import org.jspecify.annotations.NullMarked;
