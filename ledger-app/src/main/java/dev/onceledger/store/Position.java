package dev.onceledger.store;

import java.time.Instant;
import org.axonframework.messaging.unitofwork.UnitOfWork;
import org.jspecify.annotations.Nullable;

/**
 * Where and when the last event that a unit of work appended stands in the whole store.
 *
 * @param at the event's own time
 */
public record Position(long globalIndex, Instant at) {
  private static final String RESOURCE = Position.class.getName();

  static void set(UnitOfWork<?> unitOfWork, Position position) {
    unitOfWork.root().resources().put(RESOURCE, position);
  }

  /**
   * The position, once the events are appended.
   *
   * @throws IllegalStateException if the unit of work has appended none
   */
  public static Position of(UnitOfWork<?> unitOfWork) {
    @Nullable Position position = unitOfWork.root().getResource(RESOURCE);
    if (position == null) {
      throw new IllegalStateException("nothing has been appended yet");
    }
    return position;
  }
}
