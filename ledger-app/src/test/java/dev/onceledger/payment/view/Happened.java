package dev.onceledger.payment.view;

import dev.onceledger.api.Fingerprint;
import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.Origin;
import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.api.payment.Contradiction;
import dev.onceledger.api.payment.DisputeStage;
import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentMethod;
import java.util.Map;
import java.util.UUID;

/** What can have happened to a payment of 100 CNY, its operations by number. */
final class Happened {
  private static final PaymentId PAYMENT =
      PaymentId.of(new Scope("shop"), new Reference("order-7001"));
  private static final GatewayName SANDBOX = new GatewayName("sandbox");
  private static final PaymentMethod CARD = new PaymentMethod("tok_ok");
  private static final Origin ORIGIN =
      new Origin(new IdempotencyKey("key"), new Fingerprint("1:" + "0".repeat(64)));
  private static final Evidence EVIDENCE = new Evidence(Evidence.Source.CALL, 1);
  static final String WHY_NOT = "why-not";

  private Happened() {}

  static OperationId id(int number) {
    return OperationId.of(new UUID(0, number));
  }

  static Money cny(long minor) {
    return new Money(minor, new CurrencyCode("CNY"));
  }

  static PaymentEvent created(CaptureMode capture) {
    return new PaymentEvent.PaymentCreated(
        PAYMENT,
        new Scope("shop"),
        new Reference("order-7001"),
        cny(100),
        capture,
        CARD,
        SANDBOX,
        "two books",
        Map.of("cart", "9"),
        id(1),
        ORIGIN);
  }

  static PaymentEvent attempt(int number, CaptureMode capture, int id) {
    return new PaymentEvent.AttemptStarted(
        PAYMENT, number, capture, CARD, SANDBOX, null, Map.of(), id(id), ORIGIN);
  }

  static PaymentEvent requested(OperationKind kind, int attempt, int id, long minor) {
    Reference name = new Reference("reference-" + id);
    Money amount = cny(minor);
    return switch (kind) {
      case CAPTURE ->
          new PaymentEvent.CaptureRequested(
              PAYMENT, attempt, name, amount, SANDBOX, id(id), ORIGIN);
      case VOID ->
          new PaymentEvent.VoidRequested(PAYMENT, attempt, name, amount, SANDBOX, id(id), ORIGIN);
      case REFUND ->
          new PaymentEvent.RefundRequested(
              PAYMENT, attempt, name, amount, "returned", SANDBOX, id(id), ORIGIN);
      case AUTHORIZE, CHARGE -> throw new IllegalArgumentException("an attempt asks for it");
    };
  }

  static PaymentEvent done(OperationKind kind, int id, long minor) {
    Money amount = cny(minor);
    GatewayReference reference = new GatewayReference("sbx_" + id);
    return switch (kind) {
      case AUTHORIZE ->
          new PaymentEvent.PaymentAuthorized(PAYMENT, id(id), amount, reference, EVIDENCE);
      case CHARGE -> new PaymentEvent.PaymentCharged(PAYMENT, id(id), amount, reference, EVIDENCE);
      case CAPTURE ->
          new PaymentEvent.PaymentCaptured(PAYMENT, id(id), amount, reference, EVIDENCE);
      case VOID -> new PaymentEvent.PaymentVoided(PAYMENT, id(id), amount, reference, EVIDENCE);
      case REFUND -> new PaymentEvent.PaymentRefunded(PAYMENT, id(id), amount, reference, EVIDENCE);
    };
  }

  static PaymentEvent declined(OperationKind kind, int id) {
    return switch (kind) {
      case AUTHORIZE, CHARGE ->
          new PaymentEvent.PaymentDeclined(PAYMENT, id(id), WHY_NOT, EVIDENCE);
      case CAPTURE -> new PaymentEvent.CaptureDeclined(PAYMENT, id(id), WHY_NOT, EVIDENCE);
      case VOID -> new PaymentEvent.VoidDeclined(PAYMENT, id(id), WHY_NOT, EVIDENCE);
      case REFUND -> new PaymentEvent.RefundDeclined(PAYMENT, id(id), WHY_NOT, EVIDENCE);
    };
  }

  static PaymentEvent failed(OperationKind kind, int id) {
    return switch (kind) {
      case AUTHORIZE, CHARGE -> new PaymentEvent.PaymentFailed(PAYMENT, id(id), WHY_NOT, EVIDENCE);
      case CAPTURE -> new PaymentEvent.CaptureFailed(PAYMENT, id(id), WHY_NOT, EVIDENCE);
      case VOID -> new PaymentEvent.VoidFailed(PAYMENT, id(id), WHY_NOT, EVIDENCE);
      case REFUND -> new PaymentEvent.RefundFailed(PAYMENT, id(id), WHY_NOT, EVIDENCE);
    };
  }

  static PaymentEvent reopened(OperationKind kind, int id, int send) {
    return new PaymentEvent.OperationReopened(
        PAYMENT, id(id), kind, SANDBOX, send, send, id(99), ORIGIN);
  }

  static PaymentEvent expired(int attempt, long minor) {
    return new PaymentEvent.PaymentExpired(PAYMENT, attempt, cny(minor), EVIDENCE);
  }

  static PaymentEvent resent(int id, int send) {
    return new PaymentEvent.OperationResent(PAYMENT, id(id), send);
  }

  static PaymentEvent closed(int voiding, int opening) {
    return new PaymentEvent.PaymentClosed(PAYMENT, id(voiding), id(opening), cny(100), EVIDENCE);
  }

  static PaymentEvent reversed(int refund, long minor) {
    return new PaymentEvent.RefundReversed(PAYMENT, id(refund), cny(minor), WHY_NOT, EVIDENCE);
  }

  static PaymentEvent learned(int id) {
    return new PaymentEvent.GatewayReferenceLearned(
        PAYMENT, id(id), new GatewayReference("sbx_true"), EVIDENCE);
  }

  static PaymentEvent resolved(int id, OperationState outcome) {
    return new PaymentEvent.OperationResolved(PAYMENT, id(id), outcome, "seen", ORIGIN);
  }

  /** A dispute about what the first operation took. */
  static PaymentEvent dispute(DisputeStage stage, String name, long minor) {
    GatewayReference dispute = new GatewayReference(name);
    Money amount = cny(minor);
    return switch (stage) {
      case OPENED ->
          new PaymentEvent.DisputeOpened(PAYMENT, id(1), dispute, amount, null, EVIDENCE);
      case WON -> new PaymentEvent.DisputeWon(PAYMENT, id(1), dispute, amount, null, EVIDENCE);
      case LOST -> new PaymentEvent.DisputeLost(PAYMENT, id(1), dispute, amount, null, EVIDENCE);
    };
  }

  static PaymentEvent contradicted(int id, Contradiction contradiction) {
    return new PaymentEvent.ContradictionFound(PAYMENT, id(id), contradiction, null, EVIDENCE);
  }
}
