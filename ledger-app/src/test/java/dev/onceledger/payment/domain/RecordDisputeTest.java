package dev.onceledger.payment.domain;

import static dev.onceledger.api.Rejection.Reason.OPERATION_IN_PROGRESS;
import static dev.onceledger.api.Rejection.Reason.PAYMENT_NOT_REFUNDABLE;
import static dev.onceledger.api.Rejection.Reason.REFUND_EXCEEDS_CAPTURED;
import static dev.onceledger.api.payment.CaptureMode.AUTOMATIC;
import static dev.onceledger.api.payment.Contradiction.MORE_RETURNED_THAN_CAPTURED;
import static dev.onceledger.api.payment.DisputeStage.LOST;
import static dev.onceledger.api.payment.DisputeStage.OPENED;
import static dev.onceledger.api.payment.DisputeStage.WON;
import static dev.onceledger.api.payment.OperationKind.REFUND;
import static dev.onceledger.payment.domain.Asking.asking;
import static dev.onceledger.payment.domain.Reports.theBank;
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
import static dev.onceledger.payment.domain.Story.aChargedPayment;
import static dev.onceledger.payment.domain.Story.aDeclinedPayment;
import static dev.onceledger.payment.domain.Story.attempt2;
import static dev.onceledger.payment.domain.Story.charged;
import static dev.onceledger.payment.domain.Story.cny;
import static dev.onceledger.payment.domain.Story.contradicted;
import static dev.onceledger.payment.domain.Story.dispute;
import static dev.onceledger.payment.domain.Story.failed;
import static dev.onceledger.payment.domain.Story.following;
import static dev.onceledger.payment.domain.Story.jpy;
import static dev.onceledger.payment.domain.Story.notified;
import static dev.onceledger.payment.domain.Story.refundRequested;
import static dev.onceledger.payment.domain.Story.refunded;

