package dev.onceledger.listing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.List;

/** Cursors: opaque to clients, plain to us. */
public final class Cursors {
  private Cursors() {}

  public static String encode(String... parts) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(String.join("\n", parts).getBytes(UTF_8));
  }

  /**
   * The parts of a cursor.
   *
   * @throws IllegalArgumentException if it is none of so many parts
   */
  public static List<String> decode(String cursor, int parts) {
    List<String> decoded =
        List.of(new String(Base64.getUrlDecoder().decode(cursor), UTF_8).split("\n", -1));
    if (decoded.size() != parts) {
      throw new IllegalArgumentException("a cursor has " + parts + " parts");
    }
    return decoded;
  }
}
