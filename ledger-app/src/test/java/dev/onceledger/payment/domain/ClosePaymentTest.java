package dev.onceledger.payment.domain;

import static dev.onceledger.api.Rejection.Reason.OPERATION_IN_PROGRESS;
import static dev.onceledger.api.Rejection.Reason.PAYMENT_NOT_REFUNDABLE;
import static dev.onceledger.api.Rejection.Reason.PAYMENT_NOT_VOIDABLE;
import static dev.onceledger.api.payment.CaptureMode.AUTOMATIC;
import static dev.onceledger.api.payment.CaptureMode.MANUAL;
import static dev.onceledger.api.payment.Contradiction.SEVERAL_ATTEMPTS_TOOK_EFFECT;
import static dev.onceledger.api.payment.Contradiction.SUCCESS_AFTER_REFUSAL;
import static dev.onceledger.api.payment.OperationKind.AUTHORIZE;
import static dev.onceledger.api.payment.OperationKind.CHARGE;
import static dev.onceledger.api.payment.OperationKind.VOID;
import static dev.onceledger.payment.domain.Asking.asking;
import static dev.onceledger.payment.domain.Reports.theGatewayDeclined;
import static dev.onceledger.payment.domain.Reports.theGatewayDid;
import static dev.onceledger.payment.domain.Reports.theGatewayNeverHeardOf;
import static dev.onceledger.payment.domain.Scenario.given;
import static dev.onceledger.payment.domain.Story.ANOTHER_TRY;
import static dev.onceledger.payment.domain.Story.A_THIRD_TRY;
import static dev.onceledger.payment.domain.Story.CAPTURE_A;
import static dev.onceledger.payment.domain.Story.NO_FUNDS;
import static dev.onceledger.payment.domain.Story.OPENING;
import static dev.onceledger.payment.domain.Story.OPENING_2;
import static dev.onceledger.payment.domain.Story.PAYMENT;
import static dev.onceledger.payment.domain.Story.REFUND_A;
import static dev.onceledger.payment.domain.Story.VOID_A;
import static dev.onceledger.payment.domain.Story.VOID_B;
import static dev.onceledger.payment.domain.Story.WHOLE;
import static dev.onceledger.payment.domain.Story.aClosedPayment;
import static dev.onceledger.payment.domain.Story.aDeclinedPayment;
import static dev.onceledger.payment.domain.Story.aFailedPayment;
import static dev.onceledger.payment.domain.Story.at;
import static dev.onceledger.payment.domain.Story.attempt2;
import static dev.onceledger.payment.domain.Story.authorized;
import static dev.onceledger.payment.domain.Story.charged;
import static dev.onceledger.payment.domain.Story.closed;
import static dev.onceledger.payment.domain.Story.contradicted;
import static dev.onceledger.payment.domain.Story.created;
import static dev.onceledger.payment.domain.Story.declined;
import static dev.onceledger.payment.domain.Story.failed;
import static dev.onceledger.payment.domain.Story.following;
import static dev.onceledger.payment.domain.Story.inquired;
import static dev.onceledger.payment.domain.Story.notified;
import static dev.onceledger.payment.domain.Story.opening;
import static dev.onceledger.payment.domain.Story.reopened;
import static dev.onceledger.payment.domain.Story.resent;
import static dev.onceledger.payment.domain.Story.seenOnSend;
import static dev.onceledger.payment.domain.Story.voidRequested;
import static dev.onceledger.payment.domain.Story.voided;

import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentEvent.PaymentCharged;
import dev.onceledger.api.payment.PaymentEvent.PaymentDeclined;
import dev.onceledger.api.payment.PaymentEvent.VoidDeclined;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A void of what is not decided yet. It is closed at the gateway, so that it will never be paid.
 */
class ClosePaymentTest {
  private static final String NOTHING_TO_VOID = "nothing-to-void";
  private static final String ALREADY_CAPTURED = "already-captured";

  private static final Scenario CLOSING_A_CHARGE =
      given(created(AUTOMATIC), voidRequested(VOID_A, 100));
  private static final Scenario CLOSING_AN_AUTHORIZATION =
      given(created(MANUAL), voidRequested(VOID_A, 100));
  private static final GatewayCall CHARGE_CALL = opening(OPENING, CHARGE, WHOLE);
  private static final GatewayCall VOID_CALL = following(VOID_A, VOID, 100, OPENING);

  private static PaymentEvent declinedVoid(OperationId voiding, String reason, Evidence evidence) {
    return new VoidDeclined(PAYMENT, voiding, reason, evidence);
  }

  @Nested
  class APaymentThatIsNotDecidedYet {
    @Test
    void is_voided_by_closing_it() {
      given(created(AUTOMATIC))
          .when(asking(VOID_A).toVoid())
          .accepted(VOID_CALL.closing(CHARGE_CALL), voidRequested(VOID_A, 100));
      given(created(MANUAL))
          .when(asking(VOID_A).toVoid())
          .accepted(
              VOID_CALL.closing(opening(OPENING, AUTHORIZE, WHOLE)), voidRequested(VOID_A, 100));
    }