import dev.onceledger.api.payment.DisputeStage;
import dev.onceledger.api.payment.PaymentCommand.RecordDispute;
import dev.onceledger.api.payment.PaymentEvent;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecordDisputeTest {
  private static final Scenario CHARGED = given(aChargedPayment());
  private static final Scenario OPEN_30 = with(dispute(OPENED, DISPUTE_A, 30));
  private static final Scenario LOST_30 = with(dispute(LOST, DISPUTE_A, 30));

  private static Scenario with(PaymentEvent... more) {
    return given(aChargedPayment(), more);
  }

  private static void refundable(long minor, Scenario scenario) {
    scenario
        .when(asking(REFUND_A).toRefundAll())
        .accepted(following(REFUND_A, REFUND, minor, OPENING), refundRequested(REFUND_A, minor));
    scenario.when(asking(REFUND_A).toRefund(minor + 1)).refused(REFUND_EXCEEDS_CAPTURED);
  }

  @ParameterizedTest
  @EnumSource
  void a_dispute_is_recorded_at_whatever_stage_it_is_heard_of_first(DisputeStage stage) {
    CHARGED.when(theBank(stage, DISPUTE_A, 30)).recorded(OPENING, dispute(stage, DISPUTE_A, 30));
    CHARGED
        .when(theBank(stage, DISPUTE_A, 30, 7))
        .recorded(OPENING, dispute(stage, DISPUTE_A, 30, 7));
  }

  @Test
  void a_dispute_of_a_payment_that_took_nothing_is_recorded_too() {
    given(aDeclinedPayment())
        .when(theBank(LOST, DISPUTE_A, 30))
        .recorded(
            OPENING,
            dispute(LOST, DISPUTE_A, 30),
            contradicted(OPENING, MORE_RETURNED_THAN_CAPTURED, DISPUTE_A, notified(1)));
  }

  @Nested
  class WithVersions {
    private final Scenario third = with(dispute(WON, DISPUTE_A, 30, 3));

    @ParameterizedTest
    @EnumSource
    void what_is_newer_counts_whatever_it_says(DisputeStage stage) {
      third
          .when(theBank(stage, DISPUTE_A, 40, 4))
          .recorded(OPENING, dispute(stage, DISPUTE_A, 40, 4));
    }

    @ParameterizedTest
    @EnumSource
    void what_is_older_or_a_repeat_has_no_effect(DisputeStage stage) {
      third.when(theBank(stage, DISPUTE_A, 40, 2)).withoutEffect(OPENING);
      third.when(theBank(stage, DISPUTE_A, 40, 3)).withoutEffect(OPENING);
    }

    @Test
    void another_dispute_counts_for_itself() {
      third
          .when(theBank(OPENED, DISPUTE_B, 30, 1))
          .recorded(OPENING, dispute(OPENED, DISPUTE_B, 30, 1));
    }

    @Test
    void what_is_told_without_one_in_between_does_not_make_older_ones_count_again() {
      Scenario lost = with(dispute(OPENED, DISPUTE_A, 30, 3), dispute(LOST, DISPUTE_A, 30, null));

      lost.when(theBank(WON, DISPUTE_A, 30, 2)).withoutEffect(OPENING);
      lost.when(theBank(WON, DISPUTE_A, 30, 4)).recorded(OPENING, dispute(WON, DISPUTE_A, 30, 4));
    }
  }

  @Nested
  class WithoutVersions {
    @ParameterizedTest
    @EnumSource
    void a_repeat_has_no_effect(DisputeStage stage) {
      with(dispute(stage, DISPUTE_A, 30))
          .when(theBank(stage, DISPUTE_A, 30))
          .withoutEffect(OPENING);
    }

    @Test
    void an_opening_that_is_told_after_the_end_has_no_effect() {
      LOST_30.when(theBank(OPENED, DISPUTE_A, 30)).withoutEffect(OPENING);
      with(dispute(WON, DISPUTE_A, 30)).when(theBank(OPENED, DISPUTE_A, 30)).withoutEffect(OPENING);
    }

    @Test
    void an_end_counts_after_the_opening_and_after_another_end() {
      OPEN_30.when(theBank(WON, DISPUTE_A, 30)).recorded(OPENING, dispute(WON, DISPUTE_A, 30));
      OPEN_30.when(theBank(LOST, DISPUTE_A, 30)).recorded(OPENING, dispute(LOST, DISPUTE_A, 30));
      LOST_30.when(theBank(WON, DISPUTE_A, 30)).recorded(OPENING, dispute(WON, DISPUTE_A, 30));
    }

    @Test
    void only_one_of_two_is_enough_to_know_nothing_about_their_order() {
      OPEN_30.when(theBank(OPENED, DISPUTE_A, 30, 5)).withoutEffect(OPENING);
      with(dispute(OPENED, DISPUTE_A, 30, 5))
          .when(theBank(LOST, DISPUTE_A, 30))
          .recorded(OPENING, dispute(LOST, DISPUTE_A, 30));
    }
  }

  @Nested
  class TheMoneyInQuestion {
    @Test
    void cannot_be_refunded_while_the_dispute_is_open_nor_when_it_is_lost() {
      refundable(70, OPEN_30);
      refundable(70, LOST_30);
      refundable(70, with(dispute(OPENED, DISPUTE_A, 30), dispute(LOST, DISPUTE_A, 30)));
    }

    @Test
    void can_be_refunded_when_the_dispute_is_won() {
      refundable(100, with(dispute(WON, DISPUTE_A, 30)));
      refundable(100, with(dispute(OPENED, DISPUTE_A, 30), dispute(WON, DISPUTE_A, 30)));
      refundable(100, with(dispute(LOST, DISPUTE_A, 30), dispute(WON, DISPUTE_A, 30)));
    }

    @Test
    void of_several_disputes_adds_up() {
      refundable(50, with(dispute(OPENED, DISPUTE_A, 30), dispute(LOST, DISPUTE_B, 20)));
    }

    @Test
    void is_that_of_the_latest_version() {
      refundable(90, with(dispute(OPENED, DISPUTE_A, 30, 1), dispute(OPENED, DISPUTE_A, 10, 2)));
    }

    @Test
    void may_be_all_of_it_and_more() {
      with(dispute(OPENED, DISPUTE_A, 100))
          .when(asking(REFUND_A).toRefund(1))
          .refused(PAYMENT_NOT_REFUNDABLE);
      with(dispute(OPENED, DISPUTE_A, 130))
          .when(asking(REFUND_A).toRefundAll())
          .refused(PAYMENT_NOT_REFUNDABLE);
    }

    @Test
    void is_taken_off_what_a_refund_in_flight_leaves() {
      with(refundRequested(REFUND_B, 50), dispute(OPENED, DISPUTE_A, 30))
          .when(asking(REFUND_A).toRefund(20))
          .accepted(following(REFUND_A, REFUND, 20, OPENING), refundRequested(REFUND_A, 20));
      with(refundRequested(REFUND_B, 50), dispute(OPENED, DISPUTE_A, 30))
          .when(asking(REFUND_A).toRefund(21))
          .refused(OPERATION_IN_PROGRESS);
      with(refundRequested(REFUND_B, 50), dispute(OPENED, DISPUTE_A, 30))
          .when(asking(REFUND_A).toRefund(71))
          .refused(REFUND_EXCEEDS_CAPTURED);
    }

    @Test
    void stands_in_the_way_of_a_failed_refund_that_is_tried_again() {
      with(refundRequested(REFUND_A, 60), failed(REFUND, REFUND_A), dispute(OPENED, DISPUTE_A, 41))
          .when(asking(REFUND_A).again(ANOTHER_TRY).toRefund(60))
          .refused(REFUND_EXCEEDS_CAPTURED);
    }

    @Test
    void is_no_reason_to_wait_where_no_attempt_has_the_room_for_a_refund() {
      given(
              aDeclinedPayment(),
              attempt2(AUTOMATIC),
              charged(OPENING_2),
              charged(OPENING),
              refundRequested(REFUND_B, 70),
              refunded(REFUND_B, 70),
              dispute(OPENED, OPENING_2, DISPUTE_A, 60, null))
          .when(asking(REFUND_A).toRefund(50))
          .refused(REFUND_EXCEEDS_CAPTURED);
    }

    @Test
    void is_that_of_the_attempt_that_took_it() {
      Scenario twice =
          given(
              aDeclinedPayment(),
              attempt2(AUTOMATIC),
              charged(OPENING_2),
              charged(OPENING),
              dispute(OPENED, OPENING_2, DISPUTE_A, 60, null));

      twice
          .when(asking(REFUND_A).toRefund(100))
          .accepted(following(REFUND_A, REFUND, 100, OPENING), refundRequested(REFUND_A, 100));
      twice
          .when(asking(REFUND_A).toRefund(40))
          .accepted(
              following(REFUND_A, REFUND, 40, OPENING_2), refundRequested(2, REFUND_A, cny(40)));
    }
  }

  @Nested
  class ALostDispute {
    private final Scenario refunded60 = with(refundRequested(REFUND_A, 60), refunded(REFUND_A, 60));

    @Test
    void that_takes_more_than_was_kept_contradicts_the_refunds() {
      refunded60
          .when(theBank(LOST, DISPUTE_A, 41))
          .recorded(
              OPENING,
              dispute(LOST, DISPUTE_A, 41),
              contradicted(OPENING, MORE_RETURNED_THAN_CAPTURED, DISPUTE_A, notified(1)));
      refunded60.when(theBank(LOST, DISPUTE_A, 40)).recorded(OPENING, dispute(LOST, DISPUTE_A, 40));
    }

    @Test
    void that_is_told_again_by_a_newer_version_takes_its_money_once() {
      with(dispute(LOST, DISPUTE_A, 60, 1))
          .when(theBank(LOST, DISPUTE_A, 60, 2))
          .recorded(OPENING, dispute(LOST, DISPUTE_A, 60, 2));
    }

    @Test
    void adds_to_the_others_that_were_lost() {
      with(dispute(LOST, DISPUTE_A, 60))
          .when(theBank(LOST, DISPUTE_B, 60))
          .recorded(
              OPENING,
              dispute(LOST, DISPUTE_B, 60),
              contradicted(OPENING, MORE_RETURNED_THAN_CAPTURED, DISPUTE_B, notified(1)));
    }

    @Test
    void contradicts_once_however_often_it_is_told() {
      PaymentEvent contradiction =
          contradicted(OPENING, MORE_RETURNED_THAN_CAPTURED, DISPUTE_A, notified(1));

      given(refunded60.history(), dispute(LOST, DISPUTE_A, 41, 1), contradiction)
          .when(theBank(LOST, DISPUTE_A, 42, 2))
          .recorded(OPENING, dispute(LOST, DISPUTE_A, 42, 2));
    }
  }

  @Test
  void a_dispute_about_what_nobody_asked_for_is_a_bug() {
    CHARGED
        .when(theBank(OPENED, CAPTURE_A, DISPUTE_A, 30, null))
        .foundABug(IllegalStateException.class);
  }

  @Test
  void a_dispute_in_another_currency_is_a_bug() {
    CHARGED
        .when(new RecordDispute(PAYMENT, OPENING, OPENED, DISPUTE_A, jpy(30), null, notified(1)))
        .foundABug(IllegalArgumentException.class);
  }
}
