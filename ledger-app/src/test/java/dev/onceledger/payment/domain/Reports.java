package dev.onceledger.payment.domain;

import static dev.onceledger.payment.domain.Story.NOT_REACHED;
import static dev.onceledger.payment.domain.Story.NO_FUNDS;
import static dev.onceledger.payment.domain.Story.OPENING;
import static dev.onceledger.payment.domain.Story.PAYMENT;
import static dev.onceledger.payment.domain.Story.SENT_BACK;
import static dev.onceledger.payment.domain.Story.at;
import static dev.onceledger.payment.domain.Story.cny;
import static dev.onceledger.payment.domain.Story.notified;
import static dev.onceledger.payment.domain.Story.seenOnSend;

import dev.onceledger.api.payment.DisputeStage;
import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.RecordDispute;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.api.payment.PaymentCommand.RecordReversal;
import org.jspecify.annotations.Nullable;

/** What a gateway says, as the command that records it. */
final class Reports {
  private Reports() {}

  static PaymentCommand theGatewayDid(OperationId operation) {
    return theGatewayDid(operation, at(operation), seenOnSend(1));
  }

  static PaymentCommand theGatewayDid(
      OperationId operation, GatewayReference reference, Evidence evidence) {
    return new RecordOutcome(
        PAYMENT, operation, OperationState.SUCCEEDED, reference, null, evidence);
  }

  static PaymentCommand theGatewayDeclined(OperationId operation, int send) {
    return theGatewayDeclined(operation, seenOnSend(send));
  }

  static PaymentCommand theGatewayDeclined(OperationId operation, Evidence evidence) {
    return new RecordOutcome(PAYMENT, operation, OperationState.DECLINED, null, NO_FUNDS, evidence);
  }

  static PaymentCommand theGatewayNeverHeardOf(OperationId operation, int send) {
    return theGatewayNeverHeardOf(operation, seenOnSend(send));
  }

  static PaymentCommand theGatewayNeverHeardOf(OperationId operation, Evidence evidence) {
    return new RecordOutcome(
        PAYMENT, operation, OperationState.FAILED, null, NOT_REACHED, evidence);
  }

  static PaymentCommand theGatewayTookBack(OperationId operation) {
    return new RecordReversal(PAYMENT, operation, SENT_BACK, notified(1));
  }

  static PaymentCommand theBank(DisputeStage stage, GatewayReference dispute, long minor) {
    return theBank(stage, dispute, minor, null);
  }

  /** A dispute about what the opening took. */
  static PaymentCommand theBank(
      DisputeStage stage, GatewayReference dispute, long minor, @Nullable Integer version) {
    return theBank(stage, OPENING, dispute, minor, version);
  }

  static PaymentCommand theBank(
      DisputeStage stage,
      OperationId of,
      GatewayReference dispute,
      long minor,
      @Nullable Integer version) {
    return new RecordDispute(PAYMENT, of, stage, dispute, cny(minor), version, notified(1));
  }
}
