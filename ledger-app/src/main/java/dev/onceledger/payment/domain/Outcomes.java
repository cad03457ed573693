package dev.onceledger.payment.domain;

import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentEvent.CaptureDeclined;
import dev.onceledger.api.payment.PaymentEvent.CaptureFailed;
import dev.onceledger.api.payment.PaymentEvent.PaymentAuthorized;
import dev.onceledger.api.payment.PaymentEvent.PaymentCaptured;
import dev.onceledger.api.payment.PaymentEvent.PaymentCharged;
import dev.onceledger.api.payment.PaymentEvent.PaymentDeclined;
import dev.onceledger.api.payment.PaymentEvent.PaymentFailed;
import dev.onceledger.api.payment.PaymentEvent.PaymentRefunded;
import dev.onceledger.api.payment.PaymentEvent.PaymentVoided;
import dev.onceledger.api.payment.PaymentEvent.RefundDeclined;
import dev.onceledger.api.payment.PaymentEvent.RefundFailed;
import dev.onceledger.api.payment.PaymentEvent.VoidDeclined;
import dev.onceledger.api.payment.PaymentEvent.VoidFailed;
import dev.onceledger.api.payment.PaymentId;
import java.util.Objects;

/** Which event tells what became of which kind of operation. */
final class Outcomes {
  private Outcomes() {}

  static PaymentEvent event(Operation operation, RecordOutcome outcome) {
    return switch (outcome.outcome()) {
      case SUCCEEDED -> succeeded(operation, outcome);
      case DECLINED -> declined(operation.kind(), outcome, reason(outcome));
      case FAILED -> failed(operation.kind(), outcome, reason(outcome));
      case PROCESSING -> throw new IllegalArgumentException("PROCESSING is no outcome");
    };
  }

  private static PaymentEvent succeeded(Operation operation, RecordOutcome outcome) {
    PaymentId payment = outcome.paymentId();
    OperationId id = operation.id();
    Money amount = operation.call().amount();
    Evidence evidence = outcome.evidence();
    GatewayReference reference =
        Objects.requireNonNull(outcome.gatewayReference(), "a success has a gateway reference");
    return switch (operation.kind()) {
      case AUTHORIZE -> new PaymentAuthorized(payment, id, amount, reference, evidence);
      case CHARGE -> new PaymentCharged(payment, id, amount, reference, evidence);
      case CAPTURE -> new PaymentCaptured(payment, id, amount, reference, evidence);
      case VOID -> new PaymentVoided(payment, id, amount, reference, evidence);
      case REFUND -> new PaymentRefunded(payment, id, amount, reference, evidence);
    };
  }

  private static PaymentEvent declined(OperationKind kind, RecordOutcome outcome, String reason) {
    PaymentId payment = outcome.paymentId();
    OperationId id = outcome.operationId();
    Evidence evidence = outcome.evidence();
    return switch (kind) {
      case AUTHORIZE, CHARGE -> new PaymentDeclined(payment, id, reason, evidence);
      case CAPTURE -> new CaptureDeclined(payment, id, reason, evidence);
      case VOID -> new VoidDeclined(payment, id, reason, evidence);
      case REFUND -> new RefundDeclined(payment, id, reason, evidence);
    };
  }

  private static PaymentEvent failed(OperationKind kind, RecordOutcome outcome, String reason) {
    PaymentId payment = outcome.paymentId();
    OperationId id = outcome.operationId();
    Evidence evidence = outcome.evidence();
    return switch (kind) {
      case AUTHORIZE, CHARGE -> new PaymentFailed(payment, id, reason, evidence);
      case CAPTURE -> new CaptureFailed(payment, id, reason, evidence);
      case VOID -> new VoidFailed(payment, id, reason, evidence);
      case REFUND -> new RefundFailed(payment, id, reason, evidence);
    };
  }

  private static String reason(RecordOutcome outcome) {
    return Objects.requireNonNull(outcome.reason(), "a negative outcome has a reason");
  }

  /** A negative outcome counts only for the send that it was observed on. */
  static boolean isStale(Operation operation, RecordOutcome outcome) {
    if (outcome.outcome() == OperationState.SUCCEEDED) {
      return operation.state() == OperationState.SUCCEEDED;
    }
    return !operation.isProcessing() || outcome.evidence().send() != operation.call().send();
  }
}
