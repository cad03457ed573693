package dev.onceledger.proof.checker;

import java.util.List;

/** Whoever repeats a request under its key gets a final answer. */
final class Finished implements Check {
  @Override
  public String promise() {
    return "a request that is repeated ends with an answer that needs no repeat";
  }

  @Override
  public String subject() {
    return "keys";
  }

  @Override
  public long run(Evidence evidence, Findings findings) {
    var commands = evidence.commandsByKey();
    var payments = evidence.paymentByKey();
    commands.forEach(
        (key, exchanges) -> {
          if (exchanges.stream().noneMatch(Finished::ends)) {
            findings.add(
                this,
                payments.getOrDefault(key, ""),
                "%s was asked %d times, and at last got %s"
                    .formatted(key, exchanges.size(), last(exchanges)));
          }
        });
    return commands.size();
  }

  private static Exchange last(List<Exchange> exchanges) {
    return exchanges.get(exchanges.size() - 1);
  }

  /** Also that it was surely not executed: who asks again then asks anew. */
  private static boolean ends(Exchange exchange) {
    return exchange.status() == 200
        || exchange.status() == 201
        || exchange.json().path("type").asString("").endsWith("/gateway-not-reached")
        || (exchange.status() / 100 == 4 && !exchange.json().path("retryable").asBoolean(true));
  }
}
