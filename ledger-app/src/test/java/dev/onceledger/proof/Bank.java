package dev.onceledger.proof;

import dev.onceledger.proof.checker.Exchange;
import dev.onceledger.support.Signed;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** A payer's bank: it disputes a part of what was captured, and wins or loses at once. */
final class Bank {
  private static final String PATH = "/v1/gateways/sandbox/notifications";

  private final Visitor visitor;
  private final String secret;
  private final AtomicInteger disputes = new AtomicInteger();

  Bank(Visitor visitor, String secret) {
    this.visitor = visitor;
    this.secret = secret;
  }

  /** Disputes a payment of which something is captured. */
  void dispute(String payment, int node) {
    Exchange shown = visitor.get(node, payment);
    for (JsonNode operation : Answers.json(shown).path("operations")) {
      String kind = operation.path("kind").asString();
      if (operation.path("state").asString().equals("SUCCEEDED")
          && (kind.equals("CHARGE") || kind.equals("CAPTURE"))) {
        int number = disputes.incrementAndGet();
        tell(node, operation, number, "DISPUTE_OPENED", 1);
        if (number % 3 > 0) {
          tell(node + 1, operation, number, number % 3 == 1 ? "DISPUTE_WON" : "DISPUTE_LOST", 2);
        }
        return;
      }
    }
  }

  private void tell(int node, JsonNode operation, int number, String outcome, int version) {
    long minor = 1 + operation.path("amount").path("minor").asLong() / 2;
    String body =
        """
        {"id":"evt_dispute_%d_%d","operationId":"%s","gatewayReference":"sbx_dispute_%d","outcome":"%s",\
        "amount":{"minor":%d,"currency":"%s"},"version":%d,"occurredAt":"%s"}"""
            .formatted(
                number,
                version,
                operation.path("id").asString(),
                number,
                outcome,
                minor,
                operation.path("amount").path("currency").asString(),
                100 + version,
                Instant.now());
    visitor.tell(node, PATH, body, Signed.header(secret, Instant.now().getEpochSecond(), body));
  }
}
