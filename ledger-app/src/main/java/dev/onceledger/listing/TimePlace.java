package dev.onceledger.listing;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;

/**
 * A place in a list that is ordered by time, and by name where times are equal.
 *
 * @param at in UTC, as the store takes it
 */
public record TimePlace(OffsetDateTime at, String name) {
  /** The cursor of what stands there. */
  public static String cursor(Instant at, String name) {
    return Cursors.encode(at.toString(), name);
  }

  /**
   * The place that a cursor names.
   *
   * @throws IllegalArgumentException if it names none
   */
  public static TimePlace parse(String cursor) {
    List<String> parts = Cursors.decode(cursor, 2);
    return new TimePlace(
        OffsetDateTime.ofInstant(QueryParameters.instantOf(parts.get(0)), ZoneOffset.UTC),
        parts.get(1));
  }
}