    @Test
    void is_closed_in_the_send_that_is_the_latest() {
      given(created(AUTOMATIC), resent(OPENING, 2))
          .when(asking(VOID_A).toVoid())
          .accepted(VOID_CALL.closing(CHARGE_CALL.resent()), voidRequested(VOID_A, 100));
      given(aFailedPayment(), reopened(OPENING, CHARGE, ANOTHER_TRY))
          .when(asking(VOID_A).toVoid())
          .accepted(VOID_CALL.closing(CHARGE_CALL.reopened()), voidRequested(VOID_A, 100));
    }

    @Test
    void is_closed_in_its_second_attempt_even_if_the_first_took_effect_after_all() {
      GatewayCall second =
          following(VOID_A, VOID, 100, OPENING_2).closing(opening(OPENING_2, CHARGE, WHOLE));

      given(aDeclinedPayment(), attempt2(AUTOMATIC), charged(OPENING))
          .when(asking(VOID_A).ofAttempt(2).toVoid())
          .accepted(second, voidRequested(2, VOID_A, 100));
    }

    @Test
    void is_neither_captured_nor_tried_again_nor_refunded_while_it_is_being_closed() {
      CLOSING_AN_AUTHORIZATION
          .when(asking(CAPTURE_A).toCaptureAll())
          .refused(OPERATION_IN_PROGRESS);
      CLOSING_A_CHARGE
          .when(asking(OPENING_2).ofAttempt(2).toCharge())
          .refused(OPERATION_IN_PROGRESS);
      CLOSING_A_CHARGE.when(asking(REFUND_A).toRefund(60)).refused(OPERATION_IN_PROGRESS);
    }
  }

  @Nested
  class WhatIsClosed {
    static List<Scenario> closing() {
      return List.of(CLOSING_A_CHARGE, CLOSING_AN_AUTHORIZATION);
    }

    @ParameterizedTest
    @MethodSource("closing")
    void and_surely_never_executes_is_voided_by_one_event(Scenario closing) {
      closing.when(theGatewayNeverHeardOf(OPENING, 1)).recorded(OPENING, closed(VOID_A, OPENING));
    }

    @ParameterizedTest
    @MethodSource("closing")
    void and_was_declined_leaves_nothing_to_void(Scenario closing) {
      closing
          .when(theGatewayDeclined(OPENING, 1))
          .recorded(
              OPENING,
              declined(CHARGE, OPENING),
              declinedVoid(VOID_A, NOTHING_TO_VOID, seenOnSend(1)));
    }

    @Test
    void and_was_charged_can_no_longer_be_voided() {
      CLOSING_A_CHARGE
          .when(theGatewayDid(OPENING))
          .recorded(
              OPENING, charged(OPENING), declinedVoid(VOID_A, ALREADY_CAPTURED, seenOnSend(1)));
    }

    @Test
    void and_was_authorized_is_voided_like_any_authorization() {
      Scenario goesOn = given(CLOSING_AN_AUTHORIZATION.history(), authorized(OPENING));

      CLOSING_AN_AUTHORIZATION.when(theGatewayDid(OPENING)).recorded(OPENING, authorized(OPENING));
      goesOn.when(asking(VOID_A).toVoid()).acceptedOnceMore(VOID_CALL);
      goesOn.when(theGatewayDid(VOID_A)).recorded(VOID_A, voided(VOID_A, 100));
    }

    @Test
    void ends_the_void_in_the_send_that_is_the_voids_own() {
      Scenario closing =
          given(
              created(AUTOMATIC),
              resent(OPENING, 2),
              voidRequested(VOID_A, 100),
              resent(VOID_A, 2),
              resent(VOID_A, 3));

      closing
          .when(theGatewayDeclined(OPENING, inquired(2)))
          .recorded(
              OPENING,
              new PaymentDeclined(PAYMENT, OPENING, NO_FUNDS, inquired(2)),
              declinedVoid(VOID_A, NOTHING_TO_VOID, inquired(3)));
      closing
          .when(theGatewayDid(OPENING, at(OPENING), notified(1)))
          .recorded(
              OPENING,
              new PaymentCharged(PAYMENT, OPENING, WHOLE, at(OPENING), notified(1)),
              declinedVoid(VOID_A, ALREADY_CAPTURED, notified(3)));
      closing.when(theGatewayNeverHeardOf(OPENING, 1)).withoutEffect(OPENING);
    }

    @Test
    void and_was_paid_while_another_attempt_had_been_contradicts_as_well() {
      given(
              aDeclinedPayment(),
              attempt2(AUTOMATIC),
              charged(OPENING),
              voidRequested(2, VOID_A, 100))
          .when(theGatewayDid(OPENING_2))
          .recorded(
              OPENING_2,
              charged(OPENING_2),
              declinedVoid(VOID_A, ALREADY_CAPTURED, seenOnSend(1)),
              contradicted(OPENING_2, SEVERAL_ATTEMPTS_TOOK_EFFECT));
    }
  }

