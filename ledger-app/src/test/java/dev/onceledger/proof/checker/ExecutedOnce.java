package dev.onceledger.proof.checker;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The gateway did each business operation once at most, and once if any answer said so. */
final class ExecutedOnce implements Check {
  @Override
  public String promise() {
    return "a business operation is executed at most once, and once if any answer said so";
  }

  @Override
  public String subject() {
    return "executions";
  }

  @Override
  public long run(Evidence evidence, Findings findings) {
    Map<String, List<Execution>> done = evidence.executionsByOperation();
    done.forEach(
        (operation, executions) -> {
          if (executions.size() > 1) {
            String payment = executions.get(0).paymentId();
            findings.add(
                this, payment, "%s was executed twice: %s".formatted(operation, executions));
          }
        });
    paidInOneAttempt(evidence, findings);
    said(evidence, done.keySet(), findings);
    return evidence.executions().size();
  }

  /** The same order is one business operation, however many attempts are made to pay it. */
  private void paidInOneAttempt(Evidence evidence, Findings findings) {
    Map<String, Long> attempts = new HashMap<>();
    for (Event event : evidence.events()) {
      if (event.type().equals("PaymentCreated")) {
        attempts.put(event.text("operationId"), 1L);
      } else if (!event.text("operationId").isEmpty() && event.number("attempt") > 0) {
        attempts.put(event.text("operationId"), event.number("attempt"));
      }
    }
    Map<String, Long> paid = new HashMap<>();
    for (Execution execution : evidence.executions()) {
      Long attempt = attempts.get(execution.operationId());
      if (attempt == null) {
        findings.add(this, execution.paymentId(), "nobody asked for " + execution);
      } else if (execution.kind().equals("CHARGE") || execution.kind().equals("CAPTURE")) {
        Long before = paid.putIfAbsent(execution.paymentId(), attempt);
        if (before != null && !before.equals(attempt)) {
          findings.add(this, execution.paymentId(), "it was paid in two attempts: " + execution);
        }
      }
    }
  }

  private void said(Evidence evidence, Set<String> done, Findings findings) {
    Set<String> told = new HashSet<>();
    for (Exchange exchange : evidence.exchanges()) {
      if (!exchange.showsPayment()) {
        continue;
      }
      JsonNode payment = exchange.json();
      for (JsonNode operation : payment.path("operations")) {
        String id = operation.path("id").asString();
        boolean isDone =
            operation.path("state").asString().equals("SUCCEEDED")
                && !operation.path("reason").asString("").equals("closed-before-payment");
        if (isDone && !done.contains(id) && told.add(id)) {
          findings.add(
              this,
              payment.path("id").asString(),
              "%s was said to be done, and never was: %s".formatted(id, exchange));
        }
      }
    }
  }
}
