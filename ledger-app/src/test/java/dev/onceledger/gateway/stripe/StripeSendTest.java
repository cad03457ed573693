package dev.onceledger.gateway.stripe;

import static dev.onceledger.gateway.stripe.FakeStripe.INTENT;
import static dev.onceledger.gateway.stripe.FakeStripe.INTENTS;
import static dev.onceledger.gateway.stripe.FakeStripe.REFUNDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is sent for each kind, and what an answer without an error means. */
class StripeSendTest {
  private static final GatewayAnswer DONE =
      GatewayAnswer.succeeded(new GatewayReference(Calls.INTENT));
  private static final GatewayAnswer IN_DOUBT = GatewayAnswer.of(Outcome.IN_DOUBT);

  private final FakeStripe stripe = new FakeStripe();

  @AfterEach
  void stop() {
    stripe.close();
  }

  @Test
  void a_charge_is_a_payment_intent_that_is_confirmed_and_captured_at_once() {
    GatewayCall charge = Calls.charge();
    stripe.answersPost(INTENTS, 200, StripeObjects.intent(charge, "succeeded"));

    assertThat(stripe.gateway().execute(charge)).isEqualTo(DONE);
    assertThat(FakeStripe.form(stripe.posted(INTENTS)))
        .isEqualTo(
            Map.of(
                "amount", "1999",
                "currency", "eur",
                "payment_method", "pm_card_visa",
                "payment_method_types[0]", "card",
                "capture_method", "automatic",
                "confirm", "true",
                "error_on_requires_action", "true",
                "metadata[onceledger_payment]", charge.paymentId().value(),
                "metadata[onceledger_operation]", charge.operationId().value(),
                "metadata[onceledger_key]", charge.key().value()));
  }

  @Test
  void an_authorization_waits_for_its_capture() {
    GatewayCall authorization = Calls.authorize();
    stripe.answersPost(INTENTS, 200, StripeObjects.intent(authorization, "requires_capture"));

    assertThat(stripe.gateway().execute(authorization)).isEqualTo(DONE);
    assertThat(FakeStripe.form(stripe.posted(INTENTS))).containsEntry("capture_method", "manual");
  }

  @Test
  void a_capture_takes_its_amount_and_leaves_its_mark() {
    GatewayCall capture = Calls.capture();
    stripe.answersPost(INTENT + "/capture", 200, StripeObjects.target("succeeded"));

    assertThat(stripe.gateway().execute(capture)).isEqualTo(DONE);
    assertThat(FakeStripe.form(stripe.posted(INTENT + "/capture")))
        .isEqualTo(
            Map.of(
                "amount_to_capture",
                "1500",
                "metadata[onceledger_capture]",
                capture.key().value()));
  }

  @Test
  void a_void_cancels_the_payment_intent() {
    stripe.answersPost(INTENT + "/cancel", 200, StripeObjects.target("canceled"));

    assertThat(stripe.gateway().execute(Calls.voiding())).isEqualTo(DONE);
  }

  @Test
  void a_refund_gives_back_its_amount_and_has_a_name_of_its_own() {
    GatewayCall refund = Calls.refund();
    stripe.answersPost(REFUNDS, 200, StripeObjects.refund(refund, "succeeded"));

    assertThat(stripe.gateway().execute(refund))
        .isEqualTo(GatewayAnswer.succeeded(new GatewayReference("re_1Nispe2eZvKYlo2Cd31jOCgZ")));
    assertThat(FakeStripe.form(stripe.posted(REFUNDS)))
        .isEqualTo(
            Map.of(
                "payment_intent", Calls.INTENT,
                "amount", "700",
                "metadata[onceledger_payment]", refund.paymentId().value(),
                "metadata[onceledger_operation]", refund.operationId().value(),
                "metadata[onceledger_key]", refund.key().value()));
  }

  @Test
  void a_resend_is_the_same_request_under_the_same_key() {
    GatewayCall charge = Calls.charge();
    stripe.answersPost(INTENTS, 200, StripeObjects.intent(charge, "succeeded"));
    StripeGateway gateway = stripe.gateway();

    gateway.execute(charge);
    gateway.execute(charge.resent());

    assertThat(stripe.posts(INTENTS)).hasSize(2);
    assertThat(stripe.posts(INTENTS))
        .extracting(LoggedRequest::getBodyAsString)
        .containsOnly(stripe.posts(INTENTS).get(0).getBodyAsString());
    assertThat(stripe.posts(INTENTS))
        .extracting(request -> request.getHeader("Idempotency-Key"))
        .containsOnly(charge.key().value());
  }

