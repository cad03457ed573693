package dev.onceledger.gateway.stripe;

import static dev.onceledger.gateway.stripe.FakeStripe.INTENT;
import static dev.onceledger.gateway.stripe.FakeStripe.INTENTS;
import static dev.onceledger.gateway.stripe.FakeStripe.REFUNDS;
import static dev.onceledger.gateway.stripe.FakeStripe.SEARCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import dev.onceledger.gateway.stripe.StripeObjects.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What became of a key, asked without changing anything. */
class StripeInquiryTest {
  private static final GatewayReference REFERENCE = new GatewayReference(Calls.INTENT);

  private final FakeStripe stripe = new FakeStripe();

  @AfterEach
  void stop() {
    assertThat(stripe.everything()).allMatch(request -> request.getMethod().value().equals("GET"));
    stripe.close();
  }

  @Test
  void an_opening_is_found_by_its_key_and_judged_by_what_it_is_now() {
    GatewayCall charge = Calls.charge();
    finds(StripeObjects.intent(charge, "processing"));
    stripe.answersGet(INTENT, 200, StripeObjects.intent(charge, "succeeded"));

    assertThat(stripe.gateway().inquire(charge)).isEqualTo(GatewayAnswer.succeeded(REFERENCE));
    assertThat(stripe.gets(SEARCH).get(0).queryParameter("query").firstValue())
        .isEqualTo("metadata['onceledger_key']:'" + charge.key() + "'");
  }

  @Test
  void an_opening_that_is_not_found_is_unknown() {
    stripe.answersGet(SEARCH, 200, StripeObjects.page("search_result", false));

    assertThat(stripe.gateway().inquire(Calls.charge()).outcome()).isEqualTo(Outcome.UNKNOWN);
  }

  @Test
  void the_payment_intent_of_another_key_is_not_this_one() {
    GatewayCall other = Calls.charge();
    finds(StripeObjects.intent(other, "succeeded"));

    assertThat(stripe.gateway().inquire(Calls.charge()).outcome()).isEqualTo(Outcome.UNKNOWN);
    assertThat(stripe.gateway().inquire(other.reopened()).outcome()).isEqualTo(Outcome.UNKNOWN);
  }

