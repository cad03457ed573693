package dev.onceledger.api;

/** The rule that keys and references share: printable ASCII of a bounded length. */
final class PrintableAscii {
  private PrintableAscii() {}

  /** Returns {@code text}, or throws {@link IllegalArgumentException} without repeating it. */
  static String check(String text, int lengthMax, String what) {
    if (text.isEmpty() || text.length() > lengthMax) {
      throw new IllegalArgumentException(what + " has 1 to " + lengthMax + " characters");
    }
    if (!text.chars().allMatch(c -> c >= 0x20 && c <= 0x7e)) {
      throw new IllegalArgumentException(what + " is printable ASCII");
    }
    return text;
  }
}
