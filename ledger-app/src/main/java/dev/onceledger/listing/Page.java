package dev.onceledger.listing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** The answer to a list: {@code {"items":[...],"next":"<cursor>"|null}}. */
public final class Page {
  private Page() {}

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
