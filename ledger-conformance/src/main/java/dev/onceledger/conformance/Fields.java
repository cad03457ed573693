package dev.onceledger.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The fields of a JSON body, and bodies that differ in one of them. */
final class Fields {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private Fields() {}

  /** Every value that is no object and no array, but those that hold the key. */
  static List<JsonPointer> leaves(JsonNode body) {
    List<JsonPointer> leaves = new ArrayList<>();
    collect(body, JsonPointer.empty(), leaves);
    return leaves;
  }

  private static void collect(JsonNode node, JsonPointer at, List<JsonPointer> leaves) {
    if (node.isObject()) {
      node.properties()
          .forEach(
              member -> collect(member.getValue(), at.appendProperty(member.getKey()), leaves));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        collect(node.get(i), at.appendIndex(i), leaves);
      }
    } else if (!node.isNull() && !names(node, Names.KEY)) {
      leaves.add(at);
    }
  }

  static boolean names(JsonNode body, String place) {
    return body.toString().contains(place);
  }

  static JsonNode filled(JsonNode body, Names names) {
    return texts(body, names::fill);
  }

  /** The same with every text replaced. */
  static JsonNode texts(JsonNode node, UnaryOperator<String> replaced) {
    if (node.isString()) {
      return JSON.stringNode(replaced.apply(node.asString()));
    }
    if (node.isObject()) {
      ObjectNode copy = JSON.objectNode();
      node.properties().forEach(m -> copy.set(m.getKey(), texts(m.getValue(), replaced)));
      return copy;
    }
    if (node.isArray()) {
      ArrayNode copy = JSON.arrayNode();
      node.forEach(element -> copy.add(texts(element, replaced)));
      return copy;
    }
    return node;
  }

  static JsonNode with(JsonNode body, JsonPointer at, JsonNode value) {
    JsonNode copy = body.deepCopy();
    JsonNode parent = copy.at(at.head());
    if (parent instanceof ObjectNode object) {
      object.set(at.last().getMatchingProperty(), value);
    } else if (parent instanceof ArrayNode array) {
      array.set(at.last().getMatchingIndex(), value);
    }
    return copy;
  }

  /** Another value of the same kind: a larger number, a text of the same length. */
  static JsonNode otherThan(JsonNode value) {
    if (value.isIntegralNumber()) {
      return JSON.numberNode(value.longValue() + 1);
    }
    if (value.isNumber()) {
      return JSON.numberNode(value.decimalValue().add(BigDecimal.ONE));
    }
    if (value.isBoolean()) {
      return JSON.booleanNode(!value.booleanValue());
    }
    String text = value.asString();
    if (text.contains(Names.UNIQUE)) {
      return JSON.stringNode(text.replace(Names.UNIQUE, Names.OTHER));
    }
    if (text.isEmpty()) {
      return JSON.stringNode("a");
    }
    int end = text.length() - 1;
    return JSON.stringNode(text.substring(0, end) + next(text.charAt(end)));
  }

  private static char next(char last) {
    return switch (last) {
      case '9' -> '8';
      case 'z' -> 'y';
      case 'Z' -> 'Y';
      default -> Character.isLetterOrDigit(last) ? (char) (last + 1) : 'a';
    };
  }

  /** The same JSON, the members of every object in the opposite order. */
  static JsonNode reordered(JsonNode node) {
    if (node.isObject()) {
      List<Map.Entry<String, JsonNode>> members = new ArrayList<>(node.properties());
      Collections.reverse(members);
      ObjectNode copy = JSON.objectNode();
      members.forEach(member -> copy.set(member.getKey(), reordered(member.getValue())));
      return copy;
    }
    if (node.isArray()) {
      ArrayNode copy = JSON.arrayNode();
      node.forEach(element -> copy.add(reordered(element)));
      return copy;
    }
    return node;
  }

  /** The same without the members whose texts hold this place. */
  static JsonNode without(JsonNode body, String place) {
    if (!(body.deepCopy() instanceof ObjectNode copy)) {
      return body;
    }
    List<String> gone =
        copy.properties().stream()
            .filter(member -> member.getValue().isString() && names(member.getValue(), place))
            .map(Map.Entry::getKey)
            .toList();
    copy.remove(gone);
    return copy;
  }

  static String form(JsonNode fields) {
    return fields.properties().stream()
        .map(
            field ->
                URLEncoder.encode(field.getKey(), UTF_8)
                    + "="
                    + URLEncoder.encode(field.getValue().asString(), UTF_8))
        .collect(joining("&"));
  }
}
