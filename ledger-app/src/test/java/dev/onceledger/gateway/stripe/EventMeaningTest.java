package dev.onceledger.gateway.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.gateway.GatewayNotification;
import dev.onceledger.gateway.GatewayNotification.Kind;
import dev.onceledger.gateway.stripe.StripeObjects.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each event that is followed says of the operations. */
class EventMeaningTest {
  private static final GatewayCall CHARGE = Calls.charge();
  private static final GatewayCall AUTHORIZATION = Calls.authorize();

  @Test
  void a_charge_that_succeeded_is_told_with_what_was_received() {
    GatewayNotification told =
        read("payment_intent.succeeded", StripeObjects.intent(CHARGE, "succeeded"));

    assertThat(told)
        .isEqualTo(
            new GatewayNotification(
                "evt_1",
                Kind.SUCCEEDED,
                CHARGE.operationId(),
                new GatewayReference(Calls.INTENT),
                null,
                euros(1999),
                null,
                told.occurredAt()));
  }

  @Test
  void an_authorization_is_told_when_it_can_be_captured() {
    GatewayNotification told =
        read(
            "payment_intent.amount_capturable_updated",
            StripeObjects.intent(AUTHORIZATION, "requires_capture"));

    assertThat(told.kind()).isEqualTo(Kind.SUCCEEDED);
    assertThat(told.operationId()).isEqualTo(AUTHORIZATION.operationId());
    assertThat(told.amount()).isEqualTo(euros(1999));
  }

  @Test
  void a_capture_is_told_of_itself_and_not_of_its_authorization() {
    GatewayCall capture = Calls.capture();
    GatewayNotification told =
        read(
            "payment_intent.succeeded",
            StripeObjects.intent(AUTHORIZATION, "succeeded")
                .with("amount_received", 1500)
                .marked("onceledger_capture", capture.key().value()));

    assertThat(told.kind()).isEqualTo(Kind.SUCCEEDED);
    assertThat(told.operationId()).isEqualTo(capture.operationId());
    assertThat(told.amount()).isEqualTo(euros(1500));
  }

  @ParameterizedTest
  @CsvSource({"''", "op_none.1", "."})
  void a_capture_that_was_not_ours_is_only_a_change(String mark) {
    GatewayNotification told =
        read(
            "payment_intent.succeeded",
            StripeObjects.intent(AUTHORIZATION, "succeeded").marked("onceledger_capture", mark));

    assertThat(told.kind()).isEqualTo(Kind.CHANGED);
    assertThat(told.operationId()).isEqualTo(AUTHORIZATION.operationId());
    assertThat(told.amount()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "payment_intent.payment_failed, requires_payment_method, DECLINED",
    "payment_intent.payment_failed, processing, CHANGED",
    "payment_intent.canceled, canceled, CLOSED",
    "payment_intent.succeeded, canceled, CHANGED",
    "payment_intent.amount_capturable_updated, succeeded, CHANGED"
  })
  void an_event_is_believed_as_far_as_its_object_agrees(String type, String status, Kind kind) {
    assertThat(read(type, StripeObjects.intent(CHARGE, status)).kind()).isEqualTo(kind);
  }

  @Test
  void a_canceled_payment_intent_that_had_a_charge_must_be_asked_about() {
    Json canceled = StripeObjects.intent(AUTHORIZATION, "canceled");

    assertThat(read("payment_intent.canceled", canceled.with("latest_charge", "ch_1")).kind())
        .isEqualTo(Kind.CHANGED);
    assertThat(read("payment_intent.canceled", canceled.without("latest_charge")).kind())
        .isEqualTo(Kind.CHANGED);
  }

  @Test
  void an_amount_that_the_ledger_cannot_hold_must_be_asked_about() {
    Json unknown = StripeObjects.intent(CHARGE, "succeeded").with("currency", "xxx");
    Json broken = StripeObjects.intent(CHARGE, "succeeded").with("amount_received", "1999");

    assertThat(read("payment_intent.succeeded", unknown).kind()).isEqualTo(Kind.CHANGED);
    assertThat(read("payment_intent.succeeded", broken).kind()).isEqualTo(Kind.CHANGED);
  }

  @ParameterizedTest
  @CsvSource({
    "refund.created, succeeded, SUCCEEDED",
    "refund.created, pending, CHANGED",
    "refund.updated, succeeded, SUCCEEDED",
    "refund.failed, failed, FAILED",
    "charge.refund.updated, canceled, FAILED",
    "charge.refund.updated, requires_action, CHANGED"
  })
  void a_refund_is_told_by_its_state(String type, String status, Kind kind) {
    GatewayCall refund = Calls.refund();
    GatewayNotification told = read(type, StripeObjects.refund(refund, status));

    assertThat(told.kind()).isEqualTo(kind);
    assertThat(told.operationId()).isEqualTo(refund.operationId());
    assertThat(told.gatewayReference())
        .isEqualTo(new GatewayReference("re_1Nispe2eZvKYlo2Cd31jOCgZ"));
    assertThat(told.amount()).isEqualTo(kind == Kind.SUCCEEDED ? euros(700) : null);
  }

