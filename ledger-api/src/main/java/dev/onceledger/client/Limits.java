package dev.onceledger.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.onceledger.api.Reference;
import dev.onceledger.api.money.Money;
import java.util.Map;

/** What the ledger takes, so that what it would refuse is told before anything is sent. */
final class Limits {
  private static final int ATTEMPT_MAX = 99;
  private static final int ENTRIES_MAX = 20;
  private static final int NAME_LENGTH_MAX = 40;
  private static final int VALUE_LENGTH_MAX = 500;
  private static final int BODY_BYTES_MAX = 64 * 1024;

  private Limits() {}

  static void reference(Reference reference) {
    require(
        reference.value().length() <= Reference.CHOSEN_LENGTH_MAX,
        "a reference has at most %d characters: choose a shorter one"
            .formatted(Reference.CHOSEN_LENGTH_MAX));
  }

  static void attempt(int attempt) {
    require(
        attempt >= 1 && attempt <= ATTEMPT_MAX,
        "an attempt is 1 to %d: count from 1".formatted(ATTEMPT_MAX));
  }

  static void amount(Money amount) {
    require(
        amount.minor() >= 1 && amount.minor() <= Money.REQUEST_MINOR_MAX,
        "an amount is 1 to %d minor units: 19.99 EUR is 1999, 500 JPY is 500"
            .formatted(Money.REQUEST_MINOR_MAX));
  }

  static Map<String, String> metadata(Map<String, String> metadata) {
    require(
        metadata.size() <= ENTRIES_MAX,
        "metadata has at most %d entries: leave some out".formatted(ENTRIES_MAX));
    metadata.forEach(
        (name, value) -> {
          text("a name in metadata", name);
          text("a value in metadata", value);
          require(
              !name.isEmpty() && length(name) <= NAME_LENGTH_MAX && name.indexOf('\0') < 0,
              "a name in metadata has 1 to %d characters, none U+0000".formatted(NAME_LENGTH_MAX));
          require(
              length(value) <= VALUE_LENGTH_MAX,
              "a value in metadata has at most %d characters".formatted(VALUE_LENGTH_MAX));
        });
    return Map.copyOf(metadata);
  }

  /** A surrogate that stands alone is no character, and cannot be sent as UTF-8. */
  static void text(String what, String text) {
    require(UTF_8.newEncoder().canEncode(text), what + " has half of a surrogate pair: mend it");
  }

  static String body(String json) {
    require(
        json.getBytes(UTF_8).length <= BODY_BYTES_MAX,
        "a request has at most %d bytes: shorten its texts".formatted(BODY_BYTES_MAX));
    return json;
  }

  static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
