package dev.onceledger.payment.domain;

import static dev.onceledger.api.payment.CaptureMode.AUTOMATIC;
import static dev.onceledger.api.payment.CaptureMode.MANUAL;
import static dev.onceledger.api.payment.Contradiction.MORE_RETURNED_THAN_CAPTURED;
import static dev.onceledger.api.payment.Contradiction.REFUSAL_AFTER_SUCCESS;
import static dev.onceledger.api.payment.Contradiction.SECOND_SUCCESS;
import static dev.onceledger.api.payment.Contradiction.SEVERAL_ATTEMPTS_TOOK_EFFECT;
import static dev.onceledger.api.payment.Contradiction.SUCCESS_AFTER_REFUSAL;
import static dev.onceledger.api.payment.DisputeStage.LOST;
import static dev.onceledger.api.payment.DisputeStage.OPENED;
import static dev.onceledger.api.payment.OperationKind.CAPTURE;
import static dev.onceledger.api.payment.OperationKind.CHARGE;
import static dev.onceledger.api.payment.OperationKind.REFUND;
import static dev.onceledger.payment.domain.Reports.theGatewayDeclined;
import static dev.onceledger.payment.domain.Reports.theGatewayDid;
import static dev.onceledger.payment.domain.Reports.theGatewayNeverHeardOf;
import static dev.onceledger.payment.domain.Scenario.given;
import static dev.onceledger.payment.domain.Story.ANOTHER_TRY;
import static dev.onceledger.payment.domain.Story.CAPTURE_A;
import static dev.onceledger.payment.domain.Story.DISPUTE_A;
import static dev.onceledger.payment.domain.Story.DISPUTE_B;
import static dev.onceledger.payment.domain.Story.OPENING;
import static dev.onceledger.payment.domain.Story.OPENING_2;
import static dev.onceledger.payment.domain.Story.PAYMENT;
import static dev.onceledger.payment.domain.Story.REFUND_A;
import static dev.onceledger.payment.domain.Story.REFUND_B;
import static dev.onceledger.payment.domain.Story.VOID_A;
import static dev.onceledger.payment.domain.Story.WHOLE;
import static dev.onceledger.payment.domain.Story.aChargedPayment;
import static dev.onceledger.payment.domain.Story.aClosedPayment;
import static dev.onceledger.payment.domain.Story.aDeclinedPayment;
import static dev.onceledger.payment.domain.Story.aFailedPayment;
import static dev.onceledger.payment.domain.Story.aVoidedPayment;
import static dev.onceledger.payment.domain.Story.anAuthorizedPayment;
import static dev.onceledger.payment.domain.Story.at;
import static dev.onceledger.payment.domain.Story.attempt2;
import static dev.onceledger.payment.domain.Story.authorized;
import static dev.onceledger.payment.domain.Story.captureRequested;
import static dev.onceledger.payment.domain.Story.captured;
import static dev.onceledger.payment.domain.Story.charged;
import static dev.onceledger.payment.domain.Story.cny;
import static dev.onceledger.payment.domain.Story.contradicted;
import static dev.onceledger.payment.domain.Story.created;
import static dev.onceledger.payment.domain.Story.decidedByAPerson;
import static dev.onceledger.payment.domain.Story.declined;
import static dev.onceledger.payment.domain.Story.dispute;
import static dev.onceledger.payment.domain.Story.expired;
import static dev.onceledger.payment.domain.Story.inquired;
import static dev.onceledger.payment.domain.Story.notified;
import static dev.onceledger.payment.domain.Story.refundRequested;
import static dev.onceledger.payment.domain.Story.refunded;
import static dev.onceledger.payment.domain.Story.reopened;
import static dev.onceledger.payment.domain.Story.resent;
import static dev.onceledger.payment.domain.Story.twin;

