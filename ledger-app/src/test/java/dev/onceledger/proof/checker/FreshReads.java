package dev.onceledger.proof.checker;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whoever was told of a version sees at least that one, at whichever node. */
final class FreshReads implements Check {
  @Override
  public String promise() {
    return "a read shows at least what any answer before it told, at any node";
  }

  @Override
  public String subject() {
    return "reads";
  }

  private record Told(Instant at, long version) {}

  @Override
  public long run(Evidence evidence, Findings findings) {
    Map<String, List<Told>> told = new HashMap<>();
    for (Exchange exchange : evidence.exchanges()) {
      if (exchange.showsPayment()) {
        told.computeIfAbsent(exchange.json().path("id").asString(), id -> new ArrayList<>())
            .add(new Told(exchange.ended(), exchange.json().path("version").asLong()));
      }
    }
    long reads = 0;
    for (Exchange read : evidence.exchanges()) {
      String payment = read.path().replace("/v1/payments/", "");
      if (!read.method().equals("GET") || !told.containsKey(payment)) {
        continue;
      }
      reads++;
      long known =
          told.get(payment).stream()
              .filter(before -> before.at().isBefore(read.sent()))
              .mapToLong(Told::version)
              .max()
              .orElse(0);
      boolean isFresh =
          read.status() == 404
              ? known == 0
              : read.status() != 200 || read.json().path("version").asLong() >= known;
      if (!isFresh) {
        findings.add(this, payment, "version %d was told before %s".formatted(known, read));
      }
    }
    return reads;
  }
}
