package dev.onceledger.payment.domain;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.onceledger.api.Digest;
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
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentEvent.AttemptStarted;
import dev.onceledger.api.payment.PaymentEvent.CaptureDeclined;
import dev.onceledger.api.payment.PaymentEvent.CaptureFailed;
import dev.onceledger.api.payment.PaymentEvent.CaptureRequested;
import dev.onceledger.api.payment.PaymentEvent.ContradictionFound;
import dev.onceledger.api.payment.PaymentEvent.DisputeLost;
import dev.onceledger.api.payment.PaymentEvent.DisputeOpened;
import dev.onceledger.api.payment.PaymentEvent.DisputeWon;
import dev.onceledger.api.payment.PaymentEvent.OperationReopened;
import dev.onceledger.api.payment.PaymentEvent.OperationResent;
import dev.onceledger.api.payment.PaymentEvent.OperationResolved;
import dev.onceledger.api.payment.PaymentEvent.PaymentAuthorized;
import dev.onceledger.api.payment.PaymentEvent.PaymentCaptured;
import dev.onceledger.api.payment.PaymentEvent.PaymentCharged;
import dev.onceledger.api.payment.PaymentEvent.PaymentClosed;
import dev.onceledger.api.payment.PaymentEvent.PaymentCreated;
import dev.onceledger.api.payment.PaymentEvent.PaymentDeclined;
import dev.onceledger.api.payment.PaymentEvent.PaymentExpired;
import dev.onceledger.api.payment.PaymentEvent.PaymentFailed;
import dev.onceledger.api.payment.PaymentEvent.PaymentRefunded;
import dev.onceledger.api.payment.PaymentEvent.PaymentVoided;
import dev.onceledger.api.payment.PaymentEvent.RefundDeclined;
import dev.onceledger.api.payment.PaymentEvent.RefundFailed;
import dev.onceledger.api.payment.PaymentEvent.RefundRequested;
import dev.onceledger.api.payment.PaymentEvent.RefundReversed;
import dev.onceledger.api.payment.PaymentEvent.VoidDeclined;
import dev.onceledger.api.payment.PaymentEvent.VoidFailed;
import dev.onceledger.api.payment.PaymentEvent.VoidRequested;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentMethod;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The words in which a payment's history is told: a payment of 100 CNY, its operations by name, and
 * what happened to them.
 */
final class Story {
  static final Scope SHOP = new Scope("shop");
  static final Reference ORDER = new Reference("order-7001");
  static final PaymentId PAYMENT = PaymentId.of(SHOP, ORDER);
  static final GatewayName SANDBOX = new GatewayName("sandbox");
  static final PaymentMethod CARD = new PaymentMethod("tok_ok");
  static final Money WHOLE = cny(100);

  /** Authorizes or charges in the attempt of that number. */
  static final OperationId OPENING = operation(1);

  static final OperationId OPENING_2 = operation(2);
  static final OperationId CAPTURE_A = operation(11);
  static final OperationId CAPTURE_B = operation(12);
  static final OperationId VOID_A = operation(21);
  static final OperationId VOID_B = operation(22);
  static final OperationId REFUND_A = operation(31);
  static final OperationId REFUND_B = operation(32);
  static final OperationId REFUND_C = operation(33);

  /** A later try of a request. */
  static final OperationId ANOTHER_TRY = operation(91);

  static final OperationId A_THIRD_TRY = operation(92);

  private Story() {}

  static Money cny(long minor) {
    return new Money(minor, new CurrencyCode("CNY"));
  }

  static Money jpy(long minor) {
    return new Money(minor, new CurrencyCode("JPY"));
  }

  private static OperationId operation(int number) {
    return OperationId.of(new UUID(0, number));
  }

  /** The reference that the request of this operation gives it. */
  static Reference referenceOf(OperationId operation) {
    return new Reference("reference-of-" + operation);
  }

  static Origin originOf(OperationId operation) {
    return origin("key-of-" + operation, "content-of-" + operation);
  }

  static Origin origin(String key, String content) {
    String hash = HexFormat.of().formatHex(Digest.sha256(content.getBytes(UTF_8)));
    return new Origin(new IdempotencyKey(key), new Fingerprint("1:" + hash));
  }

  /** What the gateway calls what it did. */
  static GatewayReference at(OperationId operation) {
    return new GatewayReference("sbx_" + operation);
  }

  /** What the gateway calls it when it does the same once more. */
  static GatewayReference twin(OperationId operation) {
    return new GatewayReference("sbx_twin_of_" + operation);
  }

  static Evidence seenOnSend(int send) {
    return new Evidence(Evidence.Source.CALL, send);
  }

  static Evidence inquired(int send) {
    return new Evidence(Evidence.Source.INQUIRY, send);
  }

