package dev.onceledger.listing;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import jakarta.servlet.http.HttpServletRequest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The query parameters of a read. A name that is not known, one that stands twice and a value that
 * is wrong are refused, because a filter that is silently ignored shows what was not asked for.
 */
public final class QueryParameters {
  public static final int LIMIT_MAX = 500;
  private static final int LIMIT_DEFAULT = 50;
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

  private final Map<String, String[]> values;

  private QueryParameters(Map<String, String[]> values) {
    this.values = values;
  }

  /**
   * The parameters of a request that may have these names.
   *
   * @throws Rejection malformed-request if there are others
   */
  public static QueryParameters of(HttpServletRequest request, String... names) {
    Map<String, String[]> values = values(request);
    List<String> known = List.of(names);
    for (Map.Entry<String, String[]> entry : values.entrySet()) {
      if (!known.contains(entry.getKey())) {
        throw malformed("a query parameter is none of " + String.join(", ", known));
      }
      if (entry.getValue().length > 1) {
        throw malformed("the query parameter " + entry.getKey() + " stands more than once");
      }
    }
    return new QueryParameters(values);
  }

  /**
   * The first value of a parameter, for whoever must decide before the others are looked at.
   *
   * @throws Rejection malformed-request if the query cannot be read at all
   */
  public static Optional<String> first(HttpServletRequest request, String name) {
    String[] found = values(request).get(name);
    return found == null ? Optional.empty() : Optional.of(found[0]);
  }

  /** The container reads the query at the first question, and fails if it is none. */
  private static Map<String, String[]> values(HttpServletRequest request) {
    try {
      return request.getParameterMap();
    } catch (IllegalStateException e) {
      throw malformed("the query is not well formed");
    }
  }

  public Optional<String> text(String name) {
    String[] found = values.get(name);
    return found == null ? Optional.empty() : Optional.of(found[0]);
  }

  /**
   * A value that must have a form.
   *
   * @param parse throws {@link IllegalArgumentException} if it has not
   * @param form says what the form is, for the answer
   * @throws Rejection malformed-request if it has not
   */
  public <T> Optional<T> parsed(String name, Function<String, T> parse, String form) {
    try {
      return text(name).map(parse);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw malformed("the query parameter " + name + " is " + form);
    }
  }

  /** An RFC 3339 instant. */
  public Optional<Instant> instant(String name) {
    return parsed(name, QueryParameters::instantOf, "an instant such as 2026-12-01T12:00:00Z");
  }

  /**
   * The instant that a text names.
   *
   * @throws IllegalArgumentException or {@link DateTimeException} if it names none, or one beyond
   *     the four-digit years of RFC 3339
   */
  public static Instant instantOf(String text) {
    Instant instant = OffsetDateTime.parse(text).toInstant();
    if (instant.isBefore(EARLIEST) || !instant.isBefore(END)) {
      throw new IllegalArgumentException("the year has four digits");
    }
    return instant;
  }

  /** A whole number. */
  public Optional<Long> number(String name, long from, long to) {
    String form = "a whole number from " + from + " to " + to;
    Optional<Long> number = parsed(name, Long::valueOf, form);
    if (number.filter(n -> n < from || n > to).isPresent()) {
      throw malformed("the query parameter " + name + " is " + form);
    }
    return number;
  }

  /** How many items a page has at most: 1 to 500, 50 unless said otherwise. */
  public int limit() {
    return number("limit", 1, LIMIT_MAX).orElse((long) LIMIT_DEFAULT).intValue();
  }

  private static Rejection malformed(String detail) {
    return new Rejection(Reason.MALFORMED_REQUEST, detail);
  }
}