  @Test
  void where_stripe_offers_no_search_an_opening_is_unknown() {
    stripe.answersGet(SEARCH, 400, StripeObjects.error("invalid_request_error", null));

    assertThat(stripe.gateway().inquire(Calls.charge()).outcome()).isEqualTo(Outcome.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({
    "CHARGE, succeeded, SUCCEEDED",
    "AUTHORIZE, requires_capture, SUCCEEDED",
    "AUTHORIZE, succeeded, SUCCEEDED",
    "CHARGE, processing, PENDING",
    "CHARGE, requires_action, DECLINED",
    "CHARGE, requires_confirmation, UNKNOWN",
    "CHARGE, requires_payment_method, UNKNOWN",
    "CHARGE, canceled, CLOSED",
    "AUTHORIZE, canceled, CLOSED",
    "CHARGE, requires_capture, IN_DOUBT",
    "CHARGE, new_state, IN_DOUBT"
  })
  void the_state_of_a_payment_intent_says_what_became_of_its_opening(
      OperationKind kind, String status, Outcome outcome) {
    GatewayCall call = Calls.of(kind, 1999, "EUR");
    finds(StripeObjects.intent(call, status));

    assertThat(stripe.gateway().inquire(call).outcome()).isEqualTo(outcome);
  }

  @Test
  void a_payment_intent_whose_card_was_declined_says_why() {
    GatewayCall call = Calls.charge();
    finds(
        StripeObjects.intent(call, "requires_payment_method")
            .with("last_payment_error", Map.of("code", "expired_card", "type", "card_error")));

    assertThat(stripe.gateway().inquire(call))
        .isEqualTo(GatewayAnswer.declined("expired-card", REFERENCE));
  }

  @ParameterizedTest
  @CsvSource({"succeeded, EXPIRED", "failed, CLOSED"})
  void a_canceled_authorization_had_been_one_if_its_charge_succeeded(
      String charge, Outcome outcome) {
    GatewayCall call = Calls.authorize();
    finds(
        StripeObjects.intent(call, "canceled")
            .with("cancellation_reason", "requested_by_customer")
            .with("latest_charge", StripeObjects.charge(charge)));

    assertThat(stripe.gateway().inquire(call).outcome()).isEqualTo(outcome);
    assertThat(stripe.gets(INTENT).get(0).queryParameter("expand[0]").firstValue())
        .isEqualTo("latest_charge");
  }

  @ParameterizedTest
  @CsvSource({"expired", "automatic"})
  void an_authorization_that_ran_out_has_expired(String reason) {
    GatewayCall call = Calls.authorize();
    finds(StripeObjects.intent(call, "canceled").with("cancellation_reason", reason));

    assertThat(stripe.gateway().inquire(call)).isEqualTo(GatewayAnswer.expired(REFERENCE));
  }

  @Test
  void an_authorization_that_was_captured_in_part_has_expired_for_the_rest() {
    GatewayCall call = Calls.authorize();
    finds(StripeObjects.intent(call, "succeeded").with("amount_received", 1500));

    assertThat(stripe.gateway().inquire(call)).isEqualTo(GatewayAnswer.expired(REFERENCE));
  }

  @ParameterizedTest
  @CsvSource({
    "requires_capture, none, 0, UNKNOWN",
    "requires_capture, ours, 0, UNKNOWN",
    "succeeded, ours, 1500, SUCCEEDED",
    "succeeded, ours, 1999, IN_DOUBT",
    "succeeded, another, 1500, DECLINED",
    "succeeded, none, 1999, DECLINED",
    "succeeded, none, 1500, IN_DOUBT",
    "processing, ours, 0, PENDING",
    "canceled, none, 0, DECLINED",
    "new_state, ours, 1500, IN_DOUBT"
  })
  void a_capture_is_known_by_its_mark_and_its_amount(
      String status, String mark, long received, Outcome outcome) {
    GatewayCall capture = Calls.capture();
    Json intent = StripeObjects.target(status).with("amount_received", received);
    if (!mark.equals("none")) {
      GatewayCall marked = mark.equals("ours") ? capture : Calls.capture();
      intent.marked("onceledger_capture", marked.key().value());
    }
    stripe.answersGet(INTENT, 200, intent);

    assertThat(stripe.gateway().inquire(capture).outcome()).isEqualTo(outcome);
  }

  @ParameterizedTest
  @CsvSource({
    "canceled, SUCCEEDED",
    "succeeded, DECLINED",
    "requires_capture, UNKNOWN",
    "processing, PENDING",
    "new_state, IN_DOUBT"
  })
  void a_void_is_known_by_the_payment_intent(String status, Outcome outcome) {
    stripe.answersGet(INTENT, 200, StripeObjects.target(status));

    assertThat(stripe.gateway().inquire(Calls.voiding()).outcome()).isEqualTo(outcome);
  }

  @ParameterizedTest
  @CsvSource({
    "succeeded, SUCCEEDED",
    "pending, PENDING",
    "requires_action, PENDING",
    "failed, DECLINED",
    "canceled, DECLINED",
    "new_state, IN_DOUBT"
  })
  void a_refund_is_found_among_those_of_its_payment(String status, Outcome outcome) {
    GatewayCall refund = Calls.refund();
    stripe.answersGet(
        REFUNDS,
        200,
        StripeObjects.page(
            "list",
            false,
            StripeObjects.refund(Calls.refund(), "succeeded"),
            StripeObjects.refund(refund, status)));

    assertThat(stripe.gateway().inquire(refund).outcome()).isEqualTo(outcome);
    assertThat(stripe.gets(REFUNDS).get(0).queryParameter("payment_intent").firstValue())
        .isEqualTo(Calls.INTENT);
  }

  @Test
  void refunds_are_looked_for_on_every_page() {
    GatewayCall refund = Calls.refund();
    Json earlier = StripeObjects.refund(Calls.refund(), "succeeded").with("id", "re_earlier");
    stripe.answersGet(REFUNDS, 200, StripeObjects.page("list", true, earlier));
    stripe.answersGetAfter(
        REFUNDS,
        "re_earlier",
        StripeObjects.page("list", false, StripeObjects.refund(refund, "succeeded")));

    assertThat(stripe.gateway().inquire(refund).outcome()).isEqualTo(Outcome.SUCCEEDED);
    assertThat(stripe.gets(REFUNDS)).hasSize(2);
  }

  @Test
  void a_refund_that_is_not_there_is_unknown() {
    stripe.answersGet(
        REFUNDS,
        200,
        StripeObjects.page("list", false, StripeObjects.refund(Calls.refund(), "succeeded")));

    assertThat(stripe.gateway().inquire(Calls.refund()).outcome()).isEqualTo(Outcome.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource(OperationKind.class)
  void an_error_is_no_word_on_the_operation(OperationKind kind) {
    for (int status : new int[] {402, 404, 409, 500, 503}) {
      stripe.answersEverything(status, StripeObjects.error("api_error", "card_declined"));
      @Nullable Outcome outcome = stripe.gateway().inquire(Calls.of(kind, 700, "EUR")).outcome();

      assertThat(outcome)
          .as("%d", status)
          .isEqualTo(kind.opensAttempt() && status == 404 ? Outcome.UNKNOWN : Outcome.IN_DOUBT);
    }
  }

  @Test
  void a_payment_intent_that_was_found_and_is_gone_leaves_it_in_doubt() {
    GatewayCall charge = Calls.charge();
    finds(StripeObjects.intent(charge, "succeeded"));
    stripe.answersGet(INTENT, 404, StripeObjects.error("invalid_request_error", null));

    assertThat(stripe.gateway().inquire(charge).outcome()).isEqualTo(Outcome.IN_DOUBT);
  }

  @Test
  void what_cannot_be_closed_is_asked_about() {
    stripe.answersGet(INTENT, 200, StripeObjects.target("canceled"));

    assertThat(stripe.gateway().close(Calls.voiding()).outcome()).isEqualTo(Outcome.SUCCEEDED);
  }

  private void finds(Json intent) {
    stripe.answersGet(SEARCH, 200, StripeObjects.page("search_result", false, intent));
    stripe.answersGet(INTENTS + "/" + Calls.INTENT, 200, intent);
  }
}
