package dev.onceledger.payment.domain;

import static dev.onceledger.api.Rejection.Reason.CURRENCY_MISMATCH;
import static dev.onceledger.api.Rejection.Reason.OPERATION_IN_PROGRESS;
import static dev.onceledger.api.Rejection.Reason.PAYMENT_NOT_FOUND;
import static dev.onceledger.api.Rejection.Reason.PAYMENT_NOT_REFUNDABLE;
import static dev.onceledger.api.Rejection.Reason.REFERENCE_REUSED;
import static dev.onceledger.api.Rejection.Reason.REFUND_EXCEEDS_CAPTURED;
import static dev.onceledger.api.Rejection.Reason.VERSION_MISMATCH;
import static dev.onceledger.api.payment.CaptureMode.AUTOMATIC;
import static dev.onceledger.api.payment.CaptureMode.MANUAL;
import static dev.onceledger.api.payment.OperationKind.CAPTURE;
import static dev.onceledger.api.payment.OperationKind.CHARGE;
import static dev.onceledger.api.payment.OperationKind.REFUND;
import static dev.onceledger.payment.domain.Asking.asking;
import static dev.onceledger.payment.domain.Scenario.given;
import static dev.onceledger.payment.domain.Story.ANOTHER_TRY;
import static dev.onceledger.payment.domain.Story.CAPTURE_A;
import static dev.onceledger.payment.domain.Story.OPENING;
import static dev.onceledger.payment.domain.Story.OPENING_2;
import static dev.onceledger.payment.domain.Story.REFUND_A;
import static dev.onceledger.payment.domain.Story.REFUND_B;
import static dev.onceledger.payment.domain.Story.REFUND_C;
import static dev.onceledger.payment.domain.Story.VOID_A;
import static dev.onceledger.payment.domain.Story.aChargedPayment;
import static dev.onceledger.payment.domain.Story.aDeclinedPayment;
import static dev.onceledger.payment.domain.Story.aFailedPayment;
import static dev.onceledger.payment.domain.Story.aVoidedPayment;
import static dev.onceledger.payment.domain.Story.anAuthorizedPayment;
import static dev.onceledger.payment.domain.Story.anExpiredPayment;
import static dev.onceledger.payment.domain.Story.attempt2;
import static dev.onceledger.payment.domain.Story.authorized;
import static dev.onceledger.payment.domain.Story.captureRequested;
import static dev.onceledger.payment.domain.Story.captured;
import static dev.onceledger.payment.domain.Story.charged;
import static dev.onceledger.payment.domain.Story.cny;
import static dev.onceledger.payment.domain.Story.created;
import static dev.onceledger.payment.domain.Story.declined;
import static dev.onceledger.payment.domain.Story.expired;
import static dev.onceledger.payment.domain.Story.failed;
import static dev.onceledger.payment.domain.Story.following;
import static dev.onceledger.payment.domain.Story.jpy;
import static dev.onceledger.payment.domain.Story.refundRequested;
import static dev.onceledger.payment.domain.Story.refunded;
import static dev.onceledger.payment.domain.Story.reopened;
import static dev.onceledger.payment.domain.Story.voidRequested;
import static dev.onceledger.payment.domain.Story.voided;