  @ParameterizedTest
  @CsvSource({"AUTHORIZE", "CHARGE", "CAPTURE", "VOID", "REFUND"})
  void every_send_carries_the_key_of_the_operation_and_of_the_account(OperationKind kind) {
    GatewayCall call = Calls.of(kind, 700, "EUR").reopened();
    stripe.answersEverything(500, StripeObjects.error("api_error", null));

    stripe.gateway().execute(call);

    LoggedRequest sent = stripe.everything().get(0);
    assertThat(sent.getHeader("Idempotency-Key")).isEqualTo(call.operationId().value() + ".2");
    assertThat(sent.getHeader("Authorization")).isEqualTo("Bearer " + FakeStripe.KEY);
  }

  @Test
  void what_is_processing_is_pending() {
    GatewayAnswer pending = GatewayAnswer.of(Outcome.PENDING);
    GatewayCall charge = Calls.charge();
    GatewayCall refund = Calls.refund();
    stripe.answersPost(INTENTS, 200, StripeObjects.intent(charge, "processing"));
    stripe.answersPost(INTENT + "/capture", 200, StripeObjects.target("processing"));
    stripe.answersPost(REFUNDS, 200, StripeObjects.refund(refund, "pending"));

    assertThat(stripe.gateway().execute(charge)).isEqualTo(pending);
    assertThat(stripe.gateway().execute(Calls.capture())).isEqualTo(pending);
    assertThat(stripe.gateway().execute(refund)).isEqualTo(pending);
  }

  @ParameterizedTest
  @CsvSource({
    "requires_action, customer-action-required",
    "requires_payment_method, insufficient-funds"
  })
  void a_payment_intent_that_was_not_paid_is_declined(String status, String reason) {
    GatewayCall charge = Calls.charge();
    stripe.answersPost(
        INTENTS,
        200,
        StripeObjects.intent(charge, status)
            .with(
                "last_payment_error",
                Map.of("code", "card_declined", "decline_code", "insufficient_funds")));

    assertThat(stripe.gateway().execute(charge))
        .isEqualTo(GatewayAnswer.declined(reason, new GatewayReference(Calls.INTENT)));
  }

  @ParameterizedTest
  @CsvSource({
    "failed, expired_or_canceled_card, expired-or-canceled-card",
    "canceled, , refund-canceled"
  })
  void a_refund_that_failed_is_declined(String status, String why, String reason) {
    GatewayCall refund = Calls.refund();
    stripe.answersPost(
        REFUNDS, 200, StripeObjects.refund(refund, status).with("failure_reason", why));

    assertThat(stripe.gateway().execute(refund).outcome()).isEqualTo(Outcome.DECLINED);
    assertThat(stripe.gateway().execute(refund).reason()).isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "CHARGE, requires_capture",
    "CHARGE, requires_confirmation",
    "AUTHORIZE, new_state",
    "CHARGE, requires_payment_method",
    "CAPTURE, requires_capture",
    "VOID, requires_capture",
    "REFUND, new_state"
  })
  void an_answer_that_does_not_fit_the_request_leaves_it_in_doubt(
      OperationKind kind, String status) {
    GatewayCall call = Calls.of(kind, 1999, "EUR");
    stripe.answersEverything(200, StripeObjects.intent(call, status));
    stripe.answersPost(REFUNDS, 200, StripeObjects.refund(call, status));

    assertThat(stripe.gateway().execute(call)).isEqualTo(IN_DOUBT);
  }

  @Test
  void an_amount_that_stripe_cannot_take_is_declined_without_a_send() {
    GatewayCall call = Calls.of(OperationKind.CHARGE, 5124, "KWD");

    assertThat(stripe.gateway().execute(call))
        .isEqualTo(GatewayAnswer.declined("amount-not-supported-by-gateway", null));
    assertThat(stripe.everything()).isEmpty();
  }

  @Test
  void an_amount_is_sent_in_the_units_of_stripe() {
    GatewayCall call = Calls.of(OperationKind.CHARGE, 500, "ISK");
    stripe.answersPost(INTENTS, 200, StripeObjects.intent(call, "succeeded"));

    stripe.gateway().execute(call);

    assertThat(FakeStripe.form(stripe.posted(INTENTS)))
        .containsEntry("amount", "50000")
        .containsEntry("currency", "isk");
  }
}
