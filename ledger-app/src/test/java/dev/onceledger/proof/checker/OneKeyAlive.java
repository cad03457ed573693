package dev.onceledger.proof.checker;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What reached the gateway was asked for, and under no second key while the first was alive. */
final class OneKeyAlive implements Check {
  private static final Set<String> DEAD = Set.of("CLOSED", "DECLINED");

  @Override
  public String promise() {
    return "an operation is sent under another key only when the one before can do nothing more";
  }

  @Override
  public String subject() {
    return "keys at the gateway";
  }

  @Override
  public long run(Evidence evidence, Findings findings) {
    Set<String> asked = new HashSet<>();
    evidence.events().forEach(event -> asked.add(event.text("operationId")));
    Map<String, Arrival> alive = new HashMap<>();
    for (Arrival arrival : evidence.arrivals()) {
      if (!asked.contains(arrival.operationId())) {
        findings.add(this, arrival.paymentId(), "nobody asked for " + arrival);
      }
      if (!DEAD.contains(arrival.standing())) {
        Arrival other = alive.put(arrival.operationId(), arrival);
        if (other != null) {
          findings.add(this, arrival.paymentId(), "%s beside %s".formatted(arrival, other));
        }
      }
    }
    return evidence.arrivals().size();
  }
}
