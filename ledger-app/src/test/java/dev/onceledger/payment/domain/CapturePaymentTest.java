package dev.onceledger.payment.domain;

import static dev.onceledger.api.Rejection.Reason.ATTEMPT_NOT_ALLOWED;
import static dev.onceledger.api.Rejection.Reason.CAPTURE_EXCEEDS_AUTHORIZATION;
import static dev.onceledger.api.Rejection.Reason.CURRENCY_MISMATCH;
import static dev.onceledger.api.Rejection.Reason.OPERATION_IN_PROGRESS;
import static dev.onceledger.api.Rejection.Reason.PAYMENT_NOT_CAPTURABLE;
import static dev.onceledger.api.Rejection.Reason.PAYMENT_NOT_FOUND;
import static dev.onceledger.api.Rejection.Reason.REFERENCE_REUSED;
import static dev.onceledger.api.Rejection.Reason.VERSION_MISMATCH;
import static dev.onceledger.api.payment.CaptureMode.AUTOMATIC;
import static dev.onceledger.api.payment.CaptureMode.MANUAL;
import static dev.onceledger.api.payment.OperationKind.AUTHORIZE;
import static dev.onceledger.api.payment.OperationKind.CAPTURE;
import static dev.onceledger.api.payment.OperationKind.VOID;
import static dev.onceledger.payment.domain.Asking.asking;
import static dev.onceledger.payment.domain.Scenario.given;
import static dev.onceledger.payment.domain.Scenario.nothing;
import static dev.onceledger.payment.domain.Story.ANOTHER_TRY;
import static dev.onceledger.payment.domain.Story.A_THIRD_TRY;
import static dev.onceledger.payment.domain.Story.CAPTURE_A;
import static dev.onceledger.payment.domain.Story.CAPTURE_B;
import static dev.onceledger.payment.domain.Story.OPENING;
import static dev.onceledger.payment.domain.Story.OPENING_2;
import static dev.onceledger.payment.domain.Story.REFUND_A;
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

