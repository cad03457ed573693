package dev.onceledger.gateway.stripe;

import static dev.onceledger.gateway.stripe.FakeStripe.INTENT;
import static dev.onceledger.gateway.stripe.FakeStripe.INTENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.http.Fault;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each error, and each missing answer, proves of a send. */
class StripeTroubleTest {
  private static final GatewayAnswer IN_DOUBT = GatewayAnswer.of(Outcome.IN_DOUBT);
  private static final GatewayAnswer NOT_SENT = GatewayAnswer.of(Outcome.NOT_SENT);

  private final FakeStripe stripe = new FakeStripe();

  @AfterEach
  void stop() {
    stripe.close();
  }

  @ParameterizedTest
  @CsvSource({
    "card_declined, insufficient_funds, insufficient-funds",
    "card_declined, generic_decline, generic-decline",
    "expired_card, , expired-card",
    "authentication_required, authentication_required, customer-action-required",
    "requires_action_not_handled, , customer-action-required",
    "card_declined, authentication_required, customer-action-required",
    "card_declined, 'a sentence, not a code', card-declined"
  })
  void a_card_that_is_declined_says_why(String code, @Nullable String declineCode, String reason) {
    GatewayCall charge = Calls.charge();
    stripe.answersPost(
        INTENTS,
        402,
        StripeObjects.cardError(
            code, declineCode, StripeObjects.intent(charge, "requires_payment_method")));

    assertThat(stripe.gateway().execute(charge))
        .isEqualTo(GatewayAnswer.declined(reason, new GatewayReference(Calls.INTENT)));
  }

  @ParameterizedTest
  @CsvSource({
    "REFUND, 400, charge_already_refunded, charge-already-refunded",
    "REFUND, 400, charge_disputed, charge-disputed",
    "REFUND, 400, , refused-by-gateway",
    "CAPTURE, 400, payment_intent_unexpected_state, payment-intent-unexpected-state",
    "CHARGE, 400, amount_too_small, amount-too-small",
    "CHARGE, 400, resource_missing, resource-missing",
    "VOID, 404, resource_missing, resource-missing"
  })
  void a_request_that_stripe_does_not_accept_is_declined(
      OperationKind kind, int status, @Nullable String code, String reason) {
    stripe.answersEverything(status, StripeObjects.error("invalid_request_error", code));

    assertThat(stripe.gateway().execute(Calls.of(kind, 700, "EUR")))
        .isEqualTo(GatewayAnswer.declined(reason, null));
  }

  @Test
  void a_void_of_what_was_let_go_has_what_it_wanted() {
    stripe.answersPost(INTENT + "/cancel", 400, unexpectedState("canceled", null));

    assertThat(stripe.gateway().execute(Calls.voiding()).outcome()).isEqualTo(Outcome.SUCCEEDED);
  }

  @Test
  void a_void_of_what_was_captured_is_declined() {
    stripe.answersPost(INTENT + "/cancel", 400, unexpectedState("succeeded", null));

    assertThat(stripe.gateway().execute(Calls.voiding()).outcome()).isEqualTo(Outcome.DECLINED);
  }

  @Test
  void a_capture_that_is_refused_because_it_was_done_already_succeeded() {
    GatewayCall capture = Calls.capture();
    stripe.answersPost(
        INTENT + "/capture", 400, unexpectedState("succeeded", capture.key().value()));

    assertThat(stripe.gateway().execute(capture).outcome()).isEqualTo(Outcome.SUCCEEDED);
  }

  @Test
  void a_capture_after_another_capture_is_declined() {
    stripe.answersPost(
        INTENT + "/capture", 400, unexpectedState("succeeded", Calls.capture().key().value()));

    assertThat(stripe.gateway().execute(Calls.capture()).outcome()).isEqualTo(Outcome.DECLINED);
  }

  @ParameterizedTest
  @CsvSource({
    "401, invalid_request_error, ",
    "403, invalid_request_error, ",
    "429, invalid_request_error, rate_limit",
    "429, invalid_request_error, "
  })
  void who_may_not_ask_has_not_been_heard(int status, String type, @Nullable String code) {
    stripe.answersEverything(status, StripeObjects.error(type, code));

    assertThat(stripe.gateway().execute(Calls.charge())).isEqualTo(NOT_SENT);
    assertThat(stripe.gateway().inquire(Calls.charge())).isEqualTo(NOT_SENT);
  }

  @ParameterizedTest
  @CsvSource({
    "400, idempotency_error, ",
    "409, idempotency_error, idempotency_key_in_use",
    "429, invalid_request_error, lock_timeout",
    "500, api_error, ",
    "502, api_error, ",
    "503, api_error, ",
    "418, invalid_request_error, "
  })
  void what_proves_nothing_leaves_it_in_doubt(int status, String type, @Nullable String code) {
    stripe.answersEverything(status, StripeObjects.error(type, code));

    assertThat(stripe.gateway().execute(Calls.charge())).isEqualTo(IN_DOUBT);
    assertThat(stripe.posts(INTENTS)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "<html>", "null", "[]", "{}", "{\"id\":5}", "{\"status\":\"succeeded\"}"})
  void an_answer_that_cannot_be_read_leaves_it_in_doubt(String body) {
    for (int status : new int[] {200, 302, 400, 402, 500}) {
      stripe.answersEverything(status, body);

      assertThat(stripe.gateway().execute(Calls.charge())).as("%d", status).isEqualTo(IN_DOUBT);
    }
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void a_cut_connection_leaves_it_in_doubt(Fault fault) {
    stripe.breaks(fault);

    assertThat(stripe.gateway().execute(Calls.charge())).isEqualTo(IN_DOUBT);
    assertThat(stripe.gateway().execute(Calls.refund())).isEqualTo(IN_DOUBT);
  }

  @Test
  void an_answer_that_comes_too_late_leaves_it_in_doubt() {
    GatewayCall charge = Calls.charge();
    stripe.answersEverythingAfter(
        FakeStripe.IMPATIENCE.multipliedBy(3), StripeObjects.intent(charge, "succeeded"));
    long start = System.nanoTime();

    assertThat(stripe.impatientGateway().execute(charge)).isEqualTo(IN_DOUBT);
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isLessThan(FakeStripe.IMPATIENCE.multipliedBy(3));
  }

  @Test
  void a_refused_connection_means_that_nothing_was_sent() throws IOException {
    StripeGateway gateway = FakeStripe.gatewayAt(freeAddress(), 20_000);

    assertThat(gateway.execute(Calls.charge())).isEqualTo(NOT_SENT);
    assertThat(gateway.inquire(Calls.refund())).isEqualTo(NOT_SENT);
    assertThat(gateway.close(Calls.charge())).isEqualTo(NOT_SENT);
  }

  private static Object unexpectedState(String status, @Nullable String captureMark) {
    StripeObjects.Json intent = StripeObjects.target(status);
    if (captureMark != null) {
      intent.marked("onceledger_capture", captureMark);
    }
    return StripeObjects.refused("payment_intent_unexpected_state", intent);
  }

  private static URI freeAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }
  }
}
