package dev.onceledger.gateway.stripe;

import com.stripe.model.Charge;
import com.stripe.model.PaymentIntent;
import com.stripe.model.Refund;
import com.stripe.model.StripeError;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the state of Stripe's objects says of an operation. An object without an id or with a state
 * that is not known says nothing: IN_DOUBT.
 */
final class StripeAnswers {
  private static final Pattern REFERENCE = Pattern.compile("[\\x21-\\x7e]{1,255}");

  /** Why Stripe itself lets go of an authorization; the second was the word before 2025. */
  private static final Set<String> RAN_OUT = Set.of("expired", "automatic");

  private StripeAnswers() {}

  static Optional<GatewayReference> reference(@Nullable String id) {
    return Optional.ofNullable(id).filter(REFERENCE.asMatchPredicate()).map(GatewayReference::new);
  }

  /** Of an authorization or charge. UNKNOWN means: taken, and not even tried yet. */
  static GatewayAnswer opening(GatewayCall call, PaymentIntent intent) {
    return switch (status(intent.getStatus())) {
      case "succeeded" -> call.kind() == OperationKind.CHARGE ? succeeded(intent) : used(intent);
      case "requires_capture" ->
          call.kind() == OperationKind.AUTHORIZE ? succeeded(intent) : inDoubt();
      case "processing" -> GatewayAnswer.of(Outcome.PENDING);
      case "requires_action" -> declined(Reason.CUSTOMER_ACTION_REQUIRED, intent);
      case "requires_payment_method" -> failed(intent);
      case "requires_confirmation" -> GatewayAnswer.of(Outcome.UNKNOWN);
      case "canceled" ->
          call.kind() == OperationKind.AUTHORIZE && wasAuthorized(intent)
              ? with(intent.getId(), GatewayAnswer::expired)
              : GatewayAnswer.of(Outcome.CLOSED);
      default -> inDoubt();
    };
  }

  /** Of a capture that was asked about. Its mark is written by the capture itself. */
  static GatewayAnswer capture(GatewayCall call, PaymentIntent intent) {
    return switch (status(intent.getStatus())) {
      case "succeeded" -> captured(call, intent);
      case "processing" -> GatewayAnswer.of(Outcome.PENDING);
      case "requires_capture" -> GatewayAnswer.of(Outcome.UNKNOWN);
      case "canceled" -> declined("authorization-released", intent);
      default -> inDoubt();
    };
  }

  /** Of a capture that was just sent. */
  static GatewayAnswer sentCapture(PaymentIntent intent) {
    return switch (status(intent.getStatus())) {
      case "succeeded" -> succeeded(intent);
      case "processing" -> GatewayAnswer.of(Outcome.PENDING);
      default -> inDoubt();
    };
  }

  /** Of a void: what is captured cannot be voided, what can still be captured was not voided. */
  static GatewayAnswer voided(PaymentIntent intent) {
    return switch (status(intent.getStatus())) {
      case "canceled" -> succeeded(intent);
      case "succeeded" -> declined("already-captured", intent);
      case "processing" -> GatewayAnswer.of(Outcome.PENDING);
      case "requires_capture" -> GatewayAnswer.of(Outcome.UNKNOWN);
      default -> inDoubt();
    };
  }

  static GatewayAnswer refund(Refund refund) {
    return switch (status(refund.getStatus())) {
      case "succeeded" -> with(refund.getId(), GatewayAnswer::succeeded);
      case "pending", "requires_action" -> GatewayAnswer.of(Outcome.PENDING);
      case "failed", "canceled" ->
          GatewayAnswer.declined(
              Reason.of(refund.getFailureReason(), "refund_" + refund.getStatus()),
              reference(refund.getId()).orElse(null));
      default -> inDoubt();
    };
  }

  /** An authorization of which something was captured; Stripe has let go of the rest. */
  private static GatewayAnswer used(PaymentIntent intent) {
    @Nullable Long received = intent.getAmountReceived();
    return received != null && received.equals(intent.getAmount())
        ? succeeded(intent)
        : with(intent.getId(), GatewayAnswer::expired);
  }

  private static GatewayAnswer captured(GatewayCall call, PaymentIntent intent) {
    boolean ours = Marks.isOf(call, Marks.CAPTURE, intent.getMetadata());
    boolean sameAmount =
        StripeAmounts.toStripe(call.amount()).stream()
            .anyMatch(units -> Long.valueOf(units).equals(intent.getAmountReceived()));
    if (ours) {
      return sameAmount ? succeeded(intent) : inDoubt();
    }
    boolean another =
        intent.getMetadata() != null && intent.getMetadata().containsKey(Marks.CAPTURE);
    return another || !sameAmount ? declined("already-captured", intent) : inDoubt();
  }

  private static GatewayAnswer failed(PaymentIntent intent) {
    @Nullable StripeError error = intent.getLastPaymentError();
    return error == null
        ? GatewayAnswer.of(Outcome.UNKNOWN)
        : declined(Reason.of(error.getDeclineCode(), error.getCode()), intent);
  }

  private static boolean wasAuthorized(PaymentIntent intent) {
    @Nullable Charge charge = intent.getLatestChargeObject();
    @Nullable String why = intent.getCancellationReason();
    return (charge != null && "succeeded".equals(charge.getStatus()))
        || (charge == null && why != null && RAN_OUT.contains(why));
  }

  static GatewayAnswer succeeded(PaymentIntent intent) {
    return with(intent.getId(), GatewayAnswer::succeeded);
  }

  private static GatewayAnswer declined(String reason, PaymentIntent intent) {
    return GatewayAnswer.declined(reason, reference(intent.getId()).orElse(null));
  }

  private static GatewayAnswer with(
      @Nullable String id, Function<GatewayReference, GatewayAnswer> answer) {
    return reference(id).map(answer).orElseGet(StripeAnswers::inDoubt);
  }

  private static GatewayAnswer inDoubt() {
    return GatewayAnswer.of(Outcome.IN_DOUBT);
  }

  private static String status(@Nullable String status) {
    return status == null ? "" : status;
  }
}
