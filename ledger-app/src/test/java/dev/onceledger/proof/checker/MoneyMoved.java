package dev.onceledger.proof.checker;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the gateway did is what the events say, operation by operation and in all. */
final class MoneyMoved implements Check {
  @Override
  public String promise() {
    return "the money that moved at the gateway is what the events say";
  }

  @Override
  public String subject() {
    return "operations";
  }

  @Override
  public long run(Evidence evidence, Findings findings) {
    Map<String, List<Execution>> done = evidence.executionsByOperation();
    Set<String> known = new HashSet<>();
    evidence
        .histories()
        .forEach(
            (payment, history) -> {
              Fold fold = new Fold();
              try {
                history.forEach(fold::apply);
              } catch (Impossible e) {
                // Told by another check; what it had until there is compared.
              }
              for (Op operation : fold.books.operations) {
                known.add(operation.id);
                compare(
                    payment, fold, operation, done.getOrDefault(operation.id, List.of()), findings);
              }
            });
    evidence.executions().stream()
        .filter(execution -> !known.contains(execution.operationId()))
        .forEach(
            execution ->
                findings.add(this, execution.paymentId(), "no event tells of " + execution));
    return known.size();
  }

  private void compare(
      String payment, Fold fold, Op operation, List<Execution> executions, Findings findings) {
    long moved = executions.stream().mapToLong(Execution::minor).sum();
    String said =
        "%s %s is %s with %d %s"
            .formatted(
                operation.kind, operation.id, operation.state, operation.minor, fold.currency());
    if (!operation.isDone() && !executions.isEmpty()) {
      findings.add(this, payment, said + ", but the gateway did it: " + executions);
    } else if (operation.isDone() && moved != operation.minor) {
      findings.add(this, payment, said + ", but the gateway moved %d".formatted(moved));
    }
    executions.stream()
        .filter(
            execution ->
                !execution.kind().equals(operation.kind)
                    || !execution.currency().equals(fold.currency())
                    || !execution.paymentId().equals(payment))
        .forEach(execution -> findings.add(this, payment, said + ", but it was " + execution));
  }
}
