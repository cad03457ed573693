package dev.onceledger.support;

import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An answer of the ledger. */
public record Response(int status, HttpHeaders headers, String body) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** The body as JSON. */
  public JsonNode json() {
    return JSON.readTree(body);
  }

  /** A value in the body, as text; empty if it is null or missing. */
  public String at(String pointer) {
    return json().at(pointer).asString("");
  }

  /** The header's value; empty if there is none. */
  public String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  /** The problem's name, such as {@code payment-not-found}. */
  public String problem() {
    return at("/type").replace("/problems/", "");
  }

  /**
   * The body with what differs from run to run masked: ids, positions, instants, and what the
   * gateway calls things.
   */
  public String masked() {
    return body.replaceAll("pay_[0-9a-z]{26}", "pay_*")
        .replaceAll("op_[0-9a-z]{26}", "op_*")
        .replaceAll("sbx_[0-9a-f]{32}", "sbx_*")
        .replaceAll("\"position\":[1-9][0-9]*", "\"position\":*")
        .replaceAll("\"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(\\.[0-9]{3})?Z\"", "\"*Z\"");
  }

  /** The texts of an array. */
  public List<String> texts(String pointer) {
    List<String> texts = new ArrayList<>();
    json().at(pointer).forEach(node -> texts.add(node.asString()));
    return texts;
  }

  @Override
  public String toString() {
    return status + " " + body;
  }
}
