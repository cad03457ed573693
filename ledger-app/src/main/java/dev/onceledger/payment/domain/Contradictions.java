package dev.onceledger.payment.domain;

import dev.onceledger.api.payment.Contradiction;
import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentEvent.ContradictionFound;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What was found to contradict itself. Each is told once, however often it is seen. */
final class Contradictions {
  private record Known(
      OperationId operation, Contradiction contradiction, @Nullable GatewayReference reference) {}

  private final Set<Known> known = new HashSet<>();

  void add(ContradictionFound event) {
    known.add(new Known(event.operationId(), event.contradiction(), event.gatewayReference()));
  }

  /** The event that tells it; none if it was told before. */
  List<PaymentEvent> find(
      Contradiction contradiction,
      Operation operation,
      @Nullable GatewayReference reference,
      Evidence evidence) {
    if (known.contains(new Known(operation.id(), contradiction, reference))) {
      return List.of();
    }
    return List.of(
        new ContradictionFound(
            operation.call().paymentId(), operation.id(), contradiction, reference, evidence));
  }
}
