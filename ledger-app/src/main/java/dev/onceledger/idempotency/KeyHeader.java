package dev.onceledger.idempotency;

import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import java.util.List;

/**
 * The {@code Idempotency-Key} header: one line that holds either a structured-field string (RFC
 * 9651, section 3.3.3) or the bare text of the key; both name the same key.
 */
public final class KeyHeader {
  private KeyHeader() {}

  /**
   * The key in the header's lines.
   *
   * @throws Rejection if there is none, more than one, or one of another syntax
   */
  public static IdempotencyKey parse(List<String> lines) {
    if (lines.isEmpty()) {
      throw new Rejection(
          Reason.IDEMPOTENCY_KEY_MISSING,
          "a command needs an Idempotency-Key header; use a fresh UUID for each operation");
    }
    if (lines.size() > 1) {
      throw invalid("the header Idempotency-Key must be one line");
    }
    String line = lines.get(0).strip();
    return key(line.startsWith("\"") ? unquote(line) : line);
  }

  /**
   * The key in a path or a query, where it stands bare or quoted.
   *
   * @throws Rejection if it is none
   */
  public static IdempotencyKey parse(String text) {
    return parse(List.of(text));
  }

  private static IdempotencyKey key(String text) {
    try {
      return new IdempotencyKey(text);
    } catch (IllegalArgumentException e) {
      throw invalid("an idempotency key has 1 to 255 bytes of printable ASCII");
    }
  }

  private static String unquote(String line) {
    StringBuilder text = new StringBuilder();
    int i = 1;
    while (i < line.length() && line.charAt(i) != '"') {
      if (line.charAt(i) == '\\') {
        i++;
        if (i == line.length() || (line.charAt(i) != '"' && line.charAt(i) != '\\')) {
          throw invalid("in a quoted key a backslash stands only before '\"' or '\\'");
        }
      }
      text.append(line.charAt(i));
      i++;
    }
    if (i != line.length() - 1) {
      throw invalid("a quoted key ends with its closing quote, and nothing follows it");
    }
    return text.toString();
  }

  private static Rejection invalid(String detail) {
    return new Rejection(Reason.IDEMPOTENCY_KEY_INVALID, detail);
  }
}
