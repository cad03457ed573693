package dev.onceledger.payment.domain;

import static dev.onceledger.api.Rejection.Reason.ATTEMPT_NOT_ALLOWED;
import static dev.onceledger.api.Rejection.Reason.OPERATION_IN_PROGRESS;
import static dev.onceledger.api.Rejection.Reason.PAYMENT_NOT_FOUND;
import static dev.onceledger.api.Rejection.Reason.PAYMENT_NOT_VOIDABLE;
import static dev.onceledger.api.Rejection.Reason.REFERENCE_REUSED;
import static dev.onceledger.api.Rejection.Reason.VERSION_MISMATCH;
import static dev.onceledger.api.payment.CaptureMode.AUTOMATIC;
import static dev.onceledger.api.payment.CaptureMode.MANUAL;
import static dev.onceledger.api.payment.OperationKind.CAPTURE;
import static dev.onceledger.api.payment.OperationKind.VOID;
import static dev.onceledger.payment.domain.Asking.asking;
import static dev.onceledger.payment.domain.Scenario.given;
import static dev.onceledger.payment.domain.Story.ANOTHER_TRY;
import static dev.onceledger.payment.domain.Story.CAPTURE_A;
import static dev.onceledger.payment.domain.Story.OPENING;
import static dev.onceledger.payment.domain.Story.OPENING_2;
import static dev.onceledger.payment.domain.Story.VOID_A;
import static dev.onceledger.payment.domain.Story.VOID_B;
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
import static dev.onceledger.payment.domain.Story.created;
import static dev.onceledger.payment.domain.Story.declined;
import static dev.onceledger.payment.domain.Story.expired;
import static dev.onceledger.payment.domain.Story.failed;
import static dev.onceledger.payment.domain.Story.following;
import static dev.onceledger.payment.domain.Story.reopened;
import static dev.onceledger.payment.domain.Story.voidRequested;

