package dev.onceledger.payment.domain;

import static dev.onceledger.api.Rejection.Reason.ATTEMPT_NOT_ALLOWED;
import static dev.onceledger.api.Rejection.Reason.CURRENCY_MISMATCH;
import static dev.onceledger.api.Rejection.Reason.OPERATION_IN_PROGRESS;
import static dev.onceledger.api.Rejection.Reason.REFERENCE_REUSED;
import static dev.onceledger.api.Rejection.Reason.VERSION_MISMATCH;
import static dev.onceledger.api.payment.CaptureMode.AUTOMATIC;
import static dev.onceledger.api.payment.CaptureMode.MANUAL;
import static dev.onceledger.api.payment.OperationKind.AUTHORIZE;
import static dev.onceledger.api.payment.OperationKind.CAPTURE;
import static dev.onceledger.api.payment.OperationKind.CHARGE;
import static dev.onceledger.api.payment.OperationKind.VOID;
import static dev.onceledger.payment.domain.Asking.asking;
import static dev.onceledger.payment.domain.Scenario.given;
import static dev.onceledger.payment.domain.Scenario.nothing;
import static dev.onceledger.payment.domain.Story.ANOTHER_TRY;
import static dev.onceledger.payment.domain.Story.A_THIRD_TRY;
import static dev.onceledger.payment.domain.Story.CAPTURE_A;
import static dev.onceledger.payment.domain.Story.OPENING;
import static dev.onceledger.payment.domain.Story.OPENING_2;
import static dev.onceledger.payment.domain.Story.REFUND_A;
import static dev.onceledger.payment.domain.Story.VOID_A;
import static dev.onceledger.payment.domain.Story.WHOLE;
import static dev.onceledger.payment.domain.Story.aChargedPayment;
import static dev.onceledger.payment.domain.Story.aDeclinedPayment;
import static dev.onceledger.payment.domain.Story.aFailedPayment;
import static dev.onceledger.payment.domain.Story.aVoidedPayment;
import static dev.onceledger.payment.domain.Story.anAuthorizedPayment;
import static dev.onceledger.payment.domain.Story.anExpiredPayment;
import static dev.onceledger.payment.domain.Story.attempt2;
import static dev.onceledger.payment.domain.Story.captureRequested;
import static dev.onceledger.payment.domain.Story.captured;
import static dev.onceledger.payment.domain.Story.charged;
import static dev.onceledger.payment.domain.Story.cny;
import static dev.onceledger.payment.domain.Story.created;
import static dev.onceledger.payment.domain.Story.declined;
import static dev.onceledger.payment.domain.Story.expired;
import static dev.onceledger.payment.domain.Story.failed;
import static dev.onceledger.payment.domain.Story.jpy;
import static dev.onceledger.payment.domain.Story.opening;
import static dev.onceledger.payment.domain.Story.refundRequested;
import static dev.onceledger.payment.domain.Story.refunded;
import static dev.onceledger.payment.domain.Story.reopened;
import static dev.onceledger.payment.domain.Story.voidRequested;
import static dev.onceledger.payment.domain.Story.voided;

