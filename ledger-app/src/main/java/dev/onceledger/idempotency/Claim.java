package dev.onceledger.idempotency;

import java.time.Instant;
import java.util.Optional;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.axonframework.messaging.unitofwork.UnitOfWork;

/**
 * A key that this transaction owns.
 *
 * @param createdAt when it was first claimed
 * @param attempts which execution of its request this is, from 1
 */
record Claim(Kind kind, Place place, Instant createdAt, int attempts) {
  private static final String RESOURCE = Claim.class.getName();

  /** How it came to own it. */
  enum Kind {
    /** Nobody had the key: its record is to be written. */
    FRESH,
    /** Its request had surely done nothing, and is executed again. */
    RECLAIMED,
    /** This very try claimed it before, and lost the acknowledgement of its commit. */
    OWN
  }

  /** Lets the events of the unit of work tell of it. */
  void set(UnitOfWork<?> work) {
    work.root().resources().put(RESOURCE, this);
  }

  /** The claim that the current unit of work holds. */
  static Optional<Claim> current() {
    return Optional.ofNullable(CurrentUnitOfWork.get().root().getResource(RESOURCE));
  }
}
