package dev.onceledger.store;

import org.axonframework.messaging.unitofwork.UnitOfWork;
import org.jspecify.annotations.Nullable;

/** The place of the last event that a unit of work appended in the whole store. */
public final class Position {
  private static final String RESOURCE = Position.class.getName();

  private Position() {}

  static void set(UnitOfWork<?> unitOfWork, long globalIndex) {
    unitOfWork.root().resources().put(RESOURCE, globalIndex);
  }

  /**
   * The position, once the events are appended.
   *
   * @throws IllegalStateException if the unit of work has appended none
   */
  public static long of(UnitOfWork<?> unitOfWork) {
    @Nullable Long position = unitOfWork.root().getResource(RESOURCE);
    if (position == null) {
      throw new IllegalStateException("nothing has been appended yet");
    }
    return position;
  }
}
