package dev.onceledger.proof.checker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Every view, and every payment in any answer, is what the events tell of that version. */
final class Views implements Check {
  @Override
  public String promise() {
    return "a view is what the events tell, now and at each version that was shown";
  }

  @Override
  public String subject() {
    return "documents";
  }

  @Override
  public long run(Evidence evidence, Findings findings) {
    Map<String, List<Event>> histories = evidence.histories();
    Set<String> all = new HashSet<>(histories.keySet());
    all.addAll(evidence.views().keySet());
    for (String payment : all) {
      List<Event> history = histories.getOrDefault(payment, List.of());
      JsonNode view = evidence.views().get(payment);
      if (view == null) {
        findings.add(this, payment, "it has no view");
      } else if (view.path("version").asLong() != history.size()) {
        findings.add(
            this, payment, "the view is not at version %d: %s".formatted(history.size(), view));
      }
    }
    return compare(evidence, findings);
  }

  private long compare(Evidence evidence, Findings findings) {
    List<JsonNode> shown = new ArrayList<>(evidence.views().values());
    Set<String> seen = new HashSet<>();
    for (Exchange exchange : evidence.exchanges()) {
      if (exchange.showsPayment() && seen.add(exchange.answer())) {
        shown.add(exchange.json());
      }
    }
    Map<String, Map<Long, Fold>> past = new HashMap<>();
    evidence.histories().forEach((payment, history) -> past.put(payment, past(history)));
    for (JsonNode document : shown) {
      String payment = document.path("id").asString();
      Fold fold = past.getOrDefault(payment, Map.of()).get(document.path("version").asLong());
      List<String> differences =
          fold == null ? List.of("no such version") : differences(document, fold);
      if (!differences.isEmpty()) {
        findings.add(this, payment, "%s in %s".formatted(differences, document));
      }
    }
    return shown.size();
  }

  /** The payment at each of its versions. */
  private static Map<Long, Fold> past(List<Event> history) {
    Map<Long, Fold> past = new HashMap<>();
    try {
      for (int events = 1; events <= history.size(); events++) {
        past.put((long) events, Fold.of(history.subList(0, events)));
      }
    } catch (Impossible e) {
      // Told by another check.
    }
    return past;
  }

  private static List<String> differences(JsonNode document, Fold fold) {
    List<String> differences = new ArrayList<>();
    compare("state", document.path("state").asString(), fold.state(), differences);
    compare("position", document.path("position").asLong(), fold.position(), differences);
    compare("reference", document.path("reference").asString(), fold.reference(), differences);
    compare("attempt", document.path("attempt").asInt(), fold.books.attempts(), differences);
    fold.amounts()
        .forEach(
            (name, minor) -> {
              JsonNode amount = document.path(name);
              compare(name, amount.path("minor").asLong(-1), minor, differences);
              compare(name, amount.path("currency").asString(), fold.currency(), differences);
            });
    List<String> operations = new ArrayList<>();
    for (JsonNode operation : document.path("operations")) {
      operations.add(
          "%s %s %s %s %d %d"
              .formatted(
                  operation.path("id").asString(),
                  operation.path("kind").asString(),
                  operation.path("reference").asString(),
                  operation.path("state").asString(),
                  operation.path("amount").path("minor").asLong(),
                  operation.path("attempts").asLong()));
    }
    compare(
        "operations",
        operations,
        fold.books.operations.stream().map(Views::text).toList(),
        differences);
    return differences;
  }

  private static String text(Op operation) {
    return "%s %s %s %s %d %d"
        .formatted(
            operation.id,
            operation.kind,
            operation.reference,
            operation.state,
            operation.minor,
            operation.sends);
  }

  private static void compare(String name, Object shown, Object told, List<String> differences) {
    if (!shown.toString().equals(told.toString())) {
      differences.add("%s is shown as %s and told as %s".formatted(name, shown, told));
    }
  }
}