import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.OperationId;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RefundPaymentTest {
  private static final Scenario CHARGED = given(aChargedPayment());
  private static final Scenario REFUNDING_60 =
      given(aChargedPayment(), refundRequested(REFUND_A, 60));
  private static final Scenario REFUNDED_60 = given(REFUNDING_60.history(), refunded(REFUND_A, 60));

  private static GatewayCall call(OperationId refund, long minor) {
    return following(refund, REFUND, minor, OPENING);
  }

  @Nested
  class ACapturedPayment {
    @Test
    void is_refunded_whole() {
      CHARGED
          .when(asking(REFUND_A).toRefund(100))
          .accepted(call(REFUND_A, 100), refundRequested(REFUND_A, 100));
    }

    @Test
    void is_refunded_in_part() {
      CHARGED
          .when(asking(REFUND_A).toRefund(1))
          .accepted(call(REFUND_A, 1), refundRequested(REFUND_A, 1));
    }

    @Test
    void is_refunded_whole_when_no_amount_is_named() {
      CHARGED
          .when(asking(REFUND_A).toRefundAll())
          .accepted(call(REFUND_A, 100), refundRequested(REFUND_A, 100));
    }

    @Test
    void is_refunded_in_several_parts() {
      REFUNDED_60
          .when(asking(REFUND_B).toRefund(40))
          .accepted(call(REFUND_B, 40), refundRequested(REFUND_B, 40));
      REFUNDED_60
          .when(asking(REFUND_B).toRefundAll())
          .accepted(call(REFUND_B, 40), refundRequested(REFUND_B, 40));
    }

    @Test
    void is_refunded_in_several_parts_at_the_same_time() {
      REFUNDING_60
          .when(asking(REFUND_B).toRefund(40))
          .accepted(call(REFUND_B, 40), refundRequested(REFUND_B, 40));
    }

    @Test
    void is_refunded_for_what_is_captured_and_not_for_what_is_authorized() {
      Scenario partly =
          given(anAuthorizedPayment(), captureRequested(CAPTURE_A, 60), captured(CAPTURE_A, 60));

      partly
          .when(asking(REFUND_A).toRefundAll())
          .accepted(call(REFUND_A, 60), refundRequested(REFUND_A, 60));
      partly.when(asking(REFUND_A).toRefund(61)).refused(REFUND_EXCEEDS_CAPTURED);
    }

    @Test
    void of_the_largest_amount_is_refunded_whole() {
      Money largest = cny(Money.REQUEST_MINOR_MAX);

      given(created(AUTOMATIC, largest), charged(OPENING, largest))
          .when(asking(REFUND_A).toRefund(Money.REQUEST_MINOR_MAX))
          .accepted(call(REFUND_A, Money.REQUEST_MINOR_MAX), refundRequested(1, REFUND_A, largest));
    }

    @Test
    void is_never_refunded_above_what_is_captured() {
      CHARGED.when(asking(REFUND_A).toRefund(101)).refused(REFUND_EXCEEDS_CAPTURED);
      REFUNDED_60.when(asking(REFUND_B).toRefund(41)).refused(REFUND_EXCEEDS_CAPTURED);
    }

    @Test
    void whose_refund_was_declined_is_refunded_under_a_new_reference() {
      given(REFUNDING_60.history(), declined(REFUND, REFUND_A))
          .when(asking(REFUND_B).toRefund(100))
          .accepted(call(REFUND_B, 100), refundRequested(REFUND_B, 100));
    }

    @Test
    void is_refunded_from_the_attempt_that_was_paid() {
      given(aDeclinedPayment(), attempt2(AUTOMATIC), charged(OPENING_2))
          .when(asking(REFUND_A).toRefund(100))
          .accepted(
              following(REFUND_A, REFUND, 100, OPENING_2), refundRequested(2, REFUND_A, cny(100)));
    }
  }

  @Nested
  class AContradiction {
    private final Scenario paidTwice =
        given(aDeclinedPayment(), attempt2(AUTOMATIC), charged(OPENING_2), charged(OPENING));

    @Test
    void between_two_paid_attempts_is_undone_from_the_latest_on() {
      paidTwice
          .when(asking(REFUND_A).toRefundAll())
          .accepted(
              following(REFUND_A, REFUND, 100, OPENING_2), refundRequested(2, REFUND_A, cny(100)));
      given(paidTwice.history(), refundRequested(2, REFUND_A, cny(100)), refunded(REFUND_A, 100))
          .when(asking(REFUND_B).toRefundAll())
          .accepted(call(REFUND_B, 100), refundRequested(REFUND_B, 100));
    }

    @Test
    void never_lets_one_attempt_give_back_what_another_took() {
      paidTwice.when(asking(REFUND_A).toRefund(101)).refused(REFUND_EXCEEDS_CAPTURED);
    }

    @Test
    void never_gives_back_more_than_the_whole_payment_took() {
      Scenario overRefunded =
          given(
              paidTwice.history(),
              refundRequested(REFUND_A, 100),
              declined(REFUND, REFUND_A),
              refundRequested(REFUND_B, 60),
              refunded(REFUND_A, 100),
              refunded(REFUND_B, 60));

      overRefunded.when(asking(REFUND_C).toRefund(41)).refused(REFUND_EXCEEDS_CAPTURED);
      overRefunded
          .when(asking(REFUND_C).toRefundAll())
          .accepted(
              following(REFUND_C, REFUND, 40, OPENING_2), refundRequested(2, REFUND_C, cny(40)));
    }

    @Test
    void lets_an_earlier_attempt_that_was_paid_late_be_refunded_while_the_next_is_in_flight() {
      given(aDeclinedPayment(), attempt2(AUTOMATIC), charged(OPENING))
          .when(asking(REFUND_A).toRefund(100))
          .accepted(call(REFUND_A, 100), refundRequested(REFUND_A, 100));
    }
  }

  @Nested
  class WhileItIsUndecided {
    @Test
    void whether_it_is_charged_a_refund_waits() {
      given(created(AUTOMATIC)).when(asking(REFUND_A).toRefund(100)).refused(OPERATION_IN_PROGRESS);
      given(created(AUTOMATIC)).when(asking(REFUND_A).toRefundAll()).refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void whether_a_capture_makes_room_a_refund_waits() {
      Scenario capturing = given(anAuthorizedPayment(), captureRequested(CAPTURE_A, 60));

      capturing.when(asking(REFUND_A).toRefund(60)).refused(OPERATION_IN_PROGRESS);
      capturing.when(asking(REFUND_A).toRefundAll()).refused(OPERATION_IN_PROGRESS);
      capturing.when(asking(REFUND_A).toRefund(61)).refused(PAYMENT_NOT_REFUNDABLE);
    }

    @Test
    void of_two_parallel_refunds_of_60_percent_the_second_waits_and_never_exceeds() {
      REFUNDING_60.when(asking(REFUND_B).toRefund(60)).refused(OPERATION_IN_PROGRESS);
      REFUNDED_60.when(asking(REFUND_B).toRefund(60)).refused(REFUND_EXCEEDS_CAPTURED);
      given(REFUNDING_60.history(), declined(REFUND, REFUND_A))
          .when(asking(REFUND_B).toRefund(60))
          .accepted(call(REFUND_B, 60), refundRequested(REFUND_B, 60));
    }

    @Test
    void of_three_parallel_refunds_each_counts() {
      given(REFUNDING_60.history(), refundRequested(REFUND_B, 40))
          .when(asking(REFUND_C).toRefund(1))
          .refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void what_is_left_a_refund_of_all_that_is_left_waits() {
      REFUNDING_60.when(asking(REFUND_B).toRefundAll()).refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void a_refund_that_can_never_fit_is_refused_at_once() {
      REFUNDING_60.when(asking(REFUND_B).toRefund(101)).refused(REFUND_EXCEEDS_CAPTURED);
    }

    @Test
    void whether_a_void_is_done_a_refund_need_not_wait() {
      given(
              anAuthorizedPayment(),
              captureRequested(CAPTURE_A, 60),
              captured(CAPTURE_A, 60),
              voidRequested(VOID_A, 40))
          .when(asking(REFUND_A).toRefund(60))
          .accepted(call(REFUND_A, 60), refundRequested(REFUND_A, 60));
    }
  }

  @Nested
  class NothingIsLeft {
    static List<Scenario> toRefund() {
      return List.of(
          given(anAuthorizedPayment()),
          given(aDeclinedPayment()),
          given(aFailedPayment()),
          given(aVoidedPayment()),
          given(anExpiredPayment()),
          given(aChargedPayment(), refundRequested(REFUND_A, 100), refunded(REFUND_A, 100)),
          given(aDeclinedPayment(), attempt2(MANUAL), authorized(OPENING_2)));
    }

    @ParameterizedTest
    @MethodSource("toRefund")
    void a_refund_is_refused(Scenario over) {
      over.when(asking(REFUND_B).toRefund(1)).refused(PAYMENT_NOT_REFUNDABLE);
      over.when(asking(REFUND_B).toRefundAll()).refused(PAYMENT_NOT_REFUNDABLE);
    }

    @Test
    void a_refund_that_was_done_after_all_counts() {
      given(REFUNDING_60.history(), failed(REFUND, REFUND_A), refunded(REFUND_A, 60))
          .when(asking(REFUND_B).toRefund(41))
          .refused(REFUND_EXCEEDS_CAPTURED);
    }
  }

  @Nested
  class MoneyThatMovedAfterAll {
    static List<Scenario> chargedLate() {
      return List.of(
          given(aDeclinedPayment(), charged(OPENING)), given(aFailedPayment(), charged(OPENING)));
    }

    @ParameterizedTest
    @MethodSource("chargedLate")
    void by_a_charge_can_be_refunded(Scenario late) {
      late.when(asking(REFUND_A).toRefund(100))
          .accepted(call(REFUND_A, 100), refundRequested(REFUND_A, 100));
    }

    @Test
    void by_a_capture_can_be_refunded_in_a_payment_that_is_over() {
      given(
              anAuthorizedPayment(),
              captureRequested(CAPTURE_A, 60),
              declined(CAPTURE, CAPTURE_A),
              expired(1, 100),
              captured(CAPTURE_A, 60))
          .when(asking(REFUND_A).toRefundAll())
          .accepted(call(REFUND_A, 60), refundRequested(REFUND_A, 60));
      given(
              anAuthorizedPayment(),
              captureRequested(CAPTURE_A, 60),
              failed(CAPTURE, CAPTURE_A),
              voidRequested(VOID_A, 100),
              voided(VOID_A, 100),
              captured(CAPTURE_A, 60))
          .when(asking(REFUND_A).toRefundAll())
          .accepted(call(REFUND_A, 60), refundRequested(REFUND_A, 60));
    }
  }

  /** Each request has the faults of all that follow as well. */
  @Nested
  class Precedence {
    private final Asking faulty = asking(REFUND_B).ifVersion(77);

    @Test
    void the_payment_of_another_scope_comes_first() {
      given(created(AUTOMATIC))
          .when(faulty.inScope("other").toRefund(jpy(101)))
          .refused(PAYMENT_NOT_FOUND);
      REFUNDED_60.when(asking(REFUND_A).inScope("other").toRefund(60)).refused(PAYMENT_NOT_FOUND);
    }

    @Test
    void an_operation_in_progress_comes_second() {
      given(created(AUTOMATIC)).when(faulty.toRefund(1)).refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void the_currency_comes_third() {
      given(aVoidedPayment()).when(faulty.toRefund(jpy(101))).refused(CURRENCY_MISMATCH);
      given(created(AUTOMATIC)).when(faulty.toRefund(jpy(1))).refused(CURRENCY_MISMATCH);
    }

    @Test
    void the_version_comes_fourth() {
      given(aVoidedPayment()).when(faulty.toRefund(101)).refused(VERSION_MISMATCH);
      CHARGED.when(faulty.toRefund(101)).refused(VERSION_MISMATCH);
    }

    @Test
    void what_is_left_at_all_comes_fifth() {
      given(aVoidedPayment()).when(asking(REFUND_B).toRefund(101)).refused(PAYMENT_NOT_REFUNDABLE);
    }
  }

  @Test
  void a_refund_acts_only_at_the_version_that_it_names() {
    CHARGED.when(asking(REFUND_A).ifVersion(1).toRefund(1)).refused(VERSION_MISMATCH);
    CHARGED
        .when(asking(REFUND_A).ifVersion(2).toRefund(1))
        .accepted(call(REFUND_A, 1), refundRequested(REFUND_A, 1));
  }

  @Nested
  class ARepeat {
    @Test
    void with_the_same_content_finds_the_refund() {
      REFUNDED_60.when(asking(REFUND_A).again(ANOTHER_TRY).toRefund(60)).found(REFUND_A);
      REFUNDED_60.when(asking(REFUND_A).underAnotherKey().toRefund(60)).found(REFUND_A);
    }

    @Test
    void with_other_content_reuses_the_reference() {
      REFUNDED_60
          .when(asking(REFUND_A).withOtherContent().ifVersion(77).toRefund(50))
          .refused(REFERENCE_REUSED);
    }

    @Test
    void waits_while_the_earlier_one_is_being_decided() {
      REFUNDING_60
          .when(asking(REFUND_A).again(ANOTHER_TRY).toRefund(60))
          .refused(OPERATION_IN_PROGRESS);
      REFUNDING_60
          .when(asking(REFUND_A).withOtherContent().toRefund(50))
          .refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void that_is_the_same_try_goes_on_when_only_its_acknowledgement_was_lost() {
      REFUNDING_60.when(asking(REFUND_A).toRefund(60)).acceptedOnceMore(call(REFUND_A, 60));
    }

    @Test
    void of_a_declined_refund_finds_it_and_gives_nothing_back() {
      given(REFUNDING_60.history(), declined(REFUND, REFUND_A))
          .when(asking(REFUND_A).again(ANOTHER_TRY).toRefund(60))
          .found(REFUND_A);
    }
  }

  @Nested
  class AFailedRefund {
    private final Scenario failed = given(REFUNDING_60.history(), failed(REFUND, REFUND_A));
    private final Asking again = asking(REFUND_A).again(ANOTHER_TRY);
    private final GatewayCall secondSend = call(REFUND_A, 60).reopened();

    @Test
    void is_reopened_by_its_own_key_under_the_next_generation() {
      failed.when(again.toRefund(60)).accepted(secondSend, reopened(REFUND_A, REFUND, ANOTHER_TRY));
    }

    @Test
    void is_found_by_any_other_key() {
      failed.when(asking(REFUND_A).underAnotherKey().toRefund(60)).found(REFUND_A);
    }

    @Test
    void that_was_reopened_holds_its_amount_again() {
      Scenario reopened = given(failed.history(), reopened(REFUND_A, REFUND, ANOTHER_TRY));

      reopened.when(again.toRefund(60)).acceptedOnceMore(secondSend);
      reopened.when(asking(REFUND_B).toRefund(41)).refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void waits_while_another_could_take_its_room() {
      given(failed.history(), refundRequested(REFUND_B, 41))
          .when(again.ifVersion(77).toRefund(60))
          .refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void is_not_reopened_at_another_version_nor_when_it_no_longer_fits() {
      Scenario less =
          given(failed.history(), refundRequested(REFUND_B, 41), refunded(REFUND_B, 41));

      less.when(again.ifVersion(77).toRefund(60)).refused(VERSION_MISMATCH);
      less.when(again.toRefund(60)).refused(REFUND_EXCEEDS_CAPTURED);
    }

    @Test
    void is_reopened_only_while_its_own_attempt_has_room() {
      Scenario paidTwice =
          given(
              aDeclinedPayment(),
              attempt2(AUTOMATIC),
              charged(OPENING_2),
              charged(OPENING),
              refundRequested(2, REFUND_A, cny(60)),
              failed(REFUND, REFUND_A),
              refundRequested(2, REFUND_B, cny(60)));

      paidTwice.when(again.toRefund(60)).refused(OPERATION_IN_PROGRESS);
      given(paidTwice.history(), refunded(REFUND_B, 60))
          .when(again.toRefund(60))
          .refused(REFUND_EXCEEDS_CAPTURED);
    }

    @Test
    void of_an_earlier_attempt_is_never_reopened() {
      given(
              aDeclinedPayment(),
              attempt2(AUTOMATIC),
              charged(OPENING),
              refundRequested(REFUND_A, 60),
              failed(REFUND, REFUND_A),
              declined(CHARGE, OPENING_2))
          .when(again.toRefund(60))
          .found(REFUND_A);
    }
  }
}
