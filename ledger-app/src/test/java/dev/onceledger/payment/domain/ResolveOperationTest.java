package dev.onceledger.payment.domain;

import static dev.onceledger.api.Rejection.Reason.PAYMENT_NOT_FOUND;
import static dev.onceledger.api.Rejection.Reason.VERSION_MISMATCH;
import static dev.onceledger.api.payment.CaptureMode.AUTOMATIC;
import static dev.onceledger.api.payment.Contradiction.SUCCESS_AFTER_REFUSAL;
import static dev.onceledger.api.payment.OperationKind.CHARGE;
import static dev.onceledger.api.payment.OperationState.DECLINED;
import static dev.onceledger.api.payment.OperationState.FAILED;
import static dev.onceledger.api.payment.OperationState.PROCESSING;
import static dev.onceledger.api.payment.OperationState.SUCCEEDED;
import static dev.onceledger.payment.domain.Asking.asking;
import static dev.onceledger.payment.domain.Reports.theGatewayDid;
import static dev.onceledger.payment.domain.Scenario.given;
import static dev.onceledger.payment.domain.Story.ANOTHER_TRY;
import static dev.onceledger.payment.domain.Story.A_THIRD_TRY;
import static dev.onceledger.payment.domain.Story.CAPTURE_A;
import static dev.onceledger.payment.domain.Story.OPENING;
import static dev.onceledger.payment.domain.Story.PAYMENT;
import static dev.onceledger.payment.domain.Story.REFUND_A;
import static dev.onceledger.payment.domain.Story.VOID_A;
import static dev.onceledger.payment.domain.Story.WHOLE;
import static dev.onceledger.payment.domain.Story.aChargedPayment;
import static dev.onceledger.payment.domain.Story.aClosedPayment;
import static dev.onceledger.payment.domain.Story.aDeclinedPayment;
import static dev.onceledger.payment.domain.Story.aFailedPayment;
import static dev.onceledger.payment.domain.Story.at;
import static dev.onceledger.payment.domain.Story.charged;
import static dev.onceledger.payment.domain.Story.cny;
import static dev.onceledger.payment.domain.Story.contradicted;
import static dev.onceledger.payment.domain.Story.created;
import static dev.onceledger.payment.domain.Story.decidedByAPerson;
import static dev.onceledger.payment.domain.Story.refundRequested;
import static dev.onceledger.payment.domain.Story.reopened;
import static dev.onceledger.payment.domain.Story.resent;
import static dev.onceledger.payment.domain.Story.resolved;
import static dev.onceledger.payment.domain.Story.voidRequested;