  static Evidence notified(int send) {
    return new Evidence(Evidence.Source.NOTIFICATION, send);
  }

  static Evidence decidedByAPerson(int send) {
    return new Evidence(Evidence.Source.OPERATOR, send);
  }

  /** What the gateway is told first about an authorization or charge. */
  static GatewayCall opening(OperationId operation, OperationKind kind, Money amount) {
    return call(operation, kind, amount, CARD, null);
  }

  /** What the gateway is told first about a capture, void or refund of an attempt. */
  static GatewayCall following(
      OperationId operation, OperationKind kind, long minor, OperationId opening) {
    return call(operation, kind, cny(minor), null, at(opening));
  }

  private static GatewayCall call(
      OperationId operation,
      OperationKind kind,
      Money amount,
      @Nullable PaymentMethod method,
      @Nullable GatewayReference target) {
    return new GatewayCall(PAYMENT, operation, kind, SANDBOX, 1, 1, amount, method, target, null);
  }

  // ---- intents

  static PaymentEvent created(CaptureMode capture) {
    return created(capture, WHOLE);
  }

  static PaymentEvent created(CaptureMode capture, Money amount) {
    return new PaymentCreated(
        PAYMENT,
        SHOP,
        ORDER,
        amount,
        capture,
        CARD,
        SANDBOX,
        null,
        Map.of(),
        OPENING,
        originOf(OPENING));
  }

  static PaymentEvent attempt2(CaptureMode capture) {
    return new AttemptStarted(
        PAYMENT, 2, capture, CARD, SANDBOX, null, Map.of(), OPENING_2, originOf(OPENING_2));
  }

  static PaymentEvent captureRequested(OperationId operation, long minor) {
    return captureRequested(1, operation, cny(minor));
  }

  static PaymentEvent captureRequested(int attempt, OperationId operation, Money amount) {
    return new CaptureRequested(
        PAYMENT, attempt, referenceOf(operation), amount, SANDBOX, operation, originOf(operation));
  }

  static PaymentEvent voidRequested(OperationId operation, long minor) {
    return voidRequested(1, operation, minor);
  }

  static PaymentEvent voidRequested(int attempt, OperationId operation, long minor) {
    return new VoidRequested(
        PAYMENT,
        attempt,
        referenceOf(operation),
        cny(minor),
        SANDBOX,
        operation,
        originOf(operation));
  }

  static PaymentEvent refundRequested(OperationId operation, long minor) {
    return refundRequested(1, operation, cny(minor));
  }

  static PaymentEvent refundRequested(int attempt, OperationId operation, Money amount) {
    return new RefundRequested(
        PAYMENT,
        attempt,
        referenceOf(operation),
        amount,
        null,
        SANDBOX,
        operation,
        originOf(operation));
  }

  /** The operation is sent for the second time. */
  static PaymentEvent reopened(OperationId operation, OperationKind kind, OperationId by) {
    return reopened(operation, kind, 2, by);
  }

  static PaymentEvent reopened(
      OperationId operation, OperationKind kind, int send, OperationId by) {
    return new OperationReopened(
        PAYMENT, operation, kind, SANDBOX, send, send, by, originOf(operation));
  }

  // ---- successes

  static PaymentEvent authorized(OperationId operation) {
    return new PaymentAuthorized(PAYMENT, operation, WHOLE, at(operation), seenOnSend(1));
  }

  static PaymentEvent charged(OperationId operation) {
    return charged(operation, WHOLE);
  }

  static PaymentEvent charged(OperationId operation, Money amount) {
    return new PaymentCharged(PAYMENT, operation, amount, at(operation), seenOnSend(1));
  }

  static PaymentEvent captured(OperationId operation, long minor) {
    return new PaymentCaptured(PAYMENT, operation, cny(minor), at(operation), seenOnSend(1));
  }

  static PaymentEvent voided(OperationId operation, long minor) {
    return new PaymentVoided(PAYMENT, operation, cny(minor), at(operation), seenOnSend(1));
  }

  static PaymentEvent refunded(OperationId operation, long minor) {
    return new PaymentRefunded(PAYMENT, operation, cny(minor), at(operation), seenOnSend(1));
  }

  static PaymentEvent expired(int attempt, long minor) {
    return new PaymentExpired(PAYMENT, attempt, cny(minor), seenOnSend(1));
  }

  // ---- refusals

  static final String NO_FUNDS = "insufficient-funds";
  static final String NOT_REACHED = "gateway-not-reached";

