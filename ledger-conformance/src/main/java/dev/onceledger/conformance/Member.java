package dev.onceledger.conformance;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/** A member of a description, which knows where it stands, so that a complaint can name it. */
record Member(String path, JsonNode node) {
  BadDescription bad(String trouble) {
    return new BadDescription(path, trouble);
  }

  /** Refuses members that it is not to have: a typing error may not pass for an absence. */
  Member only(String... names) {
    if (!node.isObject()) {
      throw bad("is to be an object with " + String.join(", ", names));
    }
    TreeSet<String> unknown = new TreeSet<>(node.propertyNames());
    unknown.removeAll(List.of(names));
    if (!unknown.isEmpty()) {
      throw bad("there is no member %s; there is %s".formatted(unknown, String.join(", ", names)));
    }
    return this;
  }

  Optional<Member> find(String name) {
    JsonNode found = node.get(name);
    return found == null || found.isNull() ? Optional.empty() : Optional.of(child(name, found));
  }

  /** It must be there; {@code meaning} says what it is for. */
  Member get(String name, String meaning) {
    return find(name).orElseThrow(() -> child(name, node).bad("is missing: " + meaning));
  }

  private Member child(String name, JsonNode found) {
    return new Member(path + JsonPointer.empty().appendProperty(name), found);
  }

  String text() {
    if (!node.isString() || node.asString().isBlank()) {
      throw bad("is to be a text");
    }
    return node.asString();
  }

  URI address() {
    try {
      URI uri = URI.create(text());
      if (uri.getHost() != null && uri.getScheme().matches("https?")) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Told below, like an address of another kind.
    }
    throw bad("is to be an address that begins with http:// or https://");
  }

  int number(int least, int most) {
    if (!node.isInt() || node.intValue() < least || node.intValue() > most) {
      throw bad("is to be a number from " + least + " to " + most);
    }
    return node.intValue();
  }

  boolean flag() {
    if (!node.isBoolean()) {
      throw bad("is to be true or false");
    }
    return node.booleanValue();
  }

  JsonPointer pointer() {
    return pointer(text());
  }

  JsonPointer pointer(String text) {
    try {
      return JsonPointer.compile(text);
    } catch (IllegalArgumentException e) {
      throw bad("\"" + text + "\" is no JSON pointer; one begins with /");
    }
  }

  Map<String, Member> members() {
    if (!node.isObject()) {
      throw bad("is to be an object");
    }
    Map<String, Member> members = new LinkedHashMap<>();
    node.properties().forEach(m -> members.put(m.getKey(), child(m.getKey(), m.getValue())));
    return members;
  }
}
