package dev.onceledger.store;

import org.axonframework.messaging.unitofwork.UnitOfWork;

/**
 * Marks a unit of work whose command was refused. It commits its record of the refusal, and must
 * append nothing: an event that was applied before the refusal is a bug and rolls everything back.
 */
public final class RefusedWork {
  private static final String RESOURCE = RefusedWork.class.getName();

  private RefusedWork() {}

  public static void mark(UnitOfWork<?> unitOfWork) {
    unitOfWork.root().resources().put(RESOURCE, true);
  }

  static void requireNone(UnitOfWork<?> unitOfWork) {
    if (unitOfWork.root().resources().containsKey(RESOURCE)) {
      throw new IllegalStateException("a refused command has applied an event");
    }
  }
}
