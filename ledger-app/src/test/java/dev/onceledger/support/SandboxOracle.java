package dev.onceledger.support;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The sandbox's own account of what it really did: the judge of every test about money. */
public final class SandboxOracle {
  private final Api api;

  public SandboxOracle(URI sandbox) {
    this.api = new Api(sandbox, "none");
  }

  /** What was executed for a payment, as {@code KIND minor}, in order. */
  public List<String> executed(String paymentId) {
    List<String> executed = new ArrayList<>();
    for (JsonNode entry : items("/account?paymentId=" + paymentId)) {
      executed.add(entry.path("kind").asString() + " " + entry.path("minor").asLong());
    }
    return executed;
  }

  /** Everything that was executed, by payment. */
  public Map<String, List<String>> executed() {
    Map<String, List<String>> executed = new HashMap<>();
    for (JsonNode entry : items("/account")) {
      executed
          .computeIfAbsent(entry.path("paymentId").asString(), id -> new ArrayList<>())
          .add(entry.path("kind").asString() + " " + entry.path("minor").asLong());
    }
    return executed;
  }

  /** How many sends arrived for all operations of a payment. */
  public long sends(String paymentId) {
    long sends = 0;
    for (JsonNode key : items("/account/sends?paymentId=" + paymentId)) {
      sends += key.path("sends").asLong();
    }
    return sends;
  }

  private JsonNode items(String path) {
    return api.get(path).json().path("items");
  }
}
