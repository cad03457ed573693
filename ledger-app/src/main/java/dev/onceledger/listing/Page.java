package dev.onceledger.listing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** The answer to a list: {@code {"items":[...],"next":"<cursor>"|null}}. */
public final class Page {
  private Page() {}

  /**
   * The page of what was found, where one more than its limit was asked for.
   *
   * @param cursor of an item: the last one's leads to the next page
   */
  public static <T> ResponseEntity<byte[]> of(
      List<T> found, int limit, Function<T, byte[]> written, Function<T, String> cursor) {
    List<T> shown = found.size() > limit ? found.subList(0, limit) : found;
    return of(
        shown.stream().map(written).toList(),
        found.size() > limit ? cursor.apply(found.get(limit - 1)) : null);
  }

  /**
   * The page of these items.
   *
   * @param items JSON values in UTF-8
   * @param next a cursor as {@link Cursors} makes it; null on the last page
   */
  public static ResponseEntity<byte[]> of(List<byte[]> items, @Nullable String next) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes("{\"items\":[".getBytes(UTF_8));
    for (int i = 0; i < items.size(); i++) {
      if (i > 0) {
        out.write(',');
      }
      out.writeBytes(items.get(i));
    }
    out.writeBytes(
        ("],\"next\":" + (next == null ? "null" : "\"" + next + "\"") + "}").getBytes(UTF_8));
    return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(out.toByteArray());
  }
}
