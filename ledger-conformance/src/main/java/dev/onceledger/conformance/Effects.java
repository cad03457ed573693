package dev.onceledger.conformance;

import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Counts effects by something other than the answers of the command. */
final class Effects {
  static final String MEMBER = "/effects";
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private final Description description;
  private final Client client;

  Effects(Description description, Client client) {
    this.description = description;
    this.client = client;
  }

  /** Whether each operation has a count of its own, or all have one in common. */
  boolean arePerOperation() {
    return description.effects().names(Names.UNIQUE);
  }

  /** A count that starts now, of these operations and of what a request that differs would make. */
  Tally tally(List<Names> operations) {
    List<Names> counted =
        arePerOperation()
            ? operations.stream().flatMap(n -> Stream.of(n, n.swapped())).toList()
            : List.of(operations.get(0));
    return new Tally(this, counted);
  }

  long count(Names names) {
    return description.effects() instanceof Action.Http http
        ? counted(http.request().fill(names))
        : counted(names.fill(((Action.Shell) description.effects()).command()));
  }

  private long counted(String command) {
    Shell.Result result = Shell.run(MEMBER + "/command", command);
    try {
      return Long.parseLong(result.output().strip());
    } catch (NumberFormatException e) {
      throw new BadDescription(
          MEMBER + "/command",
          "it is to print one number, and printed \"%s\" %s"
              .formatted(result.output().strip(), result.errors().strip()));
    }
  }

  private long counted(Request request) {
    Exchange exchange = client.untilDecided(request);
    Answer answer = exchange.answer();
    if (answer != null && answer.status() == 404 && arePerOperation()) {
      return 0;
    }
    if (answer == null || !answer.isAccepted()) {
      throw new BadDescription(
          MEMBER + "/url",
          "%s answers %s %s; it is to answer 200 with JSON"
              .formatted(
                  request.uri(),
                  exchange.outcome(),
                  answer == null ? exchange.trouble() : answer.text()));
    }
    return number(answer.text());
  }

  private long number(String json) {
    JsonNode found;
    try {
      found = MAPPER.readTree(json).at(description.count());
    } catch (JacksonException e) {
      throw new BadDescription(MEMBER + "/url", "its answer is no JSON: " + json);
    }
    if (found.isArray()) {
      return found.size();
    }
    if (found.isIntegralNumber()) {
      return found.longValue();
    }
    throw new BadDescription(
        MEMBER + "/count",
        "\"%s\" leads to no list and no number in %s".formatted(description.count(), json));
  }
}