import dev.onceledger.api.payment.GatewayKey;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentEvent.PaymentCharged;
import dev.onceledger.api.payment.PaymentEvent.PaymentClosed;
import dev.onceledger.api.payment.PaymentEvent.PaymentDeclined;
import dev.onceledger.api.payment.PaymentEvent.PaymentFailed;
import dev.onceledger.api.payment.PaymentEvent.PaymentRefunded;
import dev.onceledger.api.payment.PaymentEvent.VoidDeclined;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResolveOperationTest {
  private static final String BY_HAND = "resolved-by-operator";
  private static final Scenario CHARGING = given(created(AUTOMATIC));
  private static final Asking OPERATOR = asking(A_THIRD_TRY);

  private static PaymentEvent resolvedTo(OperationState outcome) {
    return resolved(OPENING, outcome, A_THIRD_TRY);
  }

  @Test
  void a_success_is_recorded_under_the_name_that_the_operator_found() {
    CHARGING
        .when(OPERATOR.toResolve(OPENING, SUCCEEDED, at(OPENING)))
        .recorded(
            OPENING,
            resolvedTo(SUCCEEDED),
            new PaymentCharged(PAYMENT, OPENING, WHOLE, at(OPENING), decidedByAPerson(1)));
  }

  @Test
  void a_success_without_a_name_is_called_by_the_key_under_which_it_was_sent() {
    GatewayReference key = new GatewayReference(GatewayKey.of(OPENING, 2).value());

    given(aFailedPayment(), reopened(OPENING, CHARGE, ANOTHER_TRY))
        .when(OPERATOR.toResolve(OPENING, SUCCEEDED))
        .recorded(
            OPENING,
            resolvedTo(SUCCEEDED),
            new PaymentCharged(PAYMENT, OPENING, WHOLE, key, decidedByAPerson(2)));
  }

  @Test
  void a_decline_is_recorded() {
    CHARGING
        .when(OPERATOR.toResolve(OPENING, DECLINED))
        .recorded(
            OPENING,
            resolvedTo(DECLINED),
            new PaymentDeclined(PAYMENT, OPENING, BY_HAND, decidedByAPerson(1)));
  }

  @Test
  void a_failure_is_recorded_for_the_latest_send() {
    given(CHARGING.history(), resent(OPENING, 2))
        .when(OPERATOR.toResolve(OPENING, FAILED))
        .recorded(
            OPENING,
            resolvedTo(FAILED),
            new PaymentFailed(PAYMENT, OPENING, BY_HAND, decidedByAPerson(2)));
  }

  @Test
  void a_refund_is_resolved_like_anything_else() {
    given(aChargedPayment(), refundRequested(REFUND_A, 60))
        .when(OPERATOR.toResolve(REFUND_A, SUCCEEDED, at(REFUND_A)))
        .recorded(
            REFUND_A,
            resolved(REFUND_A, SUCCEEDED, A_THIRD_TRY),
            new PaymentRefunded(PAYMENT, REFUND_A, cny(60), at(REFUND_A), decidedByAPerson(1)));
  }

  @Test
  void what_a_void_is_to_close_ends_that_void_too() {
    Scenario closing = given(CHARGING.history(), voidRequested(VOID_A, 100));

    closing
        .when(OPERATOR.toResolve(OPENING, FAILED))
        .recorded(
            OPENING,
            resolvedTo(FAILED),
            new PaymentClosed(PAYMENT, VOID_A, OPENING, WHOLE, decidedByAPerson(1)));
    closing
        .when(OPERATOR.toResolve(OPENING, DECLINED))
        .recorded(
            OPENING,
            resolvedTo(DECLINED),
            new PaymentDeclined(PAYMENT, OPENING, BY_HAND, decidedByAPerson(1)),
            new VoidDeclined(PAYMENT, VOID_A, "nothing-to-void", decidedByAPerson(1)));
    closing
        .when(OPERATOR.toResolve(OPENING, SUCCEEDED, at(OPENING)))
        .recorded(
            OPENING,
            resolvedTo(SUCCEEDED),
            new PaymentCharged(PAYMENT, OPENING, WHOLE, at(OPENING), decidedByAPerson(1)),
            new VoidDeclined(PAYMENT, VOID_A, "already-captured", decidedByAPerson(1)));
  }

  @Test
  void what_an_operator_was_wrong_about_is_put_right_by_money_that_moved() {
    given(
            CHARGING.history(),
            resolvedTo(FAILED),
            new PaymentFailed(PAYMENT, OPENING, BY_HAND, decidedByAPerson(1)))
        .when(theGatewayDid(OPENING))
        .recorded(OPENING, charged(OPENING), contradicted(OPENING, SUCCESS_AFTER_REFUSAL));
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
  void what_is_decided_is_not_resolved(Scenario decided) {
    decided.when(OPERATOR.toResolve(OPENING, SUCCEEDED)).refused(VERSION_MISMATCH);
    decided.when(OPERATOR.toResolve(OPENING, FAILED)).refused(VERSION_MISMATCH);
  }

  @Test
  void an_operator_decides_at_the_version_that_he_read() {
    CHARGING.when(OPERATOR.ifVersion(2).toResolve(OPENING, FAILED)).refused(VERSION_MISMATCH);
    CHARGING
        .when(OPERATOR.ifVersion(1).toResolve(OPENING, FAILED))
        .recorded(
            OPENING,
            resolvedTo(FAILED),
            new PaymentFailed(PAYMENT, OPENING, BY_HAND, decidedByAPerson(1)));
  }

  @Test
  void a_payment_of_another_scope_is_not_found_nor_is_an_operation_that_there_is_not() {
    CHARGING.when(OPERATOR.inScope("other").toResolve(OPENING, FAILED)).refused(PAYMENT_NOT_FOUND);
    given(aChargedPayment())
        .when(OPERATOR.inScope("other").ifVersion(77).toResolve(OPENING, FAILED))
        .refused(PAYMENT_NOT_FOUND);
    CHARGING.when(OPERATOR.ifVersion(77).toResolve(CAPTURE_A, FAILED)).refused(PAYMENT_NOT_FOUND);
  }

  @Test
  void to_leave_it_undecided_is_a_bug() {
    CHARGING
        .when(OPERATOR.toResolve(OPENING, PROCESSING))
        .foundABug(IllegalArgumentException.class);
  }
}