import dev.onceledger.api.payment.GatewayCall;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VoidPaymentTest {
  private static final Scenario AUTHORIZED = given(anAuthorizedPayment());
  private static final Scenario CAPTURING_60 =
      given(anAuthorizedPayment(), captureRequested(CAPTURE_A, 60));
  private static final Scenario CAPTURED_60 =
      given(CAPTURING_60.history(), captured(CAPTURE_A, 60));
  private static final Scenario VOIDING = given(anAuthorizedPayment(), voidRequested(VOID_A, 100));

  private static GatewayCall call(long minor) {
    return following(VOID_A, VOID, minor, OPENING);
  }

  @Nested
  class AnAuthorizedPayment {
    @Test
    void is_let_go_whole() {
      AUTHORIZED.when(asking(VOID_A).toVoid()).accepted(call(100), voidRequested(VOID_A, 100));
    }

    @Test
    void that_was_captured_in_part_is_let_go_for_the_rest() {
      CAPTURED_60.when(asking(VOID_A).toVoid()).accepted(call(40), voidRequested(VOID_A, 40));
    }

    @Test
    void whose_capture_was_declined_is_let_go_whole() {
      given(CAPTURING_60.history(), declined(CAPTURE, CAPTURE_A))
          .when(asking(VOID_A).toVoid())
          .accepted(call(100), voidRequested(VOID_A, 100));
    }

    @Test
    void whose_void_was_declined_is_voided_under_a_new_reference() {
      given(VOIDING.history(), declined(VOID, VOID_A))
          .when(asking(VOID_B).toVoid())
          .accepted(following(VOID_B, VOID, 100, OPENING), voidRequested(VOID_B, 100));
    }

    @Test
    void is_let_go_in_its_second_attempt() {
      given(aDeclinedPayment(), attempt2(MANUAL), authorized(OPENING_2))
          .when(asking(VOID_A).ofAttempt(2).toVoid())
          .accepted(following(VOID_A, VOID, 100, OPENING_2), voidRequested(2, VOID_A, 100));
    }
  }

  @Nested
  class WhileItIsUndecided {
    static List<Scenario> whatIsLeft() {
      return List.of(
          CAPTURING_60,
          VOIDING,
          given(created(MANUAL), voidRequested(VOID_A, 100)),
          given(created(AUTOMATIC), voidRequested(VOID_A, 100)));
    }

    @ParameterizedTest
    @MethodSource("whatIsLeft")
    void what_is_left_a_void_waits(Scenario undecided) {
      undecided.when(asking(VOID_B).toVoid()).refused(OPERATION_IN_PROGRESS);
    }
  }

  @Nested
  class NothingIsLeft {
    static List<Scenario> toVoid() {
      return List.of(
          given(aChargedPayment()),
          given(aDeclinedPayment()),
          given(aFailedPayment()),
          given(aVoidedPayment()),
          given(anExpiredPayment()),
          given(CAPTURED_60.history(), expired(1, 40)),
          given(anAuthorizedPayment(), captureRequested(CAPTURE_A, 100), captured(CAPTURE_A, 100)));
    }

    @ParameterizedTest
    @MethodSource("toVoid")
    void a_void_is_refused(Scenario over) {
      over.when(asking(VOID_B).toVoid()).refused(PAYMENT_NOT_VOIDABLE);
    }
  }

  /** Each request has the faults of all that follow as well. */
  @Nested
  class Precedence {
    private final Asking faulty = asking(VOID_B).ofAttempt(7).ifVersion(77);

    @Test
    void the_payment_of_another_scope_comes_first() {
      VOIDING.when(faulty.inScope("other").toVoid()).refused(PAYMENT_NOT_FOUND);
      given(aVoidedPayment())
          .when(asking(VOID_A).inScope("other").toVoid())
          .refused(PAYMENT_NOT_FOUND);
    }

    @Test
    void an_operation_in_progress_comes_second() {
      VOIDING.when(faulty.toVoid()).refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void the_attempt_comes_third() {
      given(aVoidedPayment()).when(faulty.toVoid()).refused(ATTEMPT_NOT_ALLOWED);
    }

    @Test
    void the_version_comes_fourth() {
      given(aVoidedPayment()).when(faulty.ofAttempt(1).toVoid()).refused(VERSION_MISMATCH);
    }
  }

  @Test
  void a_void_means_the_latest_attempt_or_is_refused() {
    Scenario second = given(aDeclinedPayment(), attempt2(MANUAL), authorized(OPENING_2));

    second.when(asking(VOID_A).toVoid()).refused(ATTEMPT_NOT_ALLOWED);
    second.when(asking(VOID_A).ofAttempt(3).toVoid()).refused(ATTEMPT_NOT_ALLOWED);
  }

  @Test
  void a_void_acts_only_at_the_version_that_it_names() {
    AUTHORIZED.when(asking(VOID_A).ifVersion(1).toVoid()).refused(VERSION_MISMATCH);
    AUTHORIZED
        .when(asking(VOID_A).ifVersion(2).toVoid())
        .accepted(call(100), voidRequested(VOID_A, 100));
  }

  @Nested
  class ARepeat {
    @Test
    void with_the_same_content_finds_the_void() {
      given(aVoidedPayment()).when(asking(VOID_A).again(ANOTHER_TRY).toVoid()).found(VOID_A);
      given(aVoidedPayment()).when(asking(VOID_A).underAnotherKey().toVoid()).found(VOID_A);
    }

    @Test
    void with_other_content_reuses_the_reference() {
      given(aVoidedPayment())
          .when(asking(VOID_A).withOtherContent().ofAttempt(7).ifVersion(77).toVoid())
          .refused(REFERENCE_REUSED);
    }

    @Test
    void waits_while_the_earlier_one_is_being_decided() {
      VOIDING.when(asking(VOID_A).again(ANOTHER_TRY).toVoid()).refused(OPERATION_IN_PROGRESS);
      VOIDING.when(asking(VOID_A).withOtherContent().toVoid()).refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void that_is_the_same_try_goes_on_when_only_its_acknowledgement_was_lost() {
      VOIDING.when(asking(VOID_A).toVoid()).acceptedOnceMore(call(100));
    }

    @Test
    void of_a_void_in_an_earlier_attempt_never_touches_the_latest() {
      given(aVoidedPayment(), attempt2(MANUAL), authorized(OPENING_2))
          .when(asking(VOID_A).again(ANOTHER_TRY).toVoid())
          .found(VOID_A);
    }
  }

  @Nested
  class AFailedVoid {
    private final Scenario failed = given(VOIDING.history(), failed(VOID, VOID_A));
    private final Asking again = asking(VOID_A).again(ANOTHER_TRY);
    private final GatewayCall secondSend = call(100).reopened();

    @Test
    void is_reopened_by_its_own_key_under_the_next_generation() {
      failed.when(again.toVoid()).accepted(secondSend, reopened(VOID_A, VOID, ANOTHER_TRY));
    }

    @Test
    void is_found_by_any_other_key() {
      failed.when(asking(VOID_A).underAnotherKey().toVoid()).found(VOID_A);
    }

    @Test
    void that_was_reopened_goes_on_when_only_its_acknowledgement_was_lost() {
      given(failed.history(), reopened(VOID_A, VOID, ANOTHER_TRY))
          .when(again.toVoid())
          .acceptedOnceMore(secondSend);
    }

    @Test
    void waits_while_a_capture_is_being_decided() {
      given(failed.history(), captureRequested(CAPTURE_A, 60))
          .when(again.ifVersion(77).toVoid())
          .refused(OPERATION_IN_PROGRESS);
    }

    @Test
    void is_not_reopened_at_another_version_nor_when_nothing_is_left() {
      Scenario over = given(failed.history(), expired(1, 100));

      over.when(again.ifVersion(77).toVoid()).refused(VERSION_MISMATCH);
      over.when(again.toVoid()).refused(PAYMENT_NOT_VOIDABLE);
    }

    @Test
    void of_an_earlier_attempt_is_never_reopened() {
      given(failed.history(), expired(1, 100), attempt2(MANUAL), authorized(OPENING_2))
          .when(again.toVoid())
          .found(VOID_A);
    }
  }
}
