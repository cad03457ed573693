package dev.onceledger.payment.domain;

import static dev.onceledger.api.payment.CaptureMode.AUTOMATIC;
import static dev.onceledger.api.payment.OperationKind.CAPTURE;
import static dev.onceledger.api.payment.OperationKind.CHARGE;
import static dev.onceledger.api.payment.OperationKind.REFUND;
import static dev.onceledger.api.payment.OperationKind.VOID;
import static dev.onceledger.payment.domain.Asking.asking;
import static dev.onceledger.payment.domain.Scenario.given;
import static dev.onceledger.payment.domain.Story.ANOTHER_TRY;
import static dev.onceledger.payment.domain.Story.CAPTURE_A;
import static dev.onceledger.payment.domain.Story.OPENING;
import static dev.onceledger.payment.domain.Story.PAYMENT;
import static dev.onceledger.payment.domain.Story.REFUND_A;
import static dev.onceledger.payment.domain.Story.SANDBOX;
import static dev.onceledger.payment.domain.Story.VOID_A;
import static dev.onceledger.payment.domain.Story.WHOLE;
import static dev.onceledger.payment.domain.Story.aChargedPayment;
import static dev.onceledger.payment.domain.Story.aClosedPayment;
import static dev.onceledger.payment.domain.Story.aDeclinedPayment;
import static dev.onceledger.payment.domain.Story.aFailedPayment;
import static dev.onceledger.payment.domain.Story.anAuthorizedPayment;
import static dev.onceledger.payment.domain.Story.captureRequested;
import static dev.onceledger.payment.domain.Story.created;
import static dev.onceledger.payment.domain.Story.failed;
import static dev.onceledger.payment.domain.Story.following;
import static dev.onceledger.payment.domain.Story.opening;
import static dev.onceledger.payment.domain.Story.originOf;
import static dev.onceledger.payment.domain.Story.refundRequested;
import static dev.onceledger.payment.domain.Story.reopened;
import static dev.onceledger.payment.domain.Story.resent;
import static dev.onceledger.payment.domain.Story.voidRequested;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.ResendOperation;
import dev.onceledger.api.payment.PaymentEvent;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResendOperationTest {
  private static PaymentCommand resend(OperationId operation) {
    return new ResendOperation(PAYMENT, operation);
  }

  private static final GatewayCall CALL = opening(OPENING, CHARGE, WHOLE);
  private static final Scenario CHARGING = given(created(AUTOMATIC));

  @Test
  void what_is_in_doubt_is_sent_again_under_the_same_key() {
    CHARGING.when(resend(OPENING)).accepted(CALL.resent(), resent(OPENING, 2));
  }

  @Test
  void it_is_sent_as_often_as_it_takes() {
    given(CHARGING.history(), resent(OPENING, 2), resent(OPENING, 3))
        .when(resend(OPENING))
        .accepted(CALL.resent().resent().resent(), resent(OPENING, 4));
  }

  @Test
  void the_sends_of_all_generations_are_counted() {
    given(aFailedPayment(), reopened(OPENING, CHARGE, ANOTHER_TRY))
        .when(resend(OPENING))
        .accepted(CALL.reopened().resent(), resent(OPENING, 3));
  }

  @Test
  void a_capture_a_void_and_a_refund_are_sent_again_as_they_were() {
    given(anAuthorizedPayment(), captureRequested(CAPTURE_A, 60))
        .when(resend(CAPTURE_A))
        .accepted(following(CAPTURE_A, CAPTURE, 60, OPENING).resent(), resent(CAPTURE_A, 2));
    given(anAuthorizedPayment(), voidRequested(VOID_A, 100))
        .when(resend(VOID_A))
        .accepted(following(VOID_A, VOID, 100, OPENING).resent(), resent(VOID_A, 2));
    given(aChargedPayment(), refundRequested(REFUND_A, 60))
        .when(resend(REFUND_A))
        .accepted(following(REFUND_A, REFUND, 60, OPENING).resent(), resent(REFUND_A, 2));
  }

  static List<Scenario> decided() {
    return List.of(
        given(aChargedPayment()),
        given(aDeclinedPayment()),
        given(aFailedPayment()),
        given(aClosedPayment(AUTOMATIC)));
  }

  @ParameterizedTest
  @MethodSource("decided")
  void what_is_decided_is_not_sent_again(Scenario decided) {
    decided.when(resend(OPENING)).withoutEffect(OPENING);
  }

  @Test
  void what_a_void_is_to_close_is_not_sent_again_meanwhile() {
    given(CHARGING.history(), voidRequested(VOID_A, 100))
        .when(resend(OPENING))
        .withoutEffect(OPENING);
  }

  @Test
  void what_a_void_failed_to_close_is_sent_again() {
    given(CHARGING.history(), voidRequested(VOID_A, 100), failed(VOID, VOID_A))
        .when(resend(OPENING))
        .accepted(CALL.resent(), resent(OPENING, 2));
  }

  @Test
  void a_void_that_is_to_close_something_is_sent_again_itself() {
    given(CHARGING.history(), voidRequested(VOID_A, 100))
        .when(resend(VOID_A))
        .accepted(following(VOID_A, VOID, 100, OPENING).closing(CALL).resent(), resent(VOID_A, 2));
  }

  @Test
  void a_try_whose_acknowledgement_was_lost_goes_on_with_the_latest_send() {
    given(CHARGING.history(), resent(OPENING, 2))
        .when(asking(OPENING).toCharge())
        .acceptedOnceMore(CALL.resent());
  }

  @Test
  void a_failure_of_the_latest_send_counts_and_reopens_under_the_next_generation() {
    given(CHARGING.history(), resent(OPENING, 2), failed(CHARGE, OPENING, 2))
        .when(asking(OPENING).again(ANOTHER_TRY).toCharge())
        .accepted(CALL.resent().reopened(), nextGeneration());
  }

  private static PaymentEvent nextGeneration() {
    return new PaymentEvent.OperationReopened(
        PAYMENT, OPENING, CHARGE, SANDBOX, 2, 3, ANOTHER_TRY, originOf(OPENING));
  }

  @Test
  void to_send_again_what_nobody_asked_for_is_a_bug() {
    CHARGING.when(resend(CAPTURE_A)).foundABug(IllegalStateException.class);
  }
}
