package dev.onceledger.gateway.stripe;

import static dev.onceledger.gateway.stripe.FakeStripe.INTENT;
import static dev.onceledger.gateway.stripe.FakeStripe.SEARCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fencing what Stripe has taken already. */
class StripeCloseTest {
  private final FakeStripe stripe = new FakeStripe();

  @AfterEach
  void stop() {
    stripe.close();
  }

  @ParameterizedTest
  @CsvSource({"requires_confirmation", "requires_payment_method", "processing"})
  void an_opening_that_is_not_decided_is_canceled(String status) {
    GatewayCall call = Calls.authorize();
    isFound(call, status);
    stripe.answersPost(INTENT + "/cancel", 200, StripeObjects.intent(call, "canceled"));

    assertThat(stripe.gateway().close(call).outcome()).isEqualTo(Outcome.CLOSED);
    assertThat(stripe.posts(INTENT + "/cancel")).hasSize(1);
  }

  @Test
  void an_opening_that_is_decided_while_it_is_closed_says_what_became_of_it() {
    GatewayCall call = Calls.charge();
    isFound(call, "processing");
    stripe.answersPost(
        INTENT + "/cancel",
        400,
        StripeObjects.refused(
            "payment_intent_unexpected_state", StripeObjects.intent(call, "succeeded")));
    stripe.decides(
        INTENT, StripeObjects.intent(call, "processing"), StripeObjects.intent(call, "succeeded"));

    assertThat(stripe.gateway().close(call).outcome()).isEqualTo(Outcome.SUCCEEDED);
  }

  @ParameterizedTest
  @CsvSource({
    "CHARGE, succeeded, SUCCEEDED",
    "AUTHORIZE, requires_capture, SUCCEEDED",
    "CHARGE, requires_action, DECLINED",
    "AUTHORIZE, canceled, CLOSED"
  })
  void what_was_decided_is_left_alone(OperationKind kind, String status, Outcome outcome) {
    GatewayCall call = Calls.of(kind, 1999, "EUR");
    isFound(call, status);

    assertThat(stripe.gateway().close(call).outcome()).isEqualTo(outcome);
    assertThat(stripe.posts(INTENT + "/cancel")).isEmpty();
  }

  @Test
  void what_stripe_has_never_heard_of_is_unknown() {
    stripe.answersGet(SEARCH, 200, StripeObjects.page("search_result", false));

    assertThat(stripe.gateway().close(Calls.charge()).outcome()).isEqualTo(Outcome.UNKNOWN);
  }

  @Test
  void a_close_that_is_not_answered_leaves_it_in_doubt() {
    GatewayCall call = Calls.charge();
    isFound(call, "processing");
    stripe.answersPost(INTENT + "/cancel", 500, StripeObjects.error("api_error", null));

    assertThat(stripe.gateway().close(call).outcome()).isEqualTo(Outcome.IN_DOUBT);
  }

  @Test
  void keys_live_for_less_than_a_day_and_are_not_closed() {
    assertThat(stripe.gateway().traits().closesByKey()).isFalse();
    assertThat(stripe.gateway().traits().keyLifetime()).hasHours(23);
    assertThat(stripe.gateway().traits().authorizationValidity()).hasDays(7);
  }

  private void isFound(GatewayCall call, String status) {
    StripeObjects.Json intent = StripeObjects.intent(call, status);
    stripe.answersGet(SEARCH, 200, StripeObjects.page("search_result", false, intent));
    stripe.answersGet(INTENT, 200, intent);
  }
}
