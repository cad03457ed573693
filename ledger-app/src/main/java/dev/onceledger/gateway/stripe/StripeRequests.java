package dev.onceledger.gateway.stripe;

import com.stripe.net.RequestOptions;
import com.stripe.param.PaymentIntentCancelParams;
import com.stripe.param.PaymentIntentCaptureParams;
import com.stripe.param.PaymentIntentCreateParams;
import com.stripe.param.PaymentIntentCreateParams.CaptureMethod;
import com.stripe.param.PaymentIntentRetrieveParams;
import com.stripe.param.PaymentIntentSearchParams;
import com.stripe.param.RefundCreateParams;
import com.stripe.param.RefundListParams;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.OperationKind;
import java.util.Locale;
import java.util.Objects;

/** Calls in Stripe's words. The same call is always the same words, whenever it is sent. */
final class StripeRequests {
  private static final String CHARGE = "latest_charge";

  private StripeRequests() {}

  static RequestOptions keyOf(GatewayCall call) {
    return RequestOptions.builder().setIdempotencyKey(call.key().value()).build();
  }

  /** What a capture, void or refund acts on. */
  static String target(GatewayCall call) {
    return Objects.requireNonNull(call.target(), "target").value();
  }

  /** Cards only, and declined where the customer would have to do something. */
  static PaymentIntentCreateParams opening(GatewayCall call, long units) {
    PaymentIntentCreateParams.Builder params =
        PaymentIntentCreateParams.builder()
            .setAmount(units)
            .setCurrency(call.amount().currency().code().toLowerCase(Locale.ROOT))
            .setPaymentMethod(Objects.requireNonNull(call.paymentMethod()).token())
            .addPaymentMethodType("card")
            .setCaptureMethod(
                call.kind() == OperationKind.AUTHORIZE
                    ? CaptureMethod.MANUAL
                    : CaptureMethod.AUTOMATIC)
            .setConfirm(true)
            .setErrorOnRequiresAction(true);
    Marks.of(call).forEach(params::putMetadata);
    return params.build();
  }

  /** The only capture of its authorization: Stripe lets go of the rest. */
  static PaymentIntentCaptureParams capture(GatewayCall call, long units) {
    return PaymentIntentCaptureParams.builder()
        .setAmountToCapture(units)
        .putMetadata(Marks.CAPTURE, call.key().value())
        .build();
  }

  static RefundCreateParams refund(GatewayCall call, long units) {
    return RefundCreateParams.builder()
        .setPaymentIntent(target(call))
        .setAmount(units)
        .setMetadata(Marks.of(call))
        .build();
  }

  /** Finds what a key opened. Stripe's index is up to a minute behind, rarely an hour. */
  static PaymentIntentSearchParams search(GatewayCall call) {
    return PaymentIntentSearchParams.builder()
        .setQuery("metadata['" + Marks.KEY + "']:'" + call.key().value() + "'")
        .build();
  }

  static RefundListParams refundsOf(GatewayCall call) {
    return RefundListParams.builder().setPaymentIntent(target(call)).setLimit(100L).build();
  }

  static PaymentIntentRetrieveParams withCharge() {
    return PaymentIntentRetrieveParams.builder().addExpand(CHARGE).build();
  }

  static PaymentIntentCancelParams cancel() {
    return PaymentIntentCancelParams.builder().addExpand(CHARGE).build();
  }
}