  @Test
  void a_refund_that_was_made_elsewhere_is_a_change_of_its_payment() {
    Json refund = StripeObjects.refund(Calls.refund(), "succeeded").with("metadata", Map.of());
    GatewayNotification told = read("refund.created", refund);

    assertThat(told.kind()).isEqualTo(Kind.CHANGED);
    assertThat(told.operationId()).isNull();
    assertThat(told.gatewayReference()).isEqualTo(new GatewayReference(Calls.INTENT));
    assertThat(read("refund.created", refund.with("payment_intent", null)).kind())
        .isEqualTo(Kind.IRRELEVANT);
  }

  @ParameterizedTest
  @CsvSource({
    "charge.dispute.created, needs_response, DISPUTE_OPENED",
    "charge.dispute.created, warning_needs_response, DISPUTE_OPENED",
    "charge.dispute.closed, won, DISPUTE_WON",
    "charge.dispute.closed, warning_closed, DISPUTE_WON",
    "charge.dispute.closed, lost, DISPUTE_LOST"
  })
  void a_dispute_names_itself_its_payment_and_its_amount(String type, String status, Kind kind) {
    GatewayNotification told = read(type, dispute(status));

    assertThat(told)
        .isEqualTo(
            new GatewayNotification(
                "evt_1",
                kind,
                null,
                new GatewayReference(Calls.INTENT),
                new GatewayReference("dp_1MtJUT2eZvKYlo2CNaw2HvEv"),
                new Money(500, new CurrencyCode("ISK")),
                null,
                told.occurredAt()));
  }

  @Test
  void a_dispute_that_ended_in_an_unknown_way_must_be_asked_about() {
    assertThat(read("charge.dispute.closed", dispute("prevented")).kind()).isEqualTo(Kind.CHANGED);
  }

  @Test
  void a_dispute_of_what_is_no_payment_intent_is_none_of_ours() {
    assertThat(
            read("charge.dispute.created", dispute("needs_response").with("payment_intent", null))
                .kind())
        .isEqualTo(Kind.IRRELEVANT);
  }

  @Test
  void a_dispute_whose_amount_cannot_be_read_is_not_swallowed() {
    assertThatThrownBy(
            () -> read("charge.dispute.created", dispute("needs_response").with("currency", "xxx")))
        .isInstanceOf(Rejection.class);
  }

  @ParameterizedTest
  @CsvSource({"payment_intent.processing", "charge.succeeded", "charge.dispute.updated", "x"})
  void other_events_are_irrelevant(String type) {
    GatewayNotification told = read(type, StripeObjects.intent(CHARGE, "succeeded"));

    assertThat(told.kind()).isEqualTo(Kind.IRRELEVANT);
    assertThat(told.operationId()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"payment_intent.succeeded", "payment_intent.canceled"})
  void a_payment_intent_of_somebody_else_is_irrelevant(String type) {
    Json foreign = StripeObjects.intent(CHARGE, "succeeded").with("metadata", Map.of("order", "7"));

    assertThat(read(type, foreign).kind()).isEqualTo(Kind.IRRELEVANT);
    assertThat(read(type, foreign.with("metadata", null)).kind()).isEqualTo(Kind.IRRELEVANT);
  }

  @Test
  void fields_that_other_versions_of_the_api_have_or_lack_do_not_matter() {
    Json old =
        StripeObjects.intent(CHARGE, "succeeded")
            .without("latest_charge")
            .without("payment_method_types")
            .with("charges", Map.of("data", "of another shape"))
            .with("created", "text");

    assertThat(read("payment_intent.succeeded", old).kind()).isEqualTo(Kind.SUCCEEDED);
  }

  private static Json dispute(String status) {
    return new Json()
        .with("id", "dp_1MtJUT2eZvKYlo2CNaw2HvEv")
        .with("object", "dispute")
        .with("amount", 50_000)
        .with("charge", "ch_1AZtxr2eZvKYlo2CJDX8whov")
        .with("currency", "isk")
        .with("payment_intent", Calls.INTENT)
        .with("status", status);
  }

  private static GatewayNotification read(String type, @Nullable Object object) {
    return EventMeaning.of(
        StripeEvent.parse(
            new Json()
                .with("id", "evt_1")
                .with("object", "event")
                .with("api_version", "2019-03-14")
                .with("created", 1_790_000_200)
                .with("data", new Json().with("object", object))
                .with("type", type)
                .toString()));
  }

  private static Money euros(long cents) {
    return new Money(cents, new CurrencyCode("EUR"));
  }
}