  @Nested
  class AVoidThatCloses {
    @Test
    void and_was_declined_or_failed_leaves_the_payment_to_be_decided() {
      for (PaymentEvent end : List.of(declined(VOID, VOID_A), failed(VOID, VOID_A))) {
        Scenario stillCharging = given(CLOSING_A_CHARGE.history(), end);

        stillCharging.when(theGatewayDid(OPENING)).recorded(OPENING, charged(OPENING));
        stillCharging
            .when(theGatewayNeverHeardOf(OPENING, 1))
            .recorded(OPENING, failed(CHARGE, OPENING));
      }
    }

    @Test
    void and_is_done_has_closed_the_payment() {
      CLOSING_AN_AUTHORIZATION
          .when(theGatewayDid(VOID_A))
          .recorded(VOID_A, closed(VOID_A, OPENING));
    }

    @Test
    void and_failed_is_tried_again_by_its_own_key() {
      given(CLOSING_A_CHARGE.history(), failed(VOID, VOID_A))
          .when(asking(VOID_A).again(ANOTHER_TRY).toVoid())
          .accepted(VOID_CALL.closing(CHARGE_CALL).reopened(), reopened(VOID_A, VOID, ANOTHER_TRY));
    }

    @Test
    void and_is_tried_again_closes_what_was_sent_last() {
      given(CLOSING_A_CHARGE.history(), failed(VOID, VOID_A), resent(OPENING, 2))
          .when(asking(VOID_A).again(ANOTHER_TRY).toVoid())
          .accepted(
              VOID_CALL.reopened().closing(CHARGE_CALL.resent()),
              reopened(VOID_A, VOID, ANOTHER_TRY));
      given(
              CLOSING_A_CHARGE.history(),
              failed(VOID, VOID_A),
              failed(CHARGE, OPENING),
              reopened(OPENING, CHARGE, A_THIRD_TRY))
          .when(asking(VOID_A).again(ANOTHER_TRY).toVoid())
          .accepted(
              VOID_CALL.reopened().closing(CHARGE_CALL.reopened()),
              reopened(VOID_A, VOID, ANOTHER_TRY));
    }

    @Test
    void and_is_tried_again_after_the_authorization_acts_on_that() {
      given(CLOSING_AN_AUTHORIZATION.history(), failed(VOID, VOID_A), authorized(OPENING))
          .when(asking(VOID_A).again(ANOTHER_TRY).toVoid())
          .accepted(VOID_CALL.reopened(), reopened(VOID_A, VOID, ANOTHER_TRY));
    }

    @Test
    void and_is_tried_again_when_there_is_nothing_to_close_is_refused() {
      given(CLOSING_A_CHARGE.history(), failed(VOID, VOID_A), failed(CHARGE, OPENING))
          .when(asking(VOID_A).again(ANOTHER_TRY).toVoid())
          .refused(PAYMENT_NOT_VOIDABLE);
    }
  }

  @Nested
  class AClosedPayment {
    private final Scenario closed = given(aClosedPayment(AUTOMATIC));

    @Test
    void is_found_and_not_reopened_by_the_key_that_created_it() {
      closed.when(asking(OPENING).again(ANOTHER_TRY).toCharge()).found(OPENING);
      closed.when(asking(OPENING).underAnotherKey().toCharge()).found(OPENING);
    }

    @Test
    void is_found_by_the_void_that_closed_it() {
      closed.when(asking(VOID_A).again(ANOTHER_TRY).toVoid()).found(VOID_A);
    }

    @Test
    void is_paid_by_a_next_attempt() {
      closed
          .when(asking(OPENING_2).ofAttempt(2).toCharge())
          .accepted(opening(OPENING_2, CHARGE, WHOLE), attempt2(AUTOMATIC));
    }

    @Test
    void has_nothing_left_to_void_nor_to_refund() {
      closed.when(asking(VOID_B).toVoid()).refused(PAYMENT_NOT_VOIDABLE);
      closed.when(asking(REFUND_A).toRefund(1)).refused(PAYMENT_NOT_REFUNDABLE);
    }

    @Test
    void that_was_authorized_after_all_can_be_voided_again() {
      given(
              aClosedPayment(MANUAL),
              authorized(OPENING),
              contradicted(OPENING, SUCCESS_AFTER_REFUSAL))
          .when(asking(VOID_B).toVoid())
          .accepted(following(VOID_B, VOID, 100, OPENING), voidRequested(VOID_B, 100));
    }

    @Test
    void hears_of_its_end_once() {
      closed.when(theGatewayNeverHeardOf(OPENING, inquired(1))).withoutEffect(OPENING);
      closed.when(theGatewayDeclined(OPENING, inquired(1))).withoutEffect(OPENING);
    }
  }
}
