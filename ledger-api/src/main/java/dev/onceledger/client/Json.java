package dev.onceledger.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads members of JSON one by one; others that are there are ignored. What is missing or of
 * another type throws {@link IllegalArgumentException}, which never repeats what was read.
 */
final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static String write(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of texts and numbers can be written", e);
    }
  }

  /** The object that the bytes are. */
  static JsonNode read(byte[] bytes) {
    JsonNode node;
    try {
      node = MAPPER.readTree(bytes);
    } catch (IOException e) {
      // Without its cause, which repeats what it did not understand.
      throw new IllegalArgumentException("this is no JSON");
    }
    if (!node.isObject()) {
      throw new IllegalArgumentException("this is no JSON object");
    }
    return node;
  }

  static String text(JsonNode node, String name) {
    return maybeText(node, name)
        .orElseThrow(() -> new IllegalArgumentException(name + " is missing"));
  }

  /** Empty if the member is missing or null. */
  static Optional<String> maybeText(JsonNode node, String name) {
    JsonNode member = node.path(name);
    if (member.isMissingNode() || member.isNull()) {
      return Optional.empty();
    }
    if (!member.isTextual()) {
      throw new IllegalArgumentException(name + " is no text");
    }
    return Optional.of(member.textValue());
  }

  static List<String> texts(JsonNode node, String name) {
    List<String> texts = new ArrayList<>();
    node.path(name).forEach(member -> texts.add(member.asText()));
    return texts;
  }

  static Map<String, String> textsByName(JsonNode node, String name) {
    Map<String, String> texts = new HashMap<>();
    JsonNode member = node.path(name);
    member.fieldNames().forEachRemaining(each -> texts.put(each, text(member, each)));
    return texts;
  }

  static long number(JsonNode node, String name) {
    JsonNode member = node.path(name);
    if (!member.isIntegralNumber() || !member.canConvertToLong()) {
      throw new IllegalArgumentException(name + " is no integer");
    }
    return member.longValue();
  }

  static Money money(JsonNode node, String name) {
    JsonNode member = node.path(name);
    return new Money(number(member, "minor"), new CurrencyCode(text(member, "currency")));
  }

  static Instant instant(JsonNode node, String name) {
    return instant(text(node, name));
  }

  static Optional<Instant> maybeInstant(JsonNode node, String name) {
    return maybeText(node, name).map(Json::instant);
  }

  static <T> List<T> list(JsonNode node, String name, Function<JsonNode, T> read) {
    JsonNode member = node.path(name);
    if (!member.isArray()) {
      throw new IllegalArgumentException(name + " is no array");
    }
    List<T> all = new ArrayList<>();
    member.forEach(item -> all.add(read.apply(item)));
    return all;
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("this is no instant of RFC 3339 in UTC", e);
    }
  }
}
