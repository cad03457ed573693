package dev.onceledger.idempotency;

import java.time.Instant;

/**
 * A key that this transaction owns.
 *
 * @param createdAt when it was first claimed
 */
record Claim(Kind kind, Place place, Instant createdAt) {
  /** How it came to own it. */
  enum Kind {
    /** Nobody had the key: its record is to be written. */
    FRESH,
    /** Its request had surely done nothing, and is executed again. */
    RECLAIMED,
    /** This very try claimed it before, and lost the acknowledgement of its commit. */
    OWN
  }
}
