package dev.onceledger.platform;

import dev.onceledger.api.Fingerprint;
import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.Origin;
import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.api.payment.Contradiction;
import dev.onceledger.api.payment.Evidence;
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
import dev.onceledger.api.payment.PaymentEvent.GatewayReferenceLearned;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One event of each type, and one more of each type that has optional components. */
final class EventSamples {
  /**
   * An event, and what it means.
   *
   * @param without the optional component that it has no value for; null if it has all
   */
  record Sample(PaymentEvent event, @Nullable String without, String meaning) {
    String name() {
      String type = event.getClass().getSimpleName();
      return without == null ? type : type + "-without-" + without;
    }

    String title() {
      String type = event.getClass().getSimpleName();
      return without == null ? type : type + " without " + without;
    }

    String anchor() {
      return title().toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    @Override
    public String toString() {
      return name();
    }
  }

  private static final Scope SHOP = new Scope("shop");
  private static final Reference ORDER = new Reference("order-7001");
  private static final PaymentId PAYMENT = PaymentId.of(SHOP, ORDER);
  private static final GatewayName SANDBOX = new GatewayName("sandbox");
  private static final PaymentMethod CARD = new PaymentMethod("tok_ok");
  private static final Money WHOLE = cny(1999);
  private static final Money PART = cny(500);
  private static final OperationId OPENING = operation(1);
  private static final OperationId OPENING_2 = operation(2);
  private static final OperationId CAPTURE = operation(3);
  private static final OperationId VOID = operation(4);
  private static final OperationId REFUND = operation(5);
  private static final OperationId LATER_TRY = operation(6);
  private static final Evidence CALLED = new Evidence(Evidence.Source.CALL, 1);
  private static final Evidence INQUIRED = new Evidence(Evidence.Source.INQUIRY, 2);
  private static final Evidence NOTIFIED = new Evidence(Evidence.Source.NOTIFICATION, 1);
  private static final GatewayReference DISPUTE = at("dispute");
  private static final String DECLINED = "insufficient-funds";
  private static final String NOT_REACHED = "gateway-not-reached";

