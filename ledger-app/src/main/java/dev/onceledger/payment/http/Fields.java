package dev.onceledger.payment.http;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the members of a body one by one, and gathers everything that is wrong with them, so that
 * one answer names all of it. Members that are null count as absent.
 *
 * <p>What it returns is only to be used after {@link #end()}, which throws if anything was wrong.
 */
final class Fields {
  private static final int NAMED_MAX = 20;
  private static final int POINTER_LENGTH_MAX = 120;

  private final ObjectNode body;
  private final Set<String> known = new HashSet<>();
  private final Map<String, String> malformed = new LinkedHashMap<>();
  private final List<String> currencies = new ArrayList<>();
  private final List<String> amounts = new ArrayList<>();

  Fields(ObjectNode body) {
    this.body = body;
  }

  /** A member that must be there. */
  <T> Optional<T> required(String name, Function<String, T> parse) {
    Optional<JsonNode> node = member(name);
    if (node.isEmpty()) {
      malformed.put(JsonBody.pointer("", name), "is missing");
    }
    return node.flatMap(n -> text("/" + name, n, parse));
  }

  <T> Optional<T> optional(String name, Function<String, T> parse) {
    return member(name).flatMap(n -> text("/" + name, n, parse));
  }

  /** Any text: the size of the body bounds it. */
  Optional<String> optionalText(String name) {
    return optional(name, text -> text);
  }

  /** One of the names of an enum, in lower case. */
  <E extends Enum<E>> Optional<E> optionalName(String name, E[] values) {
    return optional(
        name,
        text ->
            Arrays.stream(values)
                .filter(value -> value.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("is none of the names allowed")));
  }

  int optionalInt(String name, int from, int to, int otherwise) {
    Optional<JsonNode> node = member(name);
    if (node.isEmpty()) {
      return otherwise;
    }
    if (!node.get().isIntegralNumber()
        || !node.get().canConvertToInt()
        || node.get().intValue() < from
        || node.get().intValue() > to) {
      malformed.put("/" + name, "is an integer from " + from + " to " + to);
      return otherwise;
    }
    return node.get().intValue();
  }

  Optional<Money> requiredAmount(String name) {
    Optional<JsonNode> node = member(name);
    if (node.isEmpty()) {
      malformed.put("/" + name, "is missing");
    }
    return node.flatMap(n -> amount("/" + name, n));
  }

  Optional<Money> optionalAmount(String name) {
    return member(name).flatMap(n -> amount("/" + name, n));
  }

  /** An object of texts, whose lengths count characters and not UTF-16 units. */
  Map<String, String> optionalTexts(
      String name, int entriesMax, int keyLengthMax, int valueLengthMax) {
    Optional<JsonNode> node = member(name);
    Map<String, String> texts = new LinkedHashMap<>();
    if (node.isEmpty()) {
      return texts;
    }
    String pointer = "/" + name;
    if (!(node.get() instanceof ObjectNode object) || object.size() > entriesMax) {
      malformed.put(pointer, "is an object of at most " + entriesMax + " texts");
      return texts;
    }
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      String key = entry.getKey();
      if (key.isEmpty() || length(key) > keyLengthMax || !isKeepable(key)) {
        malformed.put(pointer, "has keys of 1 to " + keyLengthMax + " characters, none U+0000");
      } else {
        text(JsonBody.pointer(pointer, key), entry.getValue(), t -> atMost(t, valueLengthMax))
            .ifPresent(value -> texts.put(key, value));
      }
    }
    return texts;
  }

  /**
   * Refuses the body if anything in it was wrong, or if it has members that nobody read.
   *
   * @throws Rejection malformed-request first, then unsupported-currency, then invalid-amount
   */
  void end() {
    for (String name : body.propertyNames()) {
      if (!known.contains(name)) {
        malformed.put(JsonBody.pointer("", name), "is not known here");
      }
    }
    if (!malformed.isEmpty()) {
      throw new Rejection(Reason.MALFORMED_REQUEST, describe(), pointers(malformed.keySet()));
    }
    if (!currencies.isEmpty()) {
      throw new Rejection(
          Reason.UNSUPPORTED_CURRENCY,
          "the currency is an active ISO 4217 code in upper case",
          currencies);
    }
    if (!amounts.isEmpty()) {
      throw new Rejection(Reason.INVALID_AMOUNT, "an amount is 1 to 10^15 minor units", amounts);
    }
  }

  private Optional<JsonNode> member(String name) {
    known.add(name);
    JsonNode node = body.get(name);
    return node == null || node.isNull() ? Optional.empty() : Optional.of(node);
  }

  private <T> Optional<T> text(String pointer, JsonNode node, Function<String, T> parse) {
    if (!node.isString() || !isWellFormed(node.stringValue())) {
      malformed.put(pointer, "is a text");
      return Optional.empty();
    }
    try {
      return Optional.of(parse.apply(node.stringValue()));
    } catch (IllegalArgumentException e) {
      malformed.put(pointer, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private Optional<Money> amount(String pointer, JsonNode node) {
    if (!(node instanceof ObjectNode object)) {
      malformed.put(pointer, "is an object of minor and currency");
      return Optional.empty();
    }
    object.propertyNames().stream()
        .filter(name -> !name.equals("minor") && !name.equals("currency"))
        .forEach(name -> malformed.put(JsonBody.pointer(pointer, name), "is not known here"));
    Optional<Long> minor = minor(pointer + "/minor", object.path("minor"));
    Optional<CurrencyCode> currency = currency(pointer + "/currency", object.path("currency"));
    return minor.flatMap(m -> currency.map(c -> new Money(m, c)));
  }

  private Optional<Long> minor(String pointer, JsonNode node) {
    if (!node.isIntegralNumber()) {
      malformed.put(pointer, "is an integer, in minor units");
      return Optional.empty();
    }
    BigInteger minor = node.bigIntegerValue();
    if (minor.signum() <= 0 || minor.compareTo(BigInteger.valueOf(Money.REQUEST_MINOR_MAX)) > 0) {
      amounts.add(pointer);
      return Optional.empty();
    }
    return Optional.of(minor.longValueExact());
  }

  private Optional<CurrencyCode> currency(String pointer, JsonNode node) {
    if (!node.isString()) {
      malformed.put(pointer, "is a text");
      return Optional.empty();
    }
    Optional<CurrencyCode> currency = CurrencyCode.find(node.stringValue());
    if (currency.isEmpty()) {
      currencies.add(pointer);
    }
    return currency;
  }

  private String describe() {
    StringBuilder text = new StringBuilder();
    malformed.entrySet().stream()
        .limit(NAMED_MAX)
        .forEach(
            e ->
                text.append(text.isEmpty() ? "" : "; ")
                    .append(shorten(e.getKey()))
                    .append(' ')
                    .append(e.getValue()));
    return text.toString();
  }

  private static List<String> pointers(Set<String> all) {
    return all.stream().limit(NAMED_MAX).map(Fields::shorten).toList();
  }

  /** Cut, it is a pointer still: neither an escape nor a surrogate pair is torn. */
  private static String shorten(String pointer) {
    String shown = isWellFormed(pointer) ? pointer : pointer.replaceAll("\\p{Cs}", "\ufffd");
    if (shown.length() <= POINTER_LENGTH_MAX) {
      return shown;
    }
    char last = shown.charAt(POINTER_LENGTH_MAX - 1);
    boolean torn = last == '~' || Character.isHighSurrogate(last);
    return shown.substring(0, torn ? POINTER_LENGTH_MAX - 1 : POINTER_LENGTH_MAX) + "...";
  }

  private static String atMost(String text, int lengthMax) {
    if (length(text) > lengthMax) {
      throw new IllegalArgumentException("has at most " + lengthMax + " characters");
    }
    return text;
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /** The store keeps the names of what was sent as text, in which U+0000 cannot stand. */
  private static boolean isKeepable(String key) {
    return isWellFormed(key) && key.indexOf('\0') < 0;
  }

  /** A surrogate that stands alone is no character, and could not be written back. */
  private static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        boolean pair =
            i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
        if (!pair) {
          return false;
        }
        i++;
      }
    }
    return true;
  }
}
