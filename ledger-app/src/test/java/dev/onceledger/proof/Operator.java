package dev.onceledger.proof;

import dev.onceledger.proof.checker.Exchange;
import dev.onceledger.support.Api;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Somebody who resolves by hand what is in doubt, where the truth is known: what the gateway has in
 * its account was done, and what it drops or is down for was not, and will not be.
 */
final class Operator {
  private final Visitor visitor;
  private final Api sandbox;
  private final Random random;
  private final Set<Ask> unfinished = new LinkedHashSet<>();
  private int resolutions;
  private int resolved;

  Operator(Visitor visitor, Api sandbox, Random random) {
    this.visitor = visitor;
    this.sandbox = sandbox;
    this.random = random;
  }

  /** Looks once at what is in doubt, and decides some of it; at the end all that never ends. */
  void look(boolean all) {
    Exchange shown = visitor.get(random.nextInt(2), "/v1/operations?inDoubt=true&limit=500");
    for (JsonNode operation : Answers.json(shown).path("items")) {
      if (all ? isDown(operation) : random.nextInt(4) == 0) {
        List<String> decision = truth(operation);
        if (!decision.isEmpty()) {
          resolve(operation, decision);
        }
      }
    }
    if (all) {
      unfinished.removeIf(ask -> Answers.isFinal(visitor.post(random.nextInt(2), ask, false)));
    }
  }

  boolean isFinished() {
    return unfinished.isEmpty();
  }

  int resolved() {
    return resolved;
  }

  /** What can be said of it, as members of a body; empty if nobody can. */
  private List<String> truth(JsonNode operation) {
    if (isDown(operation)) {
      return List.of(outcome("DECLINED"));
    }
    if (endsAs(operation, "never_arrived") && operation.path("attempts").asInt() == 1) {
      return List.of(outcome(random.nextBoolean() ? "DECLINED" : "FAILED"));
    }
    try {
      String account = "/account?operationId=" + operation.path("id").asString();
      for (JsonNode done : sandbox.get(account).json().path("items")) {
        return List.of(
            outcome("SUCCEEDED"),
            "\"gatewayReference\":\"%s\"".formatted(done.path("reference").asString()));
      }
    } catch (UncheckedIOException e) {
      // The gateway is down; nobody can say.
    }
    return List.of();
  }

  private void resolve(JsonNode operation, List<String> decision) {
    List<String> members = new ArrayList<>(decision);
    members.add("\"reason\":\"seen in the account\"");
    String path = "/v1/operations/" + operation.path("id").asString() + "/resolutions";
    String version = operation.path("payment").path("version").asString();
    Ask ask =
        new Ask(
            "/v1/payments/" + operation.path("paymentId").asString(),
            path,
            "operator-" + resolutions++,
            members,
            List.of("If-Match", "\"" + version + "\""));
    Exchange answer = visitor.post(random.nextInt(2), ask, false);
    if (answer.status() == 201) {
      resolved++;
    } else if (!Answers.isFinal(answer)) {
      unfinished.add(ask);
    }
  }

  private static boolean isDown(JsonNode operation) {
    return endsAs(operation, "down");
  }

  /** The description of a payment names its method. */
  private static boolean endsAs(JsonNode operation, String ending) {
    String kind = operation.path("kind").asString();
    String method = operation.path("payment").path("description").asString("");
    return switch (kind) {
      case "AUTHORIZE", "CHARGE" -> method.equals("tok_" + ending);
      case "CAPTURE", "REFUND" ->
          method.equals("tok_" + kind.toLowerCase(Locale.ROOT) + "_" + ending);
      default -> false;
    };
  }

  private static String outcome(String name) {
    return "\"outcome\":\"%s\"".formatted(name);
  }
}
