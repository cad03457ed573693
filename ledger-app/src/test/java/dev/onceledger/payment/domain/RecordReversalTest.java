package dev.onceledger.payment.domain;

import static dev.onceledger.api.Rejection.Reason.REFUND_EXCEEDS_CAPTURED;
import static dev.onceledger.api.payment.Contradiction.REFUSAL_AFTER_SUCCESS;
import static dev.onceledger.api.payment.Contradiction.SUCCESS_AFTER_REFUSAL;
import static dev.onceledger.api.payment.OperationKind.REFUND;
import static dev.onceledger.payment.domain.Asking.asking;
import static dev.onceledger.payment.domain.Reports.theGatewayDid;
import static dev.onceledger.payment.domain.Reports.theGatewayTookBack;
import static dev.onceledger.payment.domain.Scenario.given;
import static dev.onceledger.payment.domain.Story.ANOTHER_TRY;
import static dev.onceledger.payment.domain.Story.CAPTURE_A;
import static dev.onceledger.payment.domain.Story.OPENING;
import static dev.onceledger.payment.domain.Story.PAYMENT;
import static dev.onceledger.payment.domain.Story.REFUND_A;
import static dev.onceledger.payment.domain.Story.REFUND_B;
import static dev.onceledger.payment.domain.Story.REFUND_C;
import static dev.onceledger.payment.domain.Story.VOID_A;
import static dev.onceledger.payment.domain.Story.aChargedPayment;
import static dev.onceledger.payment.domain.Story.aVoidedPayment;
import static dev.onceledger.payment.domain.Story.anAuthorizedPayment;
import static dev.onceledger.payment.domain.Story.at;
import static dev.onceledger.payment.domain.Story.captureRequested;
import static dev.onceledger.payment.domain.Story.captured;
import static dev.onceledger.payment.domain.Story.cny;
import static dev.onceledger.payment.domain.Story.contradicted;
import static dev.onceledger.payment.domain.Story.declined;
import static dev.onceledger.payment.domain.Story.failed;
import static dev.onceledger.payment.domain.Story.following;
import static dev.onceledger.payment.domain.Story.notified;
import static dev.onceledger.payment.domain.Story.refundRequested;
import static dev.onceledger.payment.domain.Story.refunded;
import static dev.onceledger.payment.domain.Story.reversed;
import static dev.onceledger.payment.domain.Story.twin;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentEvent.PaymentRefunded;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RecordReversalTest {
  private static final Scenario REFUNDED_60 =
      given(aChargedPayment(), refundRequested(REFUND_A, 60), refunded(REFUND_A, 60));
  private static final Scenario CAME_BACK = given(REFUNDED_60.history(), reversed(REFUND_A, 60));

  @Test
  void a_refund_that_came_back_is_recorded() {
    REFUNDED_60.when(theGatewayTookBack(REFUND_A)).recorded(REFUND_A, reversed(REFUND_A, 60));
  }

  @Test
  void what_came_back_can_be_refunded_again() {
    CAME_BACK
        .when(asking(REFUND_B).toRefundAll())
        .accepted(following(REFUND_B, REFUND, 100, OPENING), refundRequested(REFUND_B, 100));
  }

  @Test
  void a_refund_comes_back_once() {
    CAME_BACK.when(theGatewayTookBack(REFUND_A)).withoutEffect(REFUND_A);
  }

  @Test
  void the_success_that_was_taken_back_is_not_believed_again() {
    CAME_BACK.when(theGatewayDid(REFUND_A)).withoutEffect(REFUND_A);
    CAME_BACK.when(theGatewayDid(REFUND_A, at(REFUND_A), notified(1))).withoutEffect(REFUND_A);
  }

  @Test
  void a_success_under_another_name_after_it_is_money_that_moved() {
    CAME_BACK
        .when(theGatewayDid(REFUND_A, twin(REFUND_A), notified(1)))
        .recorded(
            REFUND_A,
            new PaymentRefunded(PAYMENT, REFUND_A, cny(60), twin(REFUND_A), notified(1)),
            contradicted(REFUND_A, SUCCESS_AFTER_REFUSAL, twin(REFUND_A), notified(1)));
  }

  @Test
  void its_request_is_not_sent_again_but_found() {
    CAME_BACK.when(asking(REFUND_A).again(ANOTHER_TRY).toRefund(60)).found(REFUND_A);
  }

  @Test
  void of_several_refunds_only_that_one_comes_back() {
    given(
            REFUNDED_60.history(),
            refundRequested(REFUND_B, 40),
            refunded(REFUND_B, 40),
            reversed(REFUND_B, 40))
        .when(asking(REFUND_C).toRefund(41))
        .refused(REFUND_EXCEEDS_CAPTURED);
  }

  static List<Scenario> notDone() {
    Scenario inFlight = given(aChargedPayment(), refundRequested(REFUND_A, 60));
    return List.of(
        inFlight,
        given(inFlight.history(), declined(REFUND, REFUND_A)),
        given(inFlight.history(), failed(REFUND, REFUND_A)));
  }

  @ParameterizedTest
  @MethodSource("notDone")
  void a_refund_that_was_not_done_cannot_come_back(Scenario refund) {
    refund.when(theGatewayTookBack(REFUND_A)).withoutEffect(REFUND_A);
  }

  static List<Arguments> noRefunds() {
    return List.of(
        arguments(OPENING, given(aChargedPayment())),
        arguments(OPENING, given(anAuthorizedPayment())),
        arguments(VOID_A, given(aVoidedPayment())),
        arguments(
            CAPTURE_A,
            given(
                anAuthorizedPayment(), captureRequested(CAPTURE_A, 60), captured(CAPTURE_A, 60))));
  }

  @ParameterizedTest
  @MethodSource("noRefunds")
  void anything_else_that_is_taken_back_contradicts_what_was_told(OperationId id, Scenario done) {
    PaymentEvent contradiction = contradicted(id, REFUSAL_AFTER_SUCCESS, at(id), notified(1));

    done.when(theGatewayTookBack(id)).recorded(id, contradiction);
    given(done.history(), contradiction).when(theGatewayTookBack(id)).withoutEffect(id);
  }

  @Test
  void a_reversal_of_what_nobody_asked_for_is_a_bug() {
    given(aChargedPayment())
        .when(theGatewayTookBack(REFUND_A))
        .foundABug(IllegalStateException.class);
  }
}