import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.PaymentEvent.PaymentCharged;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What cannot all be right is told, once, beside the money that moved. */
class ContradictionFoundTest {
  private static final Scenario DECLINED_CHARGE = given(aDeclinedPayment());

  @Nested
  class ASuccessAfterARefusal {
    @Test
    void is_told_with_the_evidence_that_proved_it() {
      DECLINED_CHARGE
          .when(theGatewayDid(OPENING, at(OPENING), notified(1)))
          .recorded(
              OPENING,
              new PaymentCharged(PAYMENT, OPENING, WHOLE, at(OPENING), notified(1)),
              contradicted(OPENING, SUCCESS_AFTER_REFUSAL, at(OPENING), notified(1)));
    }

    @Test
    void is_told_of_a_refund_that_was_declined() {
      given(aChargedPayment(), refundRequested(REFUND_A, 60), declined(REFUND, REFUND_A))
          .when(theGatewayDid(REFUND_A))
          .recorded(
              REFUND_A, refunded(REFUND_A, 60), contradicted(REFUND_A, SUCCESS_AFTER_REFUSAL));
    }

    @Test
    void is_not_told_of_what_is_being_sent_again() {
      given(aFailedPayment(), reopened(OPENING, CHARGE, ANOTHER_TRY))
          .when(theGatewayDid(OPENING))
          .recorded(OPENING, charged(OPENING));
    }
  }

  @Nested
  class ASecondSuccess {
    private final Scenario charged = given(aChargedPayment());

    @Test
    void under_another_name_is_told_and_moves_nothing() {
      charged
          .when(theGatewayDid(OPENING, twin(OPENING), inquired(1)))
          .recorded(OPENING, contradicted(OPENING, SECOND_SUCCESS, twin(OPENING), inquired(1)));
    }

    @Test
    void is_told_once_for_each_name() {
      Scenario twice =
          given(
              charged.history(), contradicted(OPENING, SECOND_SUCCESS, twin(OPENING), inquired(1)));

      twice.when(theGatewayDid(OPENING, twin(OPENING), notified(1))).withoutEffect(OPENING);
      twice
          .when(theGatewayDid(OPENING, DISPUTE_A, notified(1)))
          .recorded(OPENING, contradicted(OPENING, SECOND_SUCCESS, DISPUTE_A, notified(1)));
    }

    @Test
    void of_a_void_that_closed_the_payment_is_the_first_that_has_a_name() {
      given(aClosedPayment(AUTOMATIC)).when(theGatewayDid(VOID_A)).withoutEffect(VOID_A);
    }
  }

  @Nested
  class ARefusalAfterASuccess {
    private final Scenario charged = given(aChargedPayment());

    static List<Evidence> whoHeardItFromTheGateway() {
      return List.of(inquired(1), notified(1), decidedByAPerson(1));
    }

    @ParameterizedTest
    @MethodSource("whoHeardItFromTheGateway")
    void is_told_and_takes_nothing_back(Evidence evidence) {
      charged
          .when(theGatewayDeclined(OPENING, evidence))
          .recorded(OPENING, contradicted(OPENING, REFUSAL_AFTER_SUCCESS, null, evidence));
      charged
          .when(theGatewayNeverHeardOf(OPENING, evidence))
          .recorded(OPENING, contradicted(OPENING, REFUSAL_AFTER_SUCCESS, null, evidence));
    }

    @ParameterizedTest
    @MethodSource("whoHeardItFromTheGateway")
    void is_told_once(Evidence evidence) {
      given(charged.history(), contradicted(OPENING, REFUSAL_AFTER_SUCCESS, null, inquired(1)))
          .when(theGatewayDeclined(OPENING, evidence))
          .withoutEffect(OPENING);
    }

    @Test
    void that_a_call_was_answered_is_none_because_it_speaks_for_its_own_send_only() {
      charged.when(theGatewayNeverHeardOf(OPENING, 1)).withoutEffect(OPENING);
    }