  static PaymentEvent declined(OperationKind kind, OperationId operation) {
    return switch (kind) {
      case AUTHORIZE, CHARGE -> new PaymentDeclined(PAYMENT, operation, NO_FUNDS, seenOnSend(1));
      case CAPTURE -> new CaptureDeclined(PAYMENT, operation, NO_FUNDS, seenOnSend(1));
      case VOID -> new VoidDeclined(PAYMENT, operation, NO_FUNDS, seenOnSend(1));
      case REFUND -> new RefundDeclined(PAYMENT, operation, NO_FUNDS, seenOnSend(1));
    };
  }

  static PaymentEvent failed(OperationKind kind, OperationId operation) {
    return failed(kind, operation, 1);
  }

  static PaymentEvent failed(OperationKind kind, OperationId operation, int send) {
    Evidence evidence = seenOnSend(send);
    return switch (kind) {
      case AUTHORIZE, CHARGE -> new PaymentFailed(PAYMENT, operation, NOT_REACHED, evidence);
      case CAPTURE -> new CaptureFailed(PAYMENT, operation, NOT_REACHED, evidence);
      case VOID -> new VoidFailed(PAYMENT, operation, NOT_REACHED, evidence);
      case REFUND -> new RefundFailed(PAYMENT, operation, NOT_REACHED, evidence);
    };
  }

  /** The void was done before there was anything to let go. */
  static PaymentEvent closed(OperationId voiding, OperationId opening) {
    return new PaymentClosed(PAYMENT, voiding, opening, WHOLE, seenOnSend(1));
  }

  // ---- what comes later

  static final GatewayReference DISPUTE_A = new GatewayReference("sbx_dispute_a");
  static final GatewayReference DISPUTE_B = new GatewayReference("sbx_dispute_b");
  static final String SENT_BACK = "account-closed";

  static PaymentEvent resent(OperationId operation, int send) {
    return new OperationResent(PAYMENT, operation, send);
  }

  static PaymentEvent reversed(OperationId refund, long minor) {
    return new RefundReversed(PAYMENT, refund, cny(minor), SENT_BACK, notified(1));
  }

  static PaymentEvent resolved(OperationId operation, OperationState outcome, OperationId by) {
    return new OperationResolved(PAYMENT, operation, outcome, "seen in the books", originOf(by));
  }

  static PaymentEvent dispute(DisputeStage stage, GatewayReference dispute, long minor) {
    return dispute(stage, dispute, minor, null);
  }

  /** A dispute about what the opening took. */
  static PaymentEvent dispute(
      DisputeStage stage, GatewayReference dispute, long minor, @Nullable Integer version) {
    return dispute(stage, OPENING, dispute, minor, version);
  }

  static PaymentEvent dispute(
      DisputeStage stage,
      OperationId of,
      GatewayReference dispute,
      long minor,
      @Nullable Integer version) {
    Evidence evidence = notified(1);
    return switch (stage) {
      case OPENED -> new DisputeOpened(PAYMENT, of, dispute, cny(minor), version, evidence);
      case WON -> new DisputeWon(PAYMENT, of, dispute, cny(minor), version, evidence);
      case LOST -> new DisputeLost(PAYMENT, of, dispute, cny(minor), version, evidence);
    };
  }

  /** Found when the gateway answered the first send. */
  static PaymentEvent contradicted(OperationId operation, Contradiction contradiction) {
    return contradicted(operation, contradiction, at(operation), seenOnSend(1));
  }

  static PaymentEvent contradicted(
      OperationId operation,
      Contradiction contradiction,
      @Nullable GatewayReference reference,
      Evidence evidence) {
    return new ContradictionFound(PAYMENT, operation, contradiction, reference, evidence);
  }

  // ---- whole histories

  static List<PaymentEvent> aChargedPayment() {
    return List.of(created(CaptureMode.AUTOMATIC), charged(OPENING));
  }

  static List<PaymentEvent> anAuthorizedPayment() {
    return List.of(created(CaptureMode.MANUAL), authorized(OPENING));
  }

  static List<PaymentEvent> aDeclinedPayment() {
    return List.of(created(CaptureMode.AUTOMATIC), declined(OperationKind.CHARGE, OPENING));
  }

  static List<PaymentEvent> aFailedPayment() {
    return List.of(created(CaptureMode.AUTOMATIC), failed(OperationKind.CHARGE, OPENING));
  }

  static List<PaymentEvent> aVoidedPayment() {
    return List.of(
        created(CaptureMode.MANUAL),
        authorized(OPENING),
        voidRequested(VOID_A, 100),
        voided(VOID_A, 100));
  }

  static List<PaymentEvent> anExpiredPayment() {
    return List.of(created(CaptureMode.MANUAL), authorized(OPENING), expired(1, 100));
  }

  static List<PaymentEvent> aClosedPayment(CaptureMode capture) {
    return List.of(created(capture), voidRequested(VOID_A, 100), closed(VOID_A, OPENING));
  }
}
