package dev.onceledger.payment.domain;

import static dev.onceledger.api.payment.CaptureMode.AUTOMATIC;
import static dev.onceledger.api.payment.CaptureMode.MANUAL;
import static dev.onceledger.api.payment.OperationKind.AUTHORIZE;
import static dev.onceledger.api.payment.OperationKind.CHARGE;
import static dev.onceledger.api.payment.OperationKind.VOID;
import static dev.onceledger.api.payment.OperationState.DECLINED;
import static dev.onceledger.api.payment.OperationState.FAILED;
import static dev.onceledger.api.payment.OperationState.PROCESSING;
import static dev.onceledger.api.payment.OperationState.SUCCEEDED;
import static dev.onceledger.payment.domain.Scenario.given;
import static dev.onceledger.payment.domain.Story.ANOTHER_TRY;
import static dev.onceledger.payment.domain.Story.CAPTURE_A;
import static dev.onceledger.payment.domain.Story.OPENING;
import static dev.onceledger.payment.domain.Story.OPENING_2;
import static dev.onceledger.payment.domain.Story.PAYMENT;
import static dev.onceledger.payment.domain.Story.VOID_A;
import static dev.onceledger.payment.domain.Story.WHOLE;
import static dev.onceledger.payment.domain.Story.aChargedPayment;
import static dev.onceledger.payment.domain.Story.aDeclinedPayment;
import static dev.onceledger.payment.domain.Story.aFailedPayment;
import static dev.onceledger.payment.domain.Story.anAuthorizedPayment;
import static dev.onceledger.payment.domain.Story.anExpiredPayment;
import static dev.onceledger.payment.domain.Story.at;
import static dev.onceledger.payment.domain.Story.attempt2;
import static dev.onceledger.payment.domain.Story.authorized;
import static dev.onceledger.payment.domain.Story.captureRequested;
import static dev.onceledger.payment.domain.Story.captured;
import static dev.onceledger.payment.domain.Story.cny;
import static dev.onceledger.payment.domain.Story.created;
import static dev.onceledger.payment.domain.Story.following;
import static dev.onceledger.payment.domain.Story.opening;
import static dev.onceledger.payment.domain.Story.reopened;
import static dev.onceledger.payment.domain.Story.resent;
import static dev.onceledger.payment.domain.Story.voidRequested;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.OperationStatus;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.InspectOperation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InspectOperationTest {
  private static final GatewayCall CHARGE_CALL = opening(OPENING, CHARGE, WHOLE);
  private static final GatewayCall AUTHORIZE_CALL = opening(OPENING, AUTHORIZE, WHOLE);

  private static PaymentCommand inspect(OperationId operation) {
    return new InspectOperation(PAYMENT, operation);
  }

  private static OperationStatus status(
      OperationState state, GatewayCall call, @Nullable GatewayReference done, long reserved) {
    return new OperationStatus(state, call, 1, done, cny(reserved), false);
  }

  @Test
  void what_is_in_flight_is_processing_and_has_no_name_yet() {
    given(created(AUTOMATIC))
        .when(inspect(OPENING))
        .reported(status(PROCESSING, CHARGE_CALL, null, 0));
  }

  @Test
  void what_was_sent_again_shows_its_latest_send() {
    given(created(AUTOMATIC), resent(OPENING, 2))
        .when(inspect(OPENING))
        .reported(status(PROCESSING, CHARGE_CALL.resent(), null, 0));
    given(aFailedPayment(), reopened(OPENING, CHARGE, ANOTHER_TRY))
        .when(inspect(OPENING))
        .reported(status(PROCESSING, CHARGE_CALL.reopened(), null, 0));
  }

  @Test
  void what_succeeded_has_the_gateways_name_for_it() {
    given(aChargedPayment())
        .when(inspect(OPENING))
        .reported(status(SUCCEEDED, CHARGE_CALL, at(OPENING), 0));
  }

  @Test
  void what_was_declined_or_failed_has_none() {
    given(aDeclinedPayment())
        .when(inspect(OPENING))
        .reported(status(DECLINED, CHARGE_CALL, null, 0));
    given(aFailedPayment()).when(inspect(OPENING)).reported(status(FAILED, CHARGE_CALL, null, 0));
  }

  @Test
  void what_is_reserved_is_what_was_neither_captured_nor_let_go() {
    Scenario captured60 =
        given(anAuthorizedPayment(), captureRequested(CAPTURE_A, 60), captured(CAPTURE_A, 60));

    given(anAuthorizedPayment())
        .when(inspect(OPENING))
        .reported(status(SUCCEEDED, AUTHORIZE_CALL, at(OPENING), 100));
    captured60.when(inspect(OPENING)).reported(status(SUCCEEDED, AUTHORIZE_CALL, at(OPENING), 40));
    given(anExpiredPayment())
        .when(inspect(OPENING))
        .reported(status(SUCCEEDED, AUTHORIZE_CALL, at(OPENING), 0));
  }

  @Test
  void it_is_told_whether_a_capture_or_void_in_flight_may_change_that() {
    OperationStatus changing =
        new OperationStatus(SUCCEEDED, AUTHORIZE_CALL, 1, at(OPENING), WHOLE, true);

    given(anAuthorizedPayment(), captureRequested(CAPTURE_A, 60))
        .when(inspect(OPENING))
        .reported(changing);
    given(anAuthorizedPayment(), voidRequested(VOID_A, 100))
        .when(inspect(OPENING))
        .reported(changing);
  }

  @Test
  void a_void_shows_what_it_is_to_close_until_that_was_done() {
    GatewayCall aimed = following(VOID_A, VOID, 100, OPENING);
    GatewayCall closing = aimed.closing(opening(OPENING, AUTHORIZE, WHOLE));

    given(created(MANUAL), voidRequested(VOID_A, 100))
        .when(inspect(VOID_A))
        .reported(new OperationStatus(PROCESSING, closing, 1, null, cny(0), true));
    given(created(MANUAL), voidRequested(VOID_A, 100), authorized(OPENING))
        .when(inspect(VOID_A))
        .reported(new OperationStatus(PROCESSING, aimed, 1, null, WHOLE, true));
  }

  @Test
  void an_operation_is_that_of_its_attempt() {
    given(aDeclinedPayment(), attempt2(MANUAL), authorized(OPENING_2))
        .when(inspect(OPENING_2))
        .reported(
            new OperationStatus(
                SUCCEEDED, opening(OPENING_2, AUTHORIZE, WHOLE), 2, at(OPENING_2), WHOLE, false));
  }

  @Test
  void to_inspect_what_nobody_asked_for_is_a_bug() {
    given(created(AUTOMATIC)).when(inspect(CAPTURE_A)).foundABug(IllegalStateException.class);
  }
}
