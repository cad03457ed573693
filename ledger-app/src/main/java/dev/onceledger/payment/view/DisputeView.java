package dev.onceledger.payment.view;

import dev.onceledger.api.payment.DisputeStage;
import dev.onceledger.api.payment.PaymentEvent.Dispute;
import dev.onceledger.api.payment.PaymentEvent.DisputeLost;
import dev.onceledger.api.payment.PaymentEvent.DisputeOpened;
import java.time.Instant;

/** A dispute as clients read it, at its latest stage. */
record DisputeView(
    String id, String operationId, DisputeStage state, MoneyView amount, Instant updatedAt) {

  static DisputeView of(Dispute event, Instant at) {
    return new DisputeView(
        event.dispute().value(),
        event.operationId().value(),
        stage(event),
        MoneyView.of(event.amount()),
        at);
  }

  private static DisputeStage stage(Dispute event) {
    if (event instanceof DisputeOpened) {
      return DisputeStage.OPENED;
    }
    return event instanceof DisputeLost ? DisputeStage.LOST : DisputeStage.WON;
  }
}