import dev.onceledger.api.IfMatch;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.PaymentEvent.CaptureRequested;
import java.util.List;
import org.axonframework.modelling.command.AggregateNotFoundException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CapturePaymentTest {
  private static final Scenario AUTHORIZED = given(anAuthorizedPayment());
  private static final Scenario CAPTURING_60 =
      given(anAuthorizedPayment(), captureRequested(CAPTURE_A, 60));
  private static final Scenario CAPTURED_60 =
      given(anAuthorizedPayment(), captureRequested(CAPTURE_A, 60), captured(CAPTURE_A, 60));
  private static final Scenario VOIDING = given(anAuthorizedPayment(), voidRequested(VOID_A, 100));

  private static GatewayCall call(OperationId capture, long minor) {
    return following(capture, CAPTURE, minor, OPENING);
  }

  @Nested
  class AnAuthorizedPayment {
    @Test
    void is_captured_whole() {
      AUTHORIZED
          .when(asking(CAPTURE_A).toCapture(100))
          .accepted(call(CAPTURE_A, 100), captureRequested(CAPTURE_A, 100));
    }

    @Test
    void is_captured_in_part() {
      AUTHORIZED
          .when(asking(CAPTURE_A).toCapture(1))
          .accepted(call(CAPTURE_A, 1), captureRequested(CAPTURE_A, 1));
    }

    @Test
    void is_captured_whole_when_no_amount_is_named() {
      AUTHORIZED
          .when(asking(CAPTURE_A).toCaptureAll())
          .accepted(call(CAPTURE_A, 100), captureRequested(CAPTURE_A, 100));
    }

    @Test
    void is_captured_in_several_parts() {
      CAPTURED_60
          .when(asking(CAPTURE_B).toCapture(40))
          .accepted(call(CAPTURE_B, 40), captureRequested(CAPTURE_B, 40));
      CAPTURED_60
          .when(asking(CAPTURE_B).toCaptureAll())
          .accepted(call(CAPTURE_B, 40), captureRequested(CAPTURE_B, 40));
    }

    @Test
    void is_captured_in_several_parts_at_the_same_time() {
      CAPTURING_60
          .when(asking(CAPTURE_B).toCapture(40))
          .accepted(call(CAPTURE_B, 40), captureRequested(CAPTURE_B, 40));
    }

    @Test
    void is_captured_further_after_a_refund_of_what_was_captured() {
      given(CAPTURED_60.history(), refundRequested(REFUND_A, 60), refunded(REFUND_A, 60))
          .when(asking(CAPTURE_B).toCapture(40))
          .accepted(call(CAPTURE_B, 40), captureRequested(CAPTURE_B, 40));
    }

    @Test
    void is_never_captured_above_what_is_authorized() {
      AUTHORIZED.when(asking(CAPTURE_A).toCapture(101)).refused(CAPTURE_EXCEEDS_AUTHORIZATION);
      CAPTURED_60.when(asking(CAPTURE_B).toCapture(41)).refused(CAPTURE_EXCEEDS_AUTHORIZATION);
      given(CAPTURED_60.history(), refundRequested(REFUND_A, 60), refunded(REFUND_A, 60))
          .when(asking(CAPTURE_B).toCapture(41))
          .refused(CAPTURE_EXCEEDS_AUTHORIZATION);
    }

    @Test
    void whose_capture_was_declined_is_captured_under_a_new_reference() {
      given(CAPTURING_60.history(), declined(CAPTURE, CAPTURE_A))
          .when(asking(CAPTURE_B).toCapture(100))
          .accepted(call(CAPTURE_B, 100), captureRequested(CAPTURE_B, 100));
    }

    @Test
    void whose_void_was_declined_is_captured() {
      given(VOIDING.history(), declined(VOID, VOID_A))
          .when(asking(CAPTURE_A).toCapture(100))
          .accepted(call(CAPTURE_A, 100), captureRequested(CAPTURE_A, 100));
    }

    @Test
    void is_captured_in_its_second_attempt() {
      given(aDeclinedPayment(), attempt2(MANUAL), authorized(OPENING_2))
          .when(asking(CAPTURE_A).ofAttempt(2).toCapture(100))
          .accepted(
              following(CAPTURE_A, CAPTURE, 100, OPENING_2),
              captureRequested(2, CAPTURE_A, cny(100)));
    }
  }

  @Nested
  class WhileItIsUndecided {
    @Test
    void whether_it_is_authorized_a_capture_waits() {
      given(created(MANUAL)).when(asking(CAPTURE_A).toCapture(100)).refused(OPERATION_IN_PROGRESS);
      given(
              List.of(created(MANUAL), failed(AUTHORIZE, OPENING)),
              reopened(OPENING, AUTHORIZE, ANOTHER_TRY))
          .when(asking(CAPTURE_A).toCaptureAll())
          .refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void whether_it_is_voided_a_capture_waits() {
      VOIDING.when(asking(CAPTURE_A).toCapture(1)).refused(OPERATION_IN_PROGRESS);
      VOIDING.when(asking(CAPTURE_A).toCaptureAll()).refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void whether_another_capture_leaves_room_a_capture_waits() {
      CAPTURING_60.when(asking(CAPTURE_B).toCapture(41)).refused(OPERATION_IN_PROGRESS);
      CAPTURING_60.when(asking(CAPTURE_B).toCapture(100)).refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void what_is_left_a_capture_of_all_that_is_left_waits() {
      CAPTURING_60.when(asking(CAPTURE_B).toCaptureAll()).refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void a_capture_that_can_never_fit_is_refused_at_once() {
      CAPTURING_60.when(asking(CAPTURE_B).toCapture(101)).refused(CAPTURE_EXCEEDS_AUTHORIZATION);
    }

    @Test
    void whether_it_is_charged_there_is_nothing_to_capture_either_way() {
      given(created(AUTOMATIC))
          .when(asking(CAPTURE_A).toCapture(100))
          .refused(PAYMENT_NOT_CAPTURABLE);
    }
  }

  @Nested
  class NothingIsLeft {
    static List<Scenario> toCapture() {
      return List.of(
          given(aChargedPayment()),
          given(aDeclinedPayment()),
          given(aFailedPayment()),
          given(aVoidedPayment()),
          given(anExpiredPayment()),
          given(CAPTURED_60.history(), expired(1, 40)),
          given(CAPTURED_60.history(), voidRequested(VOID_A, 40), voided(VOID_A, 40)),
          given(anAuthorizedPayment(), captureRequested(CAPTURE_A, 100), captured(CAPTURE_A, 100)));
    }

    @ParameterizedTest
    @MethodSource("toCapture")
    void a_capture_is_refused(Scenario over) {
      over.when(asking(CAPTURE_B).toCapture(1)).refused(PAYMENT_NOT_CAPTURABLE);
      over.when(asking(CAPTURE_B).toCaptureAll()).refused(PAYMENT_NOT_CAPTURABLE);
    }

    @Test
    void a_void_that_was_done_after_all_leaves_nothing_either() {
      given(VOIDING.history(), failed(VOID, VOID_A), voided(VOID_A, 100))
          .when(asking(CAPTURE_A).toCapture(1))
          .refused(PAYMENT_NOT_CAPTURABLE);
    }

    @Test
    void a_capture_that_was_done_after_all_counts() {
      given(CAPTURING_60.history(), declined(CAPTURE, CAPTURE_A), captured(CAPTURE_A, 60))
          .when(asking(CAPTURE_B).toCapture(41))
          .refused(CAPTURE_EXCEEDS_AUTHORIZATION);
    }
  }

  /** Each request has the faults of all that follow as well. */
  @Nested
  class Precedence {
    private final Asking faulty = asking(CAPTURE_B).ofAttempt(7).ifVersion(77);

    @Test
    void a_payment_that_does_not_exist_comes_before_everything() {
      nothing().when(faulty.toCapture(1)).foundABug(AggregateNotFoundException.class);
    }

    @Test
    void the_payment_of_another_scope_comes_first() {
      VOIDING.when(faulty.inScope("other").toCapture(jpy(101))).refused(PAYMENT_NOT_FOUND);
      CAPTURED_60.when(asking(CAPTURE_A).inScope("other").toCapture(60)).refused(PAYMENT_NOT_FOUND);
    }

    @Test
    void an_operation_in_progress_comes_second() {
      VOIDING.when(faulty.toCapture(101)).refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void the_currency_comes_third() {
      given(aVoidedPayment()).when(faulty.toCapture(jpy(101))).refused(CURRENCY_MISMATCH);
    }

    @Test
    void another_currency_need_not_wait_for_what_cannot_help_it() {
      VOIDING.when(faulty.toCapture(jpy(1))).refused(CURRENCY_MISMATCH);
    }

    @Test
    void the_attempt_comes_fourth() {
      given(aVoidedPayment()).when(faulty.toCapture(101)).refused(ATTEMPT_NOT_ALLOWED);
    }

    @Test
    void the_version_comes_fifth() {
      given(aVoidedPayment()).when(faulty.ofAttempt(1).toCapture(101)).refused(VERSION_MISMATCH);
    }

    @Test
    void what_is_left_at_all_comes_sixth() {
      given(aVoidedPayment())
          .when(asking(CAPTURE_B).toCapture(101))
          .refused(PAYMENT_NOT_CAPTURABLE);
    }
  }

  @Nested
  class TheAttemptThatIsMeant {
    @Test
    void is_the_latest_or_the_capture_is_refused() {
      Scenario second = given(aDeclinedPayment(), attempt2(MANUAL), authorized(OPENING_2));

      second.when(asking(CAPTURE_A).toCapture(1)).refused(ATTEMPT_NOT_ALLOWED);
      second.when(asking(CAPTURE_A).ofAttempt(3).toCapture(1)).refused(ATTEMPT_NOT_ALLOWED);
      AUTHORIZED.when(asking(CAPTURE_A).ofAttempt(2).toCapture(1)).refused(ATTEMPT_NOT_ALLOWED);
    }
  }

  @Nested
  class TheVersionThatIsNamed {
    @Test
    void is_the_number_of_events_or_the_capture_is_refused() {
      AUTHORIZED.when(asking(CAPTURE_A).ifVersion(1).toCapture(1)).refused(VERSION_MISMATCH);
      AUTHORIZED.when(asking(CAPTURE_A).ifVersion(3).toCapture(1)).refused(VERSION_MISMATCH);
      AUTHORIZED
          .when(asking(CAPTURE_A).ifVersion(2).toCapture(1))
          .accepted(call(CAPTURE_A, 1), captureRequested(CAPTURE_A, 1));
      AUTHORIZED
          .when(asking(CAPTURE_A).when(IfMatch.ANY).toCapture(1))
          .accepted(call(CAPTURE_A, 1), captureRequested(CAPTURE_A, 1));
    }
  }

  @Nested
  class ARepeat {
    @Test
    void with_the_same_content_finds_the_capture() {
      CAPTURED_60.when(asking(CAPTURE_A).again(ANOTHER_TRY).toCapture(60)).found(CAPTURE_A);
      CAPTURED_60.when(asking(CAPTURE_A).underAnotherKey().toCapture(60)).found(CAPTURE_A);
    }

    @Test
    void of_all_that_is_left_finds_what_was_left_then() {
      given(anAuthorizedPayment(), captureRequested(CAPTURE_A, 100), captured(CAPTURE_A, 100))
          .when(asking(CAPTURE_A).again(ANOTHER_TRY).toCaptureAll())
          .found(CAPTURE_A);
    }

    @Test
    void with_other_content_reuses_the_reference() {
      CAPTURED_60
          .when(asking(CAPTURE_A).withOtherContent().toCapture(50))
          .refused(REFERENCE_REUSED);
    }

    @Test
    void waits_while_the_earlier_one_is_being_decided() {
      CAPTURING_60
          .when(asking(CAPTURE_A).again(ANOTHER_TRY).toCapture(60))
          .refused(OPERATION_IN_PROGRESS);
      CAPTURING_60
          .when(asking(CAPTURE_A).withOtherContent().toCapture(50))
          .refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void that_is_the_same_try_goes_on_when_only_its_acknowledgement_was_lost() {
      CAPTURING_60.when(asking(CAPTURE_A).toCapture(60)).acceptedOnceMore(call(CAPTURE_A, 60));
    }

    @Test
    void is_answered_before_attempt_and_version_are_looked_at() {
      CAPTURED_60
          .when(asking(CAPTURE_A).again(ANOTHER_TRY).ofAttempt(7).ifVersion(77).toCapture(60))
          .found(CAPTURE_A);
      CAPTURED_60
          .when(asking(CAPTURE_A).withOtherContent().ofAttempt(7).ifVersion(77).toCapture(60))
          .refused(REFERENCE_REUSED);
    }

    @Test
    void of_a_declined_capture_finds_it_and_captures_nothing() {
      given(CAPTURING_60.history(), declined(CAPTURE, CAPTURE_A))
          .when(asking(CAPTURE_A).again(ANOTHER_TRY).toCapture(60))
          .found(CAPTURE_A);
    }

    @Test
    void is_told_by_the_reference_of_a_capture_and_not_by_that_of_a_void() {
      given(VOIDING.history(), declined(VOID, VOID_A))
          .when(asking(VOID_A).again(CAPTURE_A).toCapture(100))
          .accepted(
              call(CAPTURE_A, 100),
              new CaptureRequested(
                  Story.PAYMENT,
                  1,
                  Story.referenceOf(VOID_A),
                  cny(100),
                  Story.SANDBOX,
                  CAPTURE_A,
                  Story.originOf(VOID_A)));
    }
  }

  @Nested
  class AFailedCapture {
    private final Scenario failed = given(CAPTURING_60.history(), failed(CAPTURE, CAPTURE_A));
    private final Asking again = asking(CAPTURE_A).again(ANOTHER_TRY);
    private final GatewayCall secondSend = call(CAPTURE_A, 60).reopened();

    @Test
    void is_reopened_by_its_own_key_under_the_next_generation() {
      failed
          .when(again.toCapture(60))
          .accepted(secondSend, reopened(CAPTURE_A, CAPTURE, ANOTHER_TRY));
    }

    @Test
    void is_found_by_any_other_key() {
      failed.when(asking(CAPTURE_A).underAnotherKey().toCapture(60)).found(CAPTURE_A);
    }

    @Test
    void is_not_reopened_for_other_content() {
      failed.when(asking(CAPTURE_A).withOtherContent().toCapture(50)).refused(REFERENCE_REUSED);
    }

    @Test
    void that_was_reopened_is_being_decided_for_everybody_but_that_very_try() {
      Scenario reopened = given(failed.history(), reopened(CAPTURE_A, CAPTURE, ANOTHER_TRY));

      reopened.when(again.toCapture(60)).acceptedOnceMore(secondSend);
      reopened
          .when(asking(CAPTURE_A).again(A_THIRD_TRY).toCapture(60))
          .refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void that_was_reopened_holds_its_amount_again() {
      given(failed.history(), reopened(CAPTURE_A, CAPTURE, ANOTHER_TRY))
          .when(asking(CAPTURE_B).toCapture(41))
          .refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void is_not_reopened_when_it_no_longer_fits() {
      given(failed.history(), captureRequested(CAPTURE_B, 41), captured(CAPTURE_B, 41))
          .when(again.toCapture(60))
          .refused(CAPTURE_EXCEEDS_AUTHORIZATION);
      given(failed.history(), expired(1, 100))
          .when(again.toCapture(60))
          .refused(PAYMENT_NOT_CAPTURABLE);
    }

    @Test
    void waits_while_another_could_take_its_room() {
      given(failed.history(), captureRequested(CAPTURE_B, 41))
          .when(again.toCapture(60))
          .refused(OPERATION_IN_PROGRESS);
      given(failed.history(), voidRequested(VOID_A, 100))
          .when(again.toCapture(60))
          .refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void is_reopened_only_at_the_version_that_the_request_names() {
      failed.when(again.ifVersion(77).toCapture(60)).refused(VERSION_MISMATCH);
      given(failed.history(), voidRequested(VOID_A, 100))
          .when(again.ifVersion(77).toCapture(60))
          .refused(OPERATION_IN_PROGRESS);
      given(failed.history(), expired(1, 100))
          .when(again.ifVersion(77).toCapture(60))
          .refused(VERSION_MISMATCH);
    }

    @Test
    void of_an_earlier_attempt_is_never_reopened() {
      given(failed.history(), expired(1, 100), attempt2(MANUAL), authorized(OPENING_2))
          .when(again.toCapture(60))
          .found(CAPTURE_A);
    }
  }
}
