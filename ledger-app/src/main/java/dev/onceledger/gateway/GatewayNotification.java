package dev.onceledger.gateway;

import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway told of its own accord, its signature checked.
 *
 * @param eventId the gateway's name for it: a repeat has the same
 * @param operationId the operation that it is about, if the gateway tells
 * @param gatewayReference the gateway's name for the authorization, charge, capture, void or refund
 *     that it is about. One of the two is present, unless it is IRRELEVANT
 * @param dispute the gateway's name for the dispute; present for the three about disputes
 * @param amount what moved, or is disputed; present for SUCCEEDED and the three about disputes
 * @param version counts what the gateway told about the operation, from 1; null if it does not
 *     count
 * @param occurredAt by the gateway's clock
 */
public record GatewayNotification(
    String eventId,
    Kind kind,
    @Nullable OperationId operationId,
    @Nullable GatewayReference gatewayReference,
    @Nullable GatewayReference dispute,
    @Nullable Money amount,
    @Nullable Integer version,
    Instant occurredAt) {

  /** What can be told. */
  public enum Kind {
    SUCCEEDED,
    DECLINED,
    FAILED,
    CLOSED,
    DISPUTE_OPENED,
    DISPUTE_WON,
    DISPUTE_LOST,
    /** Something changed that only an inquiry tells. */
    CHANGED,
    /** Signed and readable, and about nothing that the ledger follows. */
    IRRELEVANT;

    public boolean isDispute() {
      return this == DISPUTE_OPENED || this == DISPUTE_WON || this == DISPUTE_LOST;
    }
  }
}