    @Test
    void that_was_seen_on_an_earlier_send_is_none() {
      given(created(AUTOMATIC), resent(OPENING, 2), charged(OPENING))
          .when(theGatewayNeverHeardOf(OPENING, inquired(1)))
          .withoutEffect(OPENING);
    }
  }

  @Nested
  class SeveralAttempts {
    private final Scenario secondInFlight = given(aDeclinedPayment(), attempt2(MANUAL));

    @Test
    void that_took_effect_are_told_by_the_one_that_was_proven_last() {
      given(secondInFlight.history(), authorized(OPENING_2))
          .when(theGatewayDid(OPENING))
          .recorded(
              OPENING,
              charged(OPENING),
              contradicted(OPENING, SUCCESS_AFTER_REFUSAL),
              contradicted(OPENING, SEVERAL_ATTEMPTS_TOOK_EFFECT));
      given(secondInFlight.history(), charged(OPENING))
          .when(theGatewayDid(OPENING_2))
          .recorded(
              OPENING_2,
              authorized(OPENING_2),
              contradicted(OPENING_2, SEVERAL_ATTEMPTS_TOOK_EFFECT));
    }

    @Test
    void of_which_one_was_let_go_did_not_both_take_effect() {
      given(aVoidedPayment(), attempt2(AUTOMATIC))
          .when(theGatewayDid(OPENING_2))
          .recorded(OPENING_2, charged(OPENING_2));
    }

    @Test
    void are_told_of_a_late_capture_in_an_attempt_that_had_come_to_nothing() {
      given(
              anAuthorizedPayment(),
              captureRequested(CAPTURE_A, 60),
              declined(CAPTURE, CAPTURE_A),
              expired(1, 100),
              attempt2(AUTOMATIC),
              charged(OPENING_2))
          .when(theGatewayDid(CAPTURE_A))
          .recorded(
              CAPTURE_A,
              captured(CAPTURE_A, 60),
              contradicted(CAPTURE_A, SUCCESS_AFTER_REFUSAL),
              contradicted(CAPTURE_A, SEVERAL_ATTEMPTS_TOOK_EFFECT));
    }

    @Test
    void are_not_told_again_of_each_capture() {
      given(
              secondInFlight.history(),
              charged(OPENING),
              authorized(OPENING_2),
              captureRequested(2, CAPTURE_A, cny(60)))
          .when(theGatewayDid(CAPTURE_A))
          .recorded(CAPTURE_A, captured(CAPTURE_A, 60));
    }
  }

  @Nested
  class MoreThanWasCaptured {
    @Test
    void was_refunded() {
      given(
              aChargedPayment(),
              refundRequested(REFUND_A, 60),
              declined(REFUND, REFUND_A),
              refundRequested(REFUND_B, 60),
              refunded(REFUND_B, 60))
          .when(theGatewayDid(REFUND_A))
          .recorded(
              REFUND_A,
              refunded(REFUND_A, 60),
              contradicted(REFUND_A, SUCCESS_AFTER_REFUSAL),
              contradicted(REFUND_A, MORE_RETURNED_THAN_CAPTURED));
    }

    @Test
    void was_refunded_beside_a_dispute_that_was_lost() {
      given(aChargedPayment(), refundRequested(REFUND_A, 60), dispute(LOST, DISPUTE_A, 41))
          .when(theGatewayDid(REFUND_A))
          .recorded(
              REFUND_A,
              refunded(REFUND_A, 60),
              contradicted(REFUND_A, MORE_RETURNED_THAN_CAPTURED));
    }

    @Test
    void is_not_all_of_it() {
      given(
              aChargedPayment(),
              refundRequested(REFUND_A, 60),
              dispute(LOST, DISPUTE_A, 40),
              dispute(OPENED, DISPUTE_B, 100))
          .when(theGatewayDid(REFUND_A))
          .recorded(REFUND_A, refunded(REFUND_A, 60));
    }
  }
}
