package dev.onceledger.conformance;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request with places for the names of an operation.
 *
 * @param body JSON; a text is sent as it stands; null for none
 */
record RequestTemplate(
    String method, String url, Map<String, String> headers, @Nullable JsonNode body) {
  private static final String CONTENT_TYPE = "Content-Type";
  private static final String FORM = "application/x-www-form-urlencoded";

  Request fill(Names names) {
    Map<String, String> filled = new LinkedHashMap<>();
    headers.forEach((name, value) -> filled.put(name, names.fill(value)));
    if (body != null && headers.keySet().stream().noneMatch(CONTENT_TYPE::equalsIgnoreCase)) {
      filled.put(CONTENT_TYPE, "application/json");
    }
    return new Request(method, URI.create(names.fill(url)), filled, text(names));
  }

  private String text(Names names) {
    if (body == null) {
      return "";
    }
    JsonNode filled = Fields.filled(body, names);
    if (filled.isString()) {
      return filled.asString();
    }
    return isForm() ? Fields.form(filled) : filled.toString();
  }

  boolean isForm() {
    return headers.entrySet().stream()
        .anyMatch(
            header ->
                header.getKey().equalsIgnoreCase(CONTENT_TYPE)
                    && header.getValue().startsWith(FORM));
  }

  /** Whether this place is anywhere in the request. */
  boolean names(String place) {
    return url.contains(place)
        || headers.values().stream().anyMatch(value -> value.contains(place))
        || (body != null && Fields.names(body, place));
  }

  RequestTemplate withBody(JsonNode other) {
    return new RequestTemplate(method, url, headers, other);
  }

  /** The request of a client that knows no keys: without the headers and members that hold it. */
  RequestTemplate withoutKey() {
    Map<String, String> left = new LinkedHashMap<>(headers);
    left.values().removeIf(value -> value.contains(Names.KEY));
    return new RequestTemplate(
        method, url, left, body == null ? null : Fields.without(body, Names.KEY));
  }
}
