package dev.onceledger.conformance.tiny;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * An order as it came in.
 *
 * @param key empty if it came without
 * @param body as it was sent
 */
record Order(String key, String body) {
  private static final JsonMapper SORTED =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  String reference() {
    return json().path("reference").asString();
  }

  /** The same for every spelling of the same JSON. */
  String content() {
    return SORTED.writeValueAsString(SORTED.treeToValue(json(), Object.class));
  }

  private JsonNode json() {
    return SORTED.readTree(body);
  }
}
