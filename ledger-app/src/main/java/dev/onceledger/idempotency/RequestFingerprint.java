package dev.onceledger.idempotency;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.onceledger.api.Digest;
import dev.onceledger.api.Fingerprint;
import dev.onceledger.api.Scope;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a request asked: a hash of the whole, and a short hash per JSON pointer (RFC 6901), so that
 * a clash can name the places that differ and never their values.
 *
 * <p>The pointer {@code ""} stands for what is no body: method, path, query and scope. The
 * algorithm has a version; a change of it gets the next one.
 */
public final class RequestFingerprint {
  private static final int VERSION = 1;
  private static final int SHORT_BYTES = 8;

  private final SortedMap<String, String> hashes;
  private final Fingerprint whole;

  private RequestFingerprint(SortedMap<String, String> hashes) {
    this.hashes = hashes;
    this.whole = new Fingerprint(VERSION + ":" + hex(Digest.sha256(text().getBytes(UTF_8))));
  }

  /**
   * The fingerprint of a request.
   *
   * @param route method, path and query, as they identify what is asked
   * @param leaves the canonical text of each value in the body by its pointer
   */
  public static RequestFingerprint of(Scope scope, String route, Map<String, String> leaves) {
    SortedMap<String, String> hashes = new TreeMap<>();
    hashes.put("", leafHash("", scope.value() + " " + route));
    leaves.forEach((pointer, value) -> hashes.put(pointer, leafHash(pointer, value)));
    return new RequestFingerprint(hashes);
  }

  /** The fingerprint that {@link #text} gave. */
  static RequestFingerprint parse(String text) {
    SortedMap<String, String> hashes = new TreeMap<>();
    for (String line : List.of(text.split("\n"))) {
      String pointer = unescape(line.substring(2 * SHORT_BYTES + 1));
      hashes.put(pointer, line.substring(0, 2 * SHORT_BYTES));
    }
    return new RequestFingerprint(hashes);
  }

  public Fingerprint whole() {
    return whole;
  }

  /** One line per pointer: its hash, a space, and the pointer with control characters escaped. */
  public String text() {
    StringBuilder text = new StringBuilder();
    hashes.forEach(
        (pointer, hash) -> text.append(hash).append(' ').append(escape(pointer)).append('\n'));
    return text.toString();
  }

  /** The pointers at which the two requests ask something else, in order. */
  List<String> differs(RequestFingerprint other) {
    SortedSet<String> pointers = new TreeSet<>(hashes.keySet());
    pointers.addAll(other.hashes.keySet());
    pointers.removeIf(p -> Objects.equals(hashes.get(p), other.hashes.get(p)));
    return List.copyOf(pointers);
  }

  private static String leafHash(String pointer, String value) {
    byte[] bytes = (VERSION + "\n" + pointer.length() + "\n" + pointer + value).getBytes(UTF_8);
    return hex(Digest.sha256(bytes)).substring(0, 2 * SHORT_BYTES);
  }

  /** A member's name may hold a line feed; a line of {@link #text} may not. */
  private static String escape(String pointer) {
    return pointer.replace("%", "%25").replace("\n", "%0A").replace("\r", "%0D");
  }

  private static String unescape(String text) {
    return text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