  static final List<Sample> ALL =
      List.of(
          sample(
              created("two books", Map.of("cart", "9")),
              "A payment is begun; its first attempt is about to be authorized or charged."),
          without("description", created(null, Map.of())),
          sample(
              attemptStarted("two books"),
              "Another attempt is begun, after the one before ended without effect."),
          without("description", attemptStarted(null)),
          sample(
              new CaptureRequested(
                  PAYMENT,
                  1,
                  new Reference("parcel-1"),
                  PART,
                  SANDBOX,
                  CAPTURE,
                  origin("key-capture")),
              "Money that is authorized is about to be captured."),
          sample(
              new VoidRequested(
                  PAYMENT, 1, new Reference("cancel-1"), WHOLE, SANDBOX, VOID, origin("key-void")),
              "What is authorized and not captured is about to be let go."),
          sample(refundRequested("returned"), "Money that was captured is about to be given back."),
          without("reason", refundRequested(null)),
          sample(
              new OperationReopened(
                  PAYMENT,
                  OPENING,
                  OperationKind.CHARGE,
                  SANDBOX,
                  2,
                  2,
                  LATER_TRY,
                  origin("key-payment")),
              "A failed operation is about to be sent again, under the next generation of its key."),
          sample(
              new PaymentAuthorized(PAYMENT, OPENING, WHOLE, at("auth"), CALLED),
              "The gateway has reserved the money."),
          sample(
              new PaymentCharged(PAYMENT, OPENING, WHOLE, at("charge"), INQUIRED),
              "The gateway has authorized and captured the money at once."),
          sample(
              new PaymentCaptured(PAYMENT, CAPTURE, PART, at("capture"), CALLED),
              "The gateway has captured money that was authorized."),
          sample(
              new PaymentVoided(PAYMENT, VOID, WHOLE, at("void"), CALLED),
              "The gateway has let go what was authorized."),
          sample(
              new PaymentRefunded(PAYMENT, REFUND, PART, at("refund"), NOTIFIED),
              "The gateway has given the money back."),
          sample(
              new PaymentDeclined(PAYMENT, OPENING, DECLINED, CALLED),
              "The gateway has declined to authorize or charge."),
          sample(
              new PaymentFailed(PAYMENT, OPENING, NOT_REACHED, INQUIRED),
              "It is certain that the gateway did not authorize or charge, and will not."),
          sample(
              new CaptureDeclined(PAYMENT, CAPTURE, DECLINED, CALLED),
              "The gateway has declined to capture."),
          sample(
              new CaptureFailed(PAYMENT, CAPTURE, NOT_REACHED, INQUIRED),
              "It is certain that the gateway did not capture, and will not."),
          sample(
              new VoidDeclined(PAYMENT, VOID, DECLINED, CALLED),
              "The gateway has declined to void."),
          sample(
              new VoidFailed(PAYMENT, VOID, NOT_REACHED, INQUIRED),
              "It is certain that the gateway did not void, and will not."),
          sample(
              new RefundDeclined(PAYMENT, REFUND, DECLINED, CALLED),
              "The gateway has declined to refund."),
          sample(
              new RefundFailed(
                  PAYMENT, REFUND, "resolved-by-hand", new Evidence(Evidence.Source.OPERATOR, 1)),
              "It is certain that the gateway did not refund, and will not."),
          sample(
              new GatewayReferenceLearned(PAYMENT, OPENING, at("charge"), INQUIRED),
              "The gateway's name for a success that had been recorded without it is known now."),
          sample(
              new PaymentExpired(PAYMENT, 1, WHOLE, INQUIRED),
              "What was authorized and not captured can no longer be captured."),
          sample(
              new OperationResent(PAYMENT, OPENING, 2),
              "An operation in doubt is about to be sent again, under the same key."),
          sample(
              new PaymentClosed(PAYMENT, VOID, OPENING, WHOLE, INQUIRED),
              "A void has closed at the gateway what was not decided yet: it will never be paid."),
          sample(
              new RefundReversed(PAYMENT, REFUND, PART, "expired-card", NOTIFIED),
              "The gateway has taken back a refund that it had reported as done."),
          sample(
              new OperationResolved(
                  PAYMENT,
                  OPENING,
                  OperationState.SUCCEEDED,
                  "seen in the gateway's books",
                  origin("key-resolution")),
              "An operator has decided what became of an operation; the outcome follows."),
          sample(
              new DisputeOpened(PAYMENT, OPENING, DISPUTE, PART, 1, NOTIFIED),
              "The payer's bank disputes money that was captured; it cannot be refunded meanwhile."),
          without("version", new DisputeOpened(PAYMENT, OPENING, DISPUTE, PART, null, NOTIFIED)),
          sample(
              new DisputeWon(PAYMENT, OPENING, DISPUTE, PART, 2, NOTIFIED),
              "A dispute has ended, and the money was kept."),
          without("version", new DisputeWon(PAYMENT, OPENING, DISPUTE, PART, null, NOTIFIED)),
          sample(
              new DisputeLost(PAYMENT, OPENING, DISPUTE, PART, 2, NOTIFIED),
              "A dispute has ended, and the money was charged back."),
          without("version", new DisputeLost(PAYMENT, OPENING, DISPUTE, PART, null, NOTIFIED)),
          sample(
              new ContradictionFound(
                  PAYMENT, OPENING, Contradiction.SECOND_SUCCESS, at("charge-2"), INQUIRED),
              "What is known cannot all be right; a person should look at it."),
          without(
              "gatewayReference",
              new ContradictionFound(
                  PAYMENT, OPENING, Contradiction.REFUSAL_AFTER_SUCCESS, null, INQUIRED)));

  private EventSamples() {}

  private static Sample sample(PaymentEvent event, String meaning) {
    return new Sample(event, null, meaning);
  }

  private static Sample without(String component, PaymentEvent event) {
    return new Sample(event, component, "The same, where nobody gave a " + component + ".");
  }

  private static PaymentEvent created(@Nullable String description, Map<String, String> metadata) {
    return new PaymentCreated(
        PAYMENT,
        SHOP,
        ORDER,
        WHOLE,
        CaptureMode.AUTOMATIC,
        CARD,
        SANDBOX,
        description,
        metadata,
        OPENING,
        origin("key-payment"));
  }

  private static PaymentEvent attemptStarted(@Nullable String description) {
    return new AttemptStarted(
        PAYMENT,
        2,
        CaptureMode.MANUAL,
        new PaymentMethod("tok_other"),
        SANDBOX,
        description,
        Map.of("cart", "9"),
        OPENING_2,
        origin("key-attempt-2"));
  }

  private static PaymentEvent refundRequested(@Nullable String reason) {
    return new RefundRequested(
        PAYMENT, 1, new Reference("return-1"), PART, reason, SANDBOX, REFUND, origin("key-refund"));
  }

  private static Money cny(long minor) {
    return new Money(minor, new CurrencyCode("CNY"));
  }

  private static OperationId operation(int number) {
    return OperationId.of(new UUID(0x0190d3f2c4b87a5eL, 0x9d1c2b3a4f5e6d00L + number));
  }

  private static Origin origin(String key) {
    return new Origin(
        new IdempotencyKey(key), new Fingerprint("1:" + "0123456789abcdef".repeat(4)));
  }

  private static GatewayReference at(String name) {
    return new GatewayReference("sbx_" + name);
  }
}
