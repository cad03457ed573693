package dev.onceledger.payment.domain;

import static dev.onceledger.api.Rejection.Reason.ATTEMPT_NOT_ALLOWED;
import static dev.onceledger.api.payment.CaptureMode.AUTOMATIC;
import static dev.onceledger.api.payment.CaptureMode.MANUAL;
import static dev.onceledger.api.payment.Contradiction.SEVERAL_ATTEMPTS_TOOK_EFFECT;
import static dev.onceledger.api.payment.Contradiction.SUCCESS_AFTER_REFUSAL;
import static dev.onceledger.api.payment.OperationKind.AUTHORIZE;
import static dev.onceledger.api.payment.OperationKind.CAPTURE;
import static dev.onceledger.api.payment.OperationKind.CHARGE;
import static dev.onceledger.api.payment.OperationKind.REFUND;
import static dev.onceledger.api.payment.OperationKind.VOID;
import static dev.onceledger.payment.domain.Asking.asking;
import static dev.onceledger.payment.domain.Reports.theGatewayDeclined;
import static dev.onceledger.payment.domain.Reports.theGatewayDid;
import static dev.onceledger.payment.domain.Reports.theGatewayNeverHeardOf;
import static dev.onceledger.payment.domain.Scenario.given;
import static dev.onceledger.payment.domain.Story.ANOTHER_TRY;
import static dev.onceledger.payment.domain.Story.CAPTURE_A;
import static dev.onceledger.payment.domain.Story.CAPTURE_B;
import static dev.onceledger.payment.domain.Story.OPENING;
import static dev.onceledger.payment.domain.Story.OPENING_2;
import static dev.onceledger.payment.domain.Story.PAYMENT;
import static dev.onceledger.payment.domain.Story.REFUND_A;
import static dev.onceledger.payment.domain.Story.VOID_A;
import static dev.onceledger.payment.domain.Story.WHOLE;
import static dev.onceledger.payment.domain.Story.aChargedPayment;
import static dev.onceledger.payment.domain.Story.aClosedPayment;
import static dev.onceledger.payment.domain.Story.aDeclinedPayment;
import static dev.onceledger.payment.domain.Story.aFailedPayment;
import static dev.onceledger.payment.domain.Story.anAuthorizedPayment;
import static dev.onceledger.payment.domain.Story.at;
import static dev.onceledger.payment.domain.Story.attempt2;
import static dev.onceledger.payment.domain.Story.authorized;
import static dev.onceledger.payment.domain.Story.captureRequested;
import static dev.onceledger.payment.domain.Story.captured;
import static dev.onceledger.payment.domain.Story.charged;
import static dev.onceledger.payment.domain.Story.contradicted;
import static dev.onceledger.payment.domain.Story.created;
import static dev.onceledger.payment.domain.Story.declined;
import static dev.onceledger.payment.domain.Story.expired;
import static dev.onceledger.payment.domain.Story.failed;
import static dev.onceledger.payment.domain.Story.following;
import static dev.onceledger.payment.domain.Story.inquired;
import static dev.onceledger.payment.domain.Story.notified;
import static dev.onceledger.payment.domain.Story.refundRequested;
import static dev.onceledger.payment.domain.Story.refunded;
import static dev.onceledger.payment.domain.Story.reopened;
import static dev.onceledger.payment.domain.Story.resent;
import static dev.onceledger.payment.domain.Story.seenOnSend;
import static dev.onceledger.payment.domain.Story.voidRequested;
import static dev.onceledger.payment.domain.Story.voided;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentEvent.PaymentCharged;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RecordOutcomeTest {
  /** Each kind of operation in flight, with its name and the event of its success. */
  static List<Arguments> operationsInFlight() {
    return List.of(
        arguments(CHARGE, OPENING, List.of(created(AUTOMATIC)), charged(OPENING)),
        arguments(AUTHORIZE, OPENING, List.of(created(MANUAL)), authorized(OPENING)),
        arguments(
            CAPTURE,
            CAPTURE_A,
            given(anAuthorizedPayment(), captureRequested(CAPTURE_A, 60)).history(),
            captured(CAPTURE_A, 60)),
        arguments(
            VOID,
            VOID_A,
            given(anAuthorizedPayment(), voidRequested(VOID_A, 100)).history(),
            voided(VOID_A, 100)),
        arguments(
            REFUND,
            REFUND_A,
            given(aChargedPayment(), refundRequested(REFUND_A, 60)).history(),
            refunded(REFUND_A, 60)));
  }

  @ParameterizedTest
  @MethodSource("operationsInFlight")
  void a_success_is_recorded_for_what_it_was_a_success_of(
      OperationKind kind, OperationId id, List<PaymentEvent> inFlight, PaymentEvent success) {
    given(inFlight).when(theGatewayDid(id)).recorded(id, success);
  }

  @ParameterizedTest
  @MethodSource("operationsInFlight")
  void a_decline_is_recorded_for_what_was_declined(
      OperationKind kind, OperationId id, List<PaymentEvent> inFlight, PaymentEvent success) {
    given(inFlight).when(theGatewayDeclined(id, 1)).recorded(id, declined(kind, id));
  }

  @ParameterizedTest
  @MethodSource("operationsInFlight")
  void a_failure_is_recorded_for_what_failed(
      OperationKind kind, OperationId id, List<PaymentEvent> inFlight, PaymentEvent success) {
    given(inFlight).when(theGatewayNeverHeardOf(id, 1)).recorded(id, failed(kind, id));
  }

  @ParameterizedTest
  @MethodSource("operationsInFlight")
  void a_success_that_is_repeated_has_no_effect(
      OperationKind kind, OperationId id, List<PaymentEvent> inFlight, PaymentEvent success) {
    given(inFlight, success).when(theGatewayDid(id)).withoutEffect(id);
  }

  @ParameterizedTest
  @MethodSource("operationsInFlight")
  void of_two_negative_outcomes_the_first_counts(
      OperationKind kind, OperationId id, List<PaymentEvent> inFlight, PaymentEvent success) {
    given(inFlight, declined(kind, id)).when(theGatewayDeclined(id, 1)).withoutEffect(id);
    given(inFlight, declined(kind, id)).when(theGatewayNeverHeardOf(id, 1)).withoutEffect(id);
    given(inFlight, failed(kind, id)).when(theGatewayDeclined(id, 1)).withoutEffect(id);
  }

  @ParameterizedTest
  @MethodSource("operationsInFlight")
  void a_proven_success_beats_a_negative_outcome_in_either_order(
      OperationKind kind, OperationId id, List<PaymentEvent> inFlight, PaymentEvent success) {
    given(inFlight, success).when(theGatewayDeclined(id, 1)).withoutEffect(id);
    given(inFlight, success).when(theGatewayNeverHeardOf(id, 1)).withoutEffect(id);
    given(inFlight, declined(kind, id))
        .when(theGatewayDid(id))
        .recorded(id, success, contradicted(id, SUCCESS_AFTER_REFUSAL));
    given(inFlight, failed(kind, id))
        .when(theGatewayDid(id))
        .recorded(id, success, contradicted(id, SUCCESS_AFTER_REFUSAL));
  }

  @ParameterizedTest
  @MethodSource("operationsInFlight")
  void a_negative_outcome_counts_only_for_the_latest_send(
      OperationKind kind, OperationId id, List<PaymentEvent> inFlight, PaymentEvent success) {
    Scenario sentTwice = given(inFlight, failed(kind, id), reopened(id, kind, ANOTHER_TRY));

    sentTwice.when(theGatewayDeclined(id, 1)).withoutEffect(id);
    sentTwice.when(theGatewayNeverHeardOf(id, 1)).withoutEffect(id);
    sentTwice.when(theGatewayDeclined(id, 3)).withoutEffect(id);
    sentTwice.when(theGatewayNeverHeardOf(id, 2)).recorded(id, failed(kind, id, 2));
  }

  @ParameterizedTest
  @MethodSource("operationsInFlight")
  void a_negative_outcome_of_a_send_before_one_under_the_same_key_no_longer_counts(
      OperationKind kind, OperationId id, List<PaymentEvent> inFlight, PaymentEvent success) {
    Scenario sentTwice = given(inFlight, resent(id, 2));

    sentTwice.when(theGatewayDeclined(id, 1)).withoutEffect(id);
    sentTwice.when(theGatewayNeverHeardOf(id, inquired(1))).withoutEffect(id);
    sentTwice.when(theGatewayNeverHeardOf(id, notified(3))).withoutEffect(id);
    sentTwice.when(theGatewayNeverHeardOf(id, 2)).recorded(id, failed(kind, id, 2));
    sentTwice.when(theGatewayDid(id)).recorded(id, success);
  }

  @ParameterizedTest
  @MethodSource("operationsInFlight")
  void a_success_counts_for_whichever_send_it_was_of(
      OperationKind kind, OperationId id, List<PaymentEvent> inFlight, PaymentEvent success) {
    given(inFlight, failed(kind, id), reopened(id, kind, ANOTHER_TRY))
        .when(theGatewayDid(id))
        .recorded(id, success);
  }

  @ParameterizedTest
  @EnumSource
  void who_said_it_is_kept(Evidence.Source source) {
    Evidence evidence = new Evidence(source, 1);

    given(created(AUTOMATIC))
        .when(
            new RecordOutcome(
                PAYMENT, OPENING, OperationState.SUCCEEDED, at(OPENING), null, evidence))
        .recorded(OPENING, new PaymentCharged(PAYMENT, OPENING, WHOLE, at(OPENING), evidence));
  }

  @Nested
  class MoneyThatMovedCounts {
    @Test
    void in_a_payment_that_was_declined_or_failed() {
      for (List<PaymentEvent> over : List.of(aDeclinedPayment(), aFailedPayment())) {
        given(over)
            .when(theGatewayDid(OPENING))
            .recorded(OPENING, charged(OPENING), contradicted(OPENING, SUCCESS_AFTER_REFUSAL));
      }
    }

    @Test
    void in_a_payment_that_expired() {
      given(
              anAuthorizedPayment(),
              captureRequested(CAPTURE_A, 60),
              declined(CAPTURE, CAPTURE_A),
              expired(1, 100))
          .when(theGatewayDid(CAPTURE_A))
          .recorded(
              CAPTURE_A, captured(CAPTURE_A, 60), contradicted(CAPTURE_A, SUCCESS_AFTER_REFUSAL));
    }

    @Test
    void in_a_payment_that_was_voided() {
      given(
              anAuthorizedPayment(),
              captureRequested(CAPTURE_A, 60),
              failed(CAPTURE, CAPTURE_A),
              voidRequested(VOID_A, 100),
              voided(VOID_A, 100))
          .when(theGatewayDid(CAPTURE_A))
          .recorded(
              CAPTURE_A, captured(CAPTURE_A, 60), contradicted(CAPTURE_A, SUCCESS_AFTER_REFUSAL));
    }

    @Test
    void in_a_payment_that_was_refunded() {
      given(
              anAuthorizedPayment(),
              captureRequested(CAPTURE_A, 60),
              declined(CAPTURE, CAPTURE_A),
              captureRequested(CAPTURE_B, 40),
              captured(CAPTURE_B, 40),
              refundRequested(REFUND_A, 40),
              refunded(REFUND_A, 40))
          .when(theGatewayDid(CAPTURE_A))
          .recorded(
              CAPTURE_A, captured(CAPTURE_A, 60), contradicted(CAPTURE_A, SUCCESS_AFTER_REFUSAL));
    }

    @Test
    void in_an_earlier_attempt_whatever_became_of_the_next() {
      Scenario inFlight = given(aDeclinedPayment(), attempt2(AUTOMATIC));

      inFlight
          .when(theGatewayDid(OPENING))
          .recorded(OPENING, charged(OPENING), contradicted(OPENING, SUCCESS_AFTER_REFUSAL));
      given(inFlight.history(), declined(CHARGE, OPENING_2))
          .when(theGatewayDid(OPENING))
          .recorded(OPENING, charged(OPENING), contradicted(OPENING, SUCCESS_AFTER_REFUSAL));
      given(inFlight.history(), charged(OPENING_2))
          .when(theGatewayDid(OPENING))
          .recorded(
              OPENING,
              charged(OPENING),
              contradicted(OPENING, SUCCESS_AFTER_REFUSAL),
              contradicted(OPENING, SEVERAL_ATTEMPTS_TOOK_EFFECT));
    }

    @Test
    void and_so_does_a_void_that_was_done_after_all_whatever_the_payment_has_become() {
      Scenario expired =
          given(
              anAuthorizedPayment(),
              voidRequested(VOID_A, 100),
              failed(VOID, VOID_A),
              expired(1, 100));

      expired
          .when(theGatewayDid(VOID_A))
          .recorded(VOID_A, voided(VOID_A, 0), contradicted(VOID_A, SUCCESS_AFTER_REFUSAL));
      given(expired.history(), attempt2(AUTOMATIC), declined(CHARGE, OPENING_2))
          .when(theGatewayDid(VOID_A))
          .recorded(VOID_A, voided(VOID_A, 0), contradicted(VOID_A, SUCCESS_AFTER_REFUSAL));
    }

    @Test
    void in_a_payment_that_was_closed_before_it_was_paid() {
      given(aClosedPayment(AUTOMATIC))
          .when(theGatewayDid(OPENING))
          .recorded(OPENING, charged(OPENING), contradicted(OPENING, SUCCESS_AFTER_REFUSAL));
    }

    @Test
    void and_can_be_refunded_whatever_the_payment_had_become() {
      Scenario neverPaid =
          given(aDeclinedPayment(), charged(OPENING), contradicted(OPENING, SUCCESS_AFTER_REFUSAL));
      Scenario closed =
          given(
              aClosedPayment(AUTOMATIC),
              charged(OPENING),
              contradicted(OPENING, SUCCESS_AFTER_REFUSAL));

      for (Scenario late : List.of(neverPaid, closed)) {
        late.when(asking(REFUND_A).toRefundAll())
            .accepted(following(REFUND_A, REFUND, 100, OPENING), refundRequested(REFUND_A, 100));
      }
    }

    @Test
    void and_is_not_forgotten_when_the_next_attempt_is_declined() {
      given(aDeclinedPayment(), attempt2(AUTOMATIC), charged(OPENING), declined(CHARGE, OPENING_2))
          .when(asking(ANOTHER_TRY).ofAttempt(3).toCharge())
          .refused(ATTEMPT_NOT_ALLOWED);
    }
  }

  @Nested
  class ABug {
    @Test
    void is_an_outcome_of_an_operation_that_nobody_asked_for() {
      given(created(AUTOMATIC))
          .when(theGatewayDid(CAPTURE_A))
          .foundABug(IllegalStateException.class);
    }

    @Test
    void is_an_outcome_that_is_none() {
      given(created(AUTOMATIC))
          .when(
              new RecordOutcome(
                  PAYMENT, OPENING, OperationState.PROCESSING, null, null, seenOnSend(1)))
          .foundABug(IllegalArgumentException.class);
    }

    @Test
    void is_a_success_without_the_gateways_reference() {
      given(created(AUTOMATIC))
          .when(
              new RecordOutcome(
                  PAYMENT, OPENING, OperationState.SUCCEEDED, null, null, seenOnSend(1)))
          .foundABug(NullPointerException.class);
    }

    @Test
    void is_a_negative_outcome_without_a_reason() {
      given(created(AUTOMATIC))
          .when(
              new RecordOutcome(PAYMENT, OPENING, OperationState.FAILED, null, null, seenOnSend(1)))
          .foundABug(NullPointerException.class);
    }
  }
}
