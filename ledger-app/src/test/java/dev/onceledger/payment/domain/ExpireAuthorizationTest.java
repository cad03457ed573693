package dev.onceledger.payment.domain;

import static dev.onceledger.api.Rejection.Reason.ATTEMPT_NOT_ALLOWED;
import static dev.onceledger.api.payment.CaptureMode.AUTOMATIC;
import static dev.onceledger.api.payment.CaptureMode.MANUAL;
import static dev.onceledger.api.payment.OperationKind.AUTHORIZE;
import static dev.onceledger.api.payment.OperationKind.CAPTURE;
import static dev.onceledger.api.payment.OperationKind.CHARGE;
import static dev.onceledger.payment.domain.Asking.asking;
import static dev.onceledger.payment.domain.Scenario.given;
import static dev.onceledger.payment.domain.Story.ANOTHER_TRY;
import static dev.onceledger.payment.domain.Story.CAPTURE_A;
import static dev.onceledger.payment.domain.Story.CARD;
import static dev.onceledger.payment.domain.Story.OPENING;
import static dev.onceledger.payment.domain.Story.OPENING_2;
import static dev.onceledger.payment.domain.Story.PAYMENT;
import static dev.onceledger.payment.domain.Story.SANDBOX;
import static dev.onceledger.payment.domain.Story.VOID_A;
import static dev.onceledger.payment.domain.Story.WHOLE;
import static dev.onceledger.payment.domain.Story.aChargedPayment;
import static dev.onceledger.payment.domain.Story.aDeclinedPayment;
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
import static dev.onceledger.payment.domain.Story.opening;
import static dev.onceledger.payment.domain.Story.originOf;
import static dev.onceledger.payment.domain.Story.seenOnSend;
import static dev.onceledger.payment.domain.Story.voidRequested;

import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.ExpireAuthorization;
import dev.onceledger.api.payment.PaymentEvent.AttemptStarted;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExpireAuthorizationTest {
  private static PaymentCommand expire(int attempt) {
    return new ExpireAuthorization(PAYMENT, attempt, seenOnSend(1));
  }

  @Test
  void an_authorization_expires_whole() {
    given(anAuthorizedPayment()).when(expire(1)).recorded(OPENING, expired(1, 100));
  }

  @Test
  void an_authorization_that_was_captured_in_part_expires_for_the_rest() {
    given(anAuthorizedPayment(), captureRequested(CAPTURE_A, 60), captured(CAPTURE_A, 60))
        .when(expire(1))
        .recorded(OPENING, expired(1, 40));
  }

  @Test
  void an_authorization_whose_capture_was_declined_expires_whole() {
    given(anAuthorizedPayment(), captureRequested(CAPTURE_A, 60), declined(CAPTURE, CAPTURE_A))
        .when(expire(1))
        .recorded(OPENING, expired(1, 100));
  }

  static List<Scenario> nothingToExpire() {
    return List.of(
        given(created(MANUAL)),
        given(aChargedPayment()),
        given(aDeclinedPayment()),
        given(aVoidedPayment()),
        given(anExpiredPayment()),
        given(anAuthorizedPayment(), captureRequested(CAPTURE_A, 100), captured(CAPTURE_A, 100)));
  }

  @ParameterizedTest
  @MethodSource("nothingToExpire")
  void where_nothing_is_authorized_nothing_expires(Scenario over) {
    over.when(expire(1)).withoutEffect(OPENING);
  }

  @Test
  void while_a_capture_or_a_void_is_in_flight_nothing_expires() {
    given(anAuthorizedPayment(), captureRequested(CAPTURE_A, 60))
        .when(expire(1))
        .withoutEffect(OPENING);
    given(anAuthorizedPayment(), voidRequested(VOID_A, 100)).when(expire(1)).withoutEffect(OPENING);
  }

  @Test
  void each_attempt_expires_for_itself() {
    Scenario both =
        given(
            List.of(created(MANUAL), declined(AUTHORIZE, OPENING)),
            attempt2(MANUAL),
            authorized(OPENING_2),
            authorized(OPENING));

    both.when(expire(1)).recorded(OPENING, expired(1, 100));
    both.when(expire(2)).recorded(OPENING_2, expired(2, 100));
  }

  @Test
  void a_payment_is_over_only_when_no_attempt_holds_anything() {
    Asking third = asking(ANOTHER_TRY).ofAttempt(3);
    Scenario one =
        given(
            List.of(created(MANUAL), declined(AUTHORIZE, OPENING)),
            attempt2(MANUAL),
            authorized(OPENING_2),
            authorized(OPENING),
            expired(2, 100));

    one.when(third.toCharge()).refused(ATTEMPT_NOT_ALLOWED);
    given(one.history(), expired(1, 100))
        .when(third.toCharge())
        .accepted(
            opening(ANOTHER_TRY, CHARGE, WHOLE),
            new AttemptStarted(
                PAYMENT,
                3,
                AUTOMATIC,
                CARD,
                SANDBOX,
                null,
                Map.of(),
                ANOTHER_TRY,
                originOf(ANOTHER_TRY)));
  }
}
