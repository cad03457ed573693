package dev.onceledger.payment.drive;

import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.PaymentEvent.Intent;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.idempotency.EventMetadata;
import dev.onceledger.idempotency.IdempotentRequest;
import java.util.Optional;
import org.axonframework.eventsourcing.eventstore.EventStore;

/** The requests behind operations, from the events: they need no idempotency record. */
public final class Intents {
  private final EventStore events;

  public Intents(EventStore events) {
    this.events = events;
  }

  /** The request that asked for the latest send of an operation. */
  public Optional<IdempotentRequest> requestOf(PaymentId paymentId, OperationId operationId) {
    return events
        .readEvents(paymentId.value())
        .asStream()
        .filter(
            event ->
                event.getPayload() instanceof Intent intent
                    && intent.operationId().equals(operationId))
        .reduce((earlier, later) -> later)
        .map(event -> EventMetadata.requestOf(event.getMetaData()));
  }
}