import dev.onceledger.api.IfMatch;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.GatewayCall;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CreatePaymentTest {
  private static final GatewayCall FIRST_CALL = opening(OPENING, CHARGE, WHOLE);

  @Nested
  class ANewPayment {
    @Test
    void is_charged_at_once() {
      nothing()
          .when(asking(OPENING).toCharge())
          .accepted(opening(OPENING, CHARGE, WHOLE), created(AUTOMATIC));
    }

    @Test
    void with_manual_capture_is_only_authorized() {
      nothing()
          .when(asking(OPENING).toAuthorize())
          .accepted(opening(OPENING, AUTHORIZE, WHOLE), created(MANUAL));
    }

    @Test
    void can_have_the_largest_amount_that_a_request_names() {
      Money largest = cny(Money.REQUEST_MINOR_MAX);

      nothing()
          .when(asking(OPENING).toPay(AUTOMATIC, largest))
          .accepted(opening(OPENING, CHARGE, largest), created(AUTOMATIC, largest));
    }

    @Test
    void begins_with_attempt_1() {
      nothing().when(asking(OPENING).ofAttempt(2).toCharge()).refused(ATTEMPT_NOT_ALLOWED);
    }

    @Test
    void is_at_no_version() {
      nothing().when(asking(OPENING).ifVersion(1).toCharge()).refused(VERSION_MISMATCH);
      nothing().when(asking(OPENING).when(IfMatch.ANY).toCharge()).refused(VERSION_MISMATCH);
    }

    @Test
    void of_a_later_attempt_is_refused_before_its_version_is_looked_at() {
      nothing()
          .when(asking(OPENING).ofAttempt(2).ifVersion(1).toCharge())
          .refused(ATTEMPT_NOT_ALLOWED);
    }
  }

  @Nested
  class ARepeat {
    @Test
    void with_the_same_content_finds_the_payment() {
      given(aChargedPayment()).when(asking(OPENING).underAnotherKey().toCharge()).found(OPENING);
      given(aChargedPayment()).when(asking(OPENING).again(ANOTHER_TRY).toCharge()).found(OPENING);
    }

    @Test
    void finds_a_declined_payment_and_charges_nobody() {
      given(aDeclinedPayment()).when(asking(OPENING).again(ANOTHER_TRY).toCharge()).found(OPENING);
    }

    @Test
    void with_other_content_reuses_the_reference() {
      given(aChargedPayment())
          .when(asking(OPENING).withOtherContent().toCharge())
          .refused(REFERENCE_REUSED);
    }

    @Test
    void waits_while_the_earlier_one_is_being_decided() {
      given(created(AUTOMATIC))
          .when(asking(OPENING).again(ANOTHER_TRY).toCharge())
          .refused(OPERATION_IN_PROGRESS);
      given(created(AUTOMATIC))
          .when(asking(OPENING).underAnotherKey().toCharge())
          .refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void with_other_content_waits_too_before_it_is_told_so() {
      given(created(AUTOMATIC))
          .when(asking(OPENING).withOtherContent().toCharge())
          .refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void that_is_the_same_try_goes_on_when_only_its_acknowledgement_was_lost() {
      given(created(AUTOMATIC)).when(asking(OPENING).toCharge()).acceptedOnceMore(FIRST_CALL);
    }

    @Test
    void that_is_the_same_try_finds_what_was_decided_meanwhile() {
      given(aChargedPayment()).when(asking(OPENING).toCharge()).found(OPENING);
    }

    @Test
    void is_answered_before_its_version_is_looked_at() {
      given(aChargedPayment())
          .when(asking(OPENING).underAnotherKey().ifVersion(7).toCharge())
          .found(OPENING);
      given(aChargedPayment())
          .when(asking(OPENING).withOtherContent().ifVersion(7).toCharge())
          .refused(REFERENCE_REUSED);
    }

    @Test
    void from_another_scope_under_this_id_is_a_bug_and_no_repeat() {
      given(aChargedPayment())
          .when(asking(OPENING).inScope("other").toCharge())
          .foundABug(IllegalStateException.class);
    }
  }

  @Nested
  class AnotherAttempt {
    private final Asking another = asking(OPENING_2).ofAttempt(2);
    private final GatewayCall secondCall = opening(OPENING_2, CHARGE, WHOLE);

    static List<Scenario> endedWithoutEffect() {
      return List.of(
          given(aDeclinedPayment()),
          given(aFailedPayment()),
          given(aVoidedPayment()),
          given(anExpiredPayment()));
    }

    static List<Scenario> tookEffect() {
      return List.of(
          given(anAuthorizedPayment()),
          given(aChargedPayment()),
          given(aChargedPayment(), refundRequested(REFUND_A, 100), refunded(REFUND_A, 100)),
          given(
              anAuthorizedPayment(),
              captureRequested(CAPTURE_A, 10),
              captured(CAPTURE_A, 10),
              expired(1, 90)));
    }

    @ParameterizedTest
    @MethodSource("endedWithoutEffect")
    void follows_one_that_ended_without_effect(Scenario ended) {
      ended.when(another.toCharge()).accepted(secondCall, attempt2(AUTOMATIC));
    }

    @Test
    void may_be_captured_in_another_way() {
      given(aDeclinedPayment())
          .when(another.toAuthorize())
          .accepted(opening(OPENING_2, AUTHORIZE, WHOLE), attempt2(MANUAL));
    }

    @ParameterizedTest
    @MethodSource("tookEffect")
    void never_follows_one_that_took_effect(Scenario paid) {
      paid.when(another.toCharge()).refused(ATTEMPT_NOT_ALLOWED);
    }

    @Test
    void leaves_no_gap() {
      given(aDeclinedPayment()).when(another.ofAttempt(3).toCharge()).refused(ATTEMPT_NOT_ALLOWED);
    }

    @Test
    void waits_until_the_one_before_is_decided() {
      given(created(AUTOMATIC)).when(another.toCharge()).refused(OPERATION_IN_PROGRESS);
      given(aFailedPayment(), reopened(OPENING, CHARGE, ANOTHER_TRY))
          .when(another.toCharge())
          .refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void waits_until_nothing_of_the_one_before_can_take_effect_any_more() {
      Scenario capturing =
          given(
              anAuthorizedPayment(),
              voidRequested(VOID_A, 100),
              failed(VOID, VOID_A),
              captureRequested(CAPTURE_A, 60),
              voided(VOID_A, 100));

      capturing.when(another.toCharge()).refused(OPERATION_IN_PROGRESS);
      given(capturing.history(), declined(CAPTURE, CAPTURE_A))
          .when(another.toCharge())
          .accepted(secondCall, attempt2(AUTOMATIC));
      given(capturing.history(), captured(CAPTURE_A, 60))
          .when(another.toCharge())
          .refused(ATTEMPT_NOT_ALLOWED);
    }

    @Test
    void never_waits_for_a_refund_which_cannot_make_it_allowed() {
      given(aChargedPayment(), refundRequested(REFUND_A, 100))
          .when(another.toCharge())
          .refused(ATTEMPT_NOT_ALLOWED);
    }

    @Test
    void waits_for_a_void_which_can() {
      given(anAuthorizedPayment(), voidRequested(VOID_A, 100))
          .when(another.toCharge())
          .refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void waits_before_anything_else_about_it_is_looked_at() {
      given(created(AUTOMATIC))
          .when(another.ofAttempt(3).ifVersion(7).toPay(AUTOMATIC, jpy(100)))
          .refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void is_in_the_same_currency() {
      given(aDeclinedPayment()).when(another.toPay(AUTOMATIC, jpy(100))).refused(CURRENCY_MISMATCH);
    }

    @Test
    void in_another_currency_is_refused_before_its_number_and_version_are_looked_at() {
      given(aDeclinedPayment())
          .when(another.ofAttempt(3).ifVersion(7).toPay(AUTOMATIC, jpy(100)))
          .refused(CURRENCY_MISMATCH);
    }

    @Test
    void is_for_the_same_amount() {
      given(aDeclinedPayment())
          .when(another.toPay(AUTOMATIC, cny(99)))
          .refused(ATTEMPT_NOT_ALLOWED);
      given(aDeclinedPayment())
          .when(another.toPay(AUTOMATIC, cny(101)))
          .refused(ATTEMPT_NOT_ALLOWED);
    }

    @Test
    void that_is_not_allowed_is_refused_before_its_version_is_looked_at() {
      given(aChargedPayment()).when(another.ifVersion(7).toCharge()).refused(ATTEMPT_NOT_ALLOWED);
      given(aDeclinedPayment())
          .when(another.ifVersion(7).toPay(AUTOMATIC, cny(99)))
          .refused(ATTEMPT_NOT_ALLOWED);
    }

    @Test
    void acts_only_at_the_version_that_it_names() {
      given(aDeclinedPayment()).when(another.ifVersion(1).toCharge()).refused(VERSION_MISMATCH);
      given(aDeclinedPayment())
          .when(another.ifVersion(2).toCharge())
          .accepted(secondCall, attempt2(AUTOMATIC));
      given(aDeclinedPayment())
          .when(another.when(IfMatch.ANY).toCharge())
          .accepted(secondCall, attempt2(AUTOMATIC));
    }

    @Test
    void is_repeated_like_the_first() {
      Scenario inFlight = given(aDeclinedPayment(), attempt2(AUTOMATIC));
      Scenario paid = given(aDeclinedPayment(), attempt2(AUTOMATIC), charged(OPENING_2));

      inFlight.when(another.toCharge()).acceptedOnceMore(secondCall);
      inFlight.when(another.again(ANOTHER_TRY).toCharge()).refused(OPERATION_IN_PROGRESS);
      paid.when(another.underAnotherKey().toCharge()).found(OPENING_2);
      paid.when(another.withOtherContent().toCharge()).refused(REFERENCE_REUSED);
    }

    @Test
    void is_not_made_after_one_before_it_succeeded_late() {
      given(aDeclinedPayment(), charged(OPENING))
          .when(another.toCharge())
          .refused(ATTEMPT_NOT_ALLOWED);
    }
  }

  @Nested
  class AStaleCopyOfAttempt1 {
    private final Asking copy = asking(OPENING).again(ANOTHER_TRY);

    static List<Scenario> afterAttempt2() {
      return List.of(
          given(aDeclinedPayment(), attempt2(AUTOMATIC)),
          given(aFailedPayment(), attempt2(AUTOMATIC)),
          given(aFailedPayment(), attempt2(AUTOMATIC), charged(OPENING_2)),
          given(aFailedPayment(), attempt2(AUTOMATIC), failed(CHARGE, OPENING_2)),
          given(aVoidedPayment(), attempt2(AUTOMATIC), declined(CHARGE, OPENING_2)));
    }

    @ParameterizedTest
    @MethodSource("afterAttempt2")
    void never_charges_anybody_nor_touches_attempt_2(Scenario after) {
      after.when(copy.toCharge()).found(OPENING);
    }

    @ParameterizedTest
    @MethodSource("afterAttempt2")
    void is_compared_with_the_content_of_its_own_attempt(Scenario after) {
      after.when(copy.withOtherContent().toCharge()).refused(REFERENCE_REUSED);
    }
  }

  @Nested
  class AFailedPayment {
    private final GatewayCall secondSend = FIRST_CALL.reopened();
    private final Asking again = asking(OPENING).again(ANOTHER_TRY);

    @Test
    void is_reopened_by_its_own_key_under_the_next_generation() {
      given(aFailedPayment())
          .when(again.toCharge())
          .accepted(secondSend, reopened(OPENING, CHARGE, ANOTHER_TRY));
    }

    @Test
    void is_found_by_any_other_key() {
      given(aFailedPayment()).when(asking(OPENING).underAnotherKey().toCharge()).found(OPENING);
    }

    @Test
    void is_not_reopened_for_other_content() {
      given(aFailedPayment())
          .when(asking(OPENING).withOtherContent().toCharge())
          .refused(REFERENCE_REUSED);
    }

    @Test
    void is_reopened_only_at_the_version_that_the_request_names() {
      given(aFailedPayment()).when(again.ifVersion(1).toCharge()).refused(VERSION_MISMATCH);
      given(aFailedPayment())
          .when(again.ifVersion(2).toCharge())
          .accepted(secondSend, reopened(OPENING, CHARGE, ANOTHER_TRY));
    }

    @Test
    void that_was_reopened_is_being_decided_for_everybody_but_that_very_try() {
      Scenario reopened = given(aFailedPayment(), reopened(OPENING, CHARGE, ANOTHER_TRY));

      reopened.when(again.toCharge()).acceptedOnceMore(secondSend);
      reopened.when(asking(OPENING).again(A_THIRD_TRY).toCharge()).refused(OPERATION_IN_PROGRESS);
      reopened.when(asking(OPENING).toCharge()).refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void that_failed_once_more_is_reopened_under_the_generation_after_that() {
      given(aFailedPayment(), reopened(OPENING, CHARGE, ANOTHER_TRY), failed(CHARGE, OPENING, 2))
          .when(asking(OPENING).again(A_THIRD_TRY).toCharge())
          .accepted(secondSend.reopened(), reopened(OPENING, CHARGE, 3, A_THIRD_TRY));
    }

    @Test
    void is_not_reopened_once_it_was_paid_after_all() {
      given(aFailedPayment(), charged(OPENING)).when(again.toCharge()).found(OPENING);
    }

    @Test
    void is_reopened_in_its_latest_attempt() {
      GatewayCall call = opening(OPENING_2, CHARGE, WHOLE);

      given(aDeclinedPayment(), attempt2(AUTOMATIC), failed(CHARGE, OPENING_2))
          .when(asking(OPENING_2).ofAttempt(2).again(ANOTHER_TRY).toCharge())
          .accepted(call.reopened(), reopened(OPENING_2, CHARGE, ANOTHER_TRY));
    }

    @Test
    void is_not_reopened_once_an_earlier_attempt_was_paid_after_all() {
      given(aDeclinedPayment(), attempt2(AUTOMATIC), failed(CHARGE, OPENING_2), charged(OPENING))
          .when(asking(OPENING_2).ofAttempt(2).again(ANOTHER_TRY).toCharge())
          .found(OPENING_2);
    }
  }
}
