package dev.onceledger.proof.checker;

import java.time.Instant;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A request and what came of it, as a client wrote it down.
 *
 * @param key its idempotency key; empty if it had none
 * @param status 0 if no answer came; then the answer says why
 */
public record Exchange(
    Instant sent,
    Instant ended,
    String client,
    String node,
    String method,
    String path,
    String key,
    String body,
    int status,
    String answer) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** One line of the log. */
  public String toLine() {
    return JSON.writeValueAsString(this);
  }

  static Exchange ofLine(String line) {
    return JSON.readValue(line, Exchange.class);
  }

  boolean isCommand() {
    return !key.isEmpty();
  }

  /** Whether it is the answer of a record that SUCCEEDED, and so the last word. */
  boolean isFinal() {
    return isCommand() && status == 201;
  }

  /** What was asked for: the spelling of the JSON, its order and its nulls make no difference. */
  Content content() {
    return new Content(method + " " + path, withoutNulls(parsed(body)));
  }

  /** What a request asks for. */
  record Content(String route, JsonNode body) {}

  private static JsonNode withoutNulls(JsonNode node) {
    if (!node.isObject()) {
      return node;
    }
    var kept = JsonNodeFactory.instance.objectNode();
    node.properties().stream()
        .filter(member -> !member.getValue().isNull())
        .forEach(member -> kept.set(member.getKey(), withoutNulls(member.getValue())));
    return kept;
  }

  JsonNode json() {
    return parsed(answer);
  }

  /** Whether the answer shows a payment at a version. */
  boolean showsPayment() {
    return status >= 200 && status < 300 && json().path("operations").isArray();
  }

  private static JsonNode parsed(String text) {
    try {
      return text.isBlank() ? JsonNodeFactory.instance.objectNode() : JSON.readTree(text);
    } catch (JacksonException e) {
      return JsonNodeFactory.instance.stringNode(text);
    }
  }

  @Override
  public String toString() {
    return "%s %s -> %s %s %s %s %s -> %d %s (%s)"
        .formatted(sent, client, node, method, path, key, body, status, answer, ended);
  }
}
