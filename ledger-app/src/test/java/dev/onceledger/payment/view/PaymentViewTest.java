package dev.onceledger.payment.view;

import static dev.onceledger.api.payment.OperationKind.AUTHORIZE;
import static dev.onceledger.api.payment.OperationKind.CAPTURE;
import static dev.onceledger.api.payment.OperationKind.CHARGE;
import static dev.onceledger.api.payment.OperationKind.REFUND;
import static dev.onceledger.api.payment.OperationKind.VOID;
import static dev.onceledger.payment.view.Happened.WHY_NOT;
import static dev.onceledger.payment.view.Happened.attempt;
import static dev.onceledger.payment.view.Happened.closed;
import static dev.onceledger.payment.view.Happened.cny;
import static dev.onceledger.payment.view.Happened.contradicted;
import static dev.onceledger.payment.view.Happened.created;
import static dev.onceledger.payment.view.Happened.declined;
import static dev.onceledger.payment.view.Happened.dispute;
import static dev.onceledger.payment.view.Happened.done;
import static dev.onceledger.payment.view.Happened.expired;
import static dev.onceledger.payment.view.Happened.failed;
import static dev.onceledger.payment.view.Happened.id;
import static dev.onceledger.payment.view.Happened.learned;
import static dev.onceledger.payment.view.Happened.reopened;
import static dev.onceledger.payment.view.Happened.requested;
import static dev.onceledger.payment.view.Happened.resent;
import static dev.onceledger.payment.view.Happened.resolved;
import static dev.onceledger.payment.view.Happened.reversed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.api.payment.Contradiction;
import dev.onceledger.api.payment.DisputeStage;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentState;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PaymentViewTest {
  private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

  private final PaymentView view = new PaymentView();
  private final Set<Class<?>> followed = new HashSet<>();

  private void follow(PaymentEvent... events) {
    for (PaymentEvent event : events) {
      view.on(event, view.version, NOON.plusSeconds(view.version));
      followed.add(event.getClass());
    }
  }

  // ---- how the view follows it

  @Test
  void every_event_is_followed() {
    follow(created(CaptureMode.AUTOMATIC), failed(CHARGE, 1), reopened(CHARGE, 1, 2));
    follow(declined(CHARGE, 1), attempt(2, CaptureMode.MANUAL, 2), done(AUTHORIZE, 2, 100));
    follow(requested(CAPTURE, 2, 3, 60), declined(CAPTURE, 3));
    follow(requested(CAPTURE, 2, 4, 60), failed(CAPTURE, 4));
    follow(requested(CAPTURE, 2, 5, 60), done(CAPTURE, 5, 60));
    follow(requested(VOID, 2, 6, 40), declined(VOID, 6), requested(VOID, 2, 7, 40));
    follow(failed(VOID, 7), expired(2, 40), done(VOID, 7, 0), done(CHARGE, 1, 100));
    follow(contradicted(1, Contradiction.SUCCESS_AFTER_REFUSAL));
    follow(requested(REFUND, 2, 8, 60), declined(REFUND, 8), requested(REFUND, 2, 9, 60));
    follow(failed(REFUND, 9), requested(REFUND, 2, 10, 60), resent(10, 2));
    follow(resolved(10, OperationState.SUCCEEDED), done(REFUND, 10, 60), reversed(10, 60));
    follow(dispute(DisputeStage.OPENED, "a", 60), dispute(DisputeStage.LOST, "a", 60));
    follow(dispute(DisputeStage.WON, "a", 60));
    follow(learned(10));
    closedPaymentIsFollowed();

    assertThat(followed).containsExactlyInAnyOrderElementsOf(concrete(PaymentEvent.class).toList());
    assertThat(view.version).isEqualTo(33);
  }

  private void closedPaymentIsFollowed() {
    PaymentView another = new PaymentView();
    List.of(created(CaptureMode.MANUAL), requested(VOID, 1, 2, 100), closed(2, 1))
        .forEach(event -> another.on(event, another.version, NOON));
    followed.add(PaymentEvent.PaymentClosed.class);
  }

  private static Stream<Class<?>> concrete(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(Objects.requireNonNull(type.getPermittedSubclasses()))
            .flatMap(PaymentViewTest::concrete)
            .distinct()
        : Stream.of(type);
  }

  @Test
  void an_event_that_is_not_the_next_one_is_a_bug() {
    follow(created(CaptureMode.AUTOMATIC));

    assertThatIllegalStateException()
        .isThrownBy(() -> view.on(done(CHARGE, 1, 100), 2, NOON))
        .withMessageContaining("is at version 1, not 2");
  }

  @Test
  void the_document_is_that_of_the_contract() {
    follow(created(CaptureMode.AUTOMATIC), done(CHARGE, 1, 100), requested(REFUND, 1, 2, 60));

    assertThat(ViewJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(view))
        .isEqualToNormalizingNewlines(
            """
            {
              "id" : "pay_01ksj8chv3vkgzcp1camy54p7y",
              "reference" : "order-7001",
              "attempt" : 1,
              "state" : "CAPTURED",
              "version" : 3,
              "position" : 0,
              "amount" : {
                "minor" : 100,
                "currency" : "CNY",
                "decimal" : "1.00"
              },
              "authorized" : {
                "minor" : 100,
                "currency" : "CNY",
                "decimal" : "1.00"
              },
              "captured" : {
                "minor" : 100,
                "currency" : "CNY",
                "decimal" : "1.00"
              },
              "refunded" : {
                "minor" : 0,
                "currency" : "CNY",
                "decimal" : "0.00"
              },
              "chargedBack" : {
                "minor" : 0,
                "currency" : "CNY",
                "decimal" : "0.00"
              },
              "capturable" : {
                "minor" : 0,
                "currency" : "CNY",
                "decimal" : "0.00"
              },
              "refundable" : {
                "minor" : 40,
                "currency" : "CNY",
                "decimal" : "0.40"
              },
              "gateway" : "sandbox",
              "gatewayReference" : "sbx_1",
              "nextAction" : null,
              "description" : "two books",
              "metadata" : {
                "cart" : "9"
              },
              "operations" : [ {
                "id" : "op_00000000000000000000000001",
                "kind" : "CHARGE",
                "state" : "SUCCEEDED",
                "amount" : {
                  "minor" : 100,
                  "currency" : "CNY",
                  "decimal" : "1.00"
                },
                "reference" : "order-7001",
                "attempts" : 1,
                "reason" : null,
                "createdAt" : "2026-11-30T12:00:00Z",
                "completedAt" : "2026-11-30T12:00:01Z"
              }, {
                "id" : "op_00000000000000000000000002",
                "kind" : "REFUND",
                "state" : "PROCESSING",
                "amount" : {
                  "minor" : 60,
                  "currency" : "CNY",
                  "decimal" : "0.60"
                },
                "reference" : "reference-2",
                "attempts" : 1,
                "reason" : "returned",
                "createdAt" : "2026-11-30T12:00:02Z",
                "completedAt" : null
              } ],
              "createdAt" : "2026-11-30T12:00:00Z",
              "updatedAt" : "2026-11-30T12:00:02Z"
            }""");
  }

  @Test
  void what_is_in_flight_is_taken_off_and_put_back_when_it_came_to_nothing() {
    follow(created(CaptureMode.MANUAL), done(AUTHORIZE, 1, 100));
    assertThat(view.capturable.minor()).isEqualTo(100);
    follow(requested(CAPTURE, 1, 2, 60));
    assertThat(view.capturable.minor()).isEqualTo(40);
    follow(declined(CAPTURE, 2), requested(VOID, 1, 3, 100));
    assertThat(view.capturable.minor()).isZero();
    follow(failed(VOID, 3));
    assertThat(view.capturable.minor()).isEqualTo(100);
    follow(requested(CAPTURE, 1, 4, 100), done(CAPTURE, 4, 100), requested(REFUND, 1, 5, 30));
    assertThat(view.refundable.minor()).isEqualTo(70);
    follow(declined(REFUND, 5));
    assertThat(view.refundable.minor()).isEqualTo(100);
  }

  @Test
  void a_capture_that_is_declined_after_a_late_void_leaves_nothing_to_capture() {
    follow(created(CaptureMode.MANUAL), done(AUTHORIZE, 1, 100));
    follow(requested(VOID, 1, 2, 100), failed(VOID, 2), requested(CAPTURE, 1, 3, 40));
    follow(done(VOID, 2, 100), declined(CAPTURE, 3));

    assertThat(view.capturable.minor()).isZero();
    assertThat(view.state).isEqualTo(PaymentState.VOIDED);
  }

  @Test
  void a_void_that_fails_again_after_a_capture_leaves_what_the_capture_left() {
    follow(created(CaptureMode.MANUAL), done(AUTHORIZE, 1, 100));
    follow(requested(VOID, 1, 2, 100), failed(VOID, 2));
    follow(requested(CAPTURE, 1, 3, 40), done(CAPTURE, 3, 40));
    follow(reopened(VOID, 2, 2), failed(VOID, 2));

    assertThat(view.capturable.minor()).isEqualTo(60);
  }

  @Test
  void a_refund_that_is_declined_after_another_was_done_late_leaves_what_is_kept() {
    follow(created(CaptureMode.AUTOMATIC), done(CHARGE, 1, 100));
    follow(requested(REFUND, 1, 2, 60), declined(REFUND, 2), requested(REFUND, 1, 3, 60));
    follow(done(REFUND, 2, 60), declined(REFUND, 3));

    assertThat(view.refundable.minor()).isEqualTo(40);
  }

  @Test
  void what_an_earlier_attempt_authorized_late_counts_and_cannot_be_captured() {
    follow(created(CaptureMode.MANUAL), declined(AUTHORIZE, 1));
    follow(attempt(2, CaptureMode.MANUAL, 2), done(AUTHORIZE, 2, 100), done(AUTHORIZE, 1, 100));

    assertThat(view.authorized.minor()).isEqualTo(200);
    assertThat(view.capturable.minor()).isEqualTo(100);
  }

  @Test
  void a_payment_is_over_only_when_no_attempt_holds_anything() {
    follow(created(CaptureMode.MANUAL), declined(AUTHORIZE, 1));
    follow(attempt(2, CaptureMode.MANUAL, 2), done(AUTHORIZE, 2, 100), done(AUTHORIZE, 1, 100));
    follow(requested(VOID, 2, 3, 100), done(VOID, 3, 100));
    assertThat(view.state).isEqualTo(PaymentState.AUTHORIZED);

    follow(expired(1, 100));
    assertThat(view.state).isEqualTo(PaymentState.EXPIRED);
  }

  @Test
  void an_authorization_that_expired_says_so_and_leaves_nothing_to_capture() {
    follow(created(CaptureMode.MANUAL), done(AUTHORIZE, 1, 100));
    follow(requested(CAPTURE, 1, 2, 60), done(CAPTURE, 2, 60), expired(1, 40));

    assertThat(view.state).isEqualTo(PaymentState.CAPTURED);
    assertThat(view.capturable.minor()).isZero();
    assertThat(view.operations.get(0).reason()).isEqualTo("authorization-expired");
  }

  @Test
  void a_state_that_was_reached_is_not_left_by_a_void_that_was_done_late() {
    follow(created(CaptureMode.MANUAL), done(AUTHORIZE, 1, 100));
    follow(requested(VOID, 1, 2, 100), failed(VOID, 2), expired(1, 100), done(VOID, 2, 0));

    assertThat(view.state).isEqualTo(PaymentState.EXPIRED);
  }

  @Test
  void an_operation_shows_how_often_it_was_sent_and_why_it_was_not_done() {
    follow(created(CaptureMode.AUTOMATIC), failed(CHARGE, 1));
    assertThat(view.operations.get(0).reason()).isEqualTo(WHY_NOT);
    follow(reopened(CHARGE, 1, 2));
    assertThat(view.operations.get(0).attempts()).isEqualTo(2);
    assertThat(view.operations.get(0).reason()).isNull();
    assertThat(view.operations.get(0).completedAt()).isNull();
    follow(done(CHARGE, 1, 100));

    assertThat(view.operations).hasSize(1);
    assertThat(view.state).isEqualTo(PaymentState.CAPTURED);
    assertThat(view.operations.get(0).reason()).isNull();
  }

  @Test
  void a_new_attempt_shows_its_own_description_and_metadata() {
    follow(created(CaptureMode.AUTOMATIC), declined(CHARGE, 1));
    follow(attempt(2, CaptureMode.AUTOMATIC, 2));

    assertThat(view.attempt).isEqualTo(2);
    assertThat(view.state).isEqualTo(PaymentState.PENDING);
    assertThat(view.description).isNull();
    assertThat(view.metadata).isEmpty();
    assertThat(view.operations)
        .extracting(OperationView::id)
        .isEqualTo(List.of(id(1).value(), id(2).value()));
  }

  @Test
  void a_payment_that_was_closed_is_voided_and_both_operations_say_why() {
    follow(created(CaptureMode.MANUAL), requested(VOID, 1, 2, 100), closed(2, 1));

    assertThat(view.state).isEqualTo(PaymentState.VOIDED);
    assertThat(view.operations.get(0).state()).isEqualTo(OperationState.FAILED);
    assertThat(view.operations.get(0).reason()).isEqualTo("closed-by-void");
    assertThat(view.operations.get(1).state()).isEqualTo(OperationState.SUCCEEDED);
    assertThat(view.operations.get(1).reason()).isEqualTo("closed-before-payment");
    assertThat(view.operations.get(1).completedAt()).isEqualTo(NOON.plusSeconds(2));
    assertThat(view.authorized.minor()).isZero();
    assertThat(view.capturable.minor()).isZero();
  }

  @Test
  void what_was_closed_and_authorized_after_all_was_not_let_go() {
    follow(created(CaptureMode.MANUAL), requested(VOID, 1, 2, 100), closed(2, 1));
    follow(done(AUTHORIZE, 1, 100), contradicted(1, Contradiction.SUCCESS_AFTER_REFUSAL));

    assertThat(view.state).isEqualTo(PaymentState.AUTHORIZED);
    assertThat(view.capturable.minor()).isEqualTo(100);
    assertThat(view.operations.get(0).reason()).isNull();
  }

  @Test
  void a_void_shows_what_it_really_let_go() {
    follow(created(CaptureMode.MANUAL), requested(VOID, 1, 2, 100), done(VOID, 2, 0));

    assertThat(view.operations.get(1).amount().minor()).isZero();
    assertThat(view.state).isEqualTo(PaymentState.PENDING);
    follow(done(AUTHORIZE, 1, 100));
    assertThat(view.capturable.minor()).isEqualTo(100);
  }

  @Test
  void what_is_sent_again_counts_its_sends_and_stays_in_progress() {
    follow(created(CaptureMode.AUTOMATIC), resent(1, 2), resent(1, 3));

    assertThat(view.operations.get(0).attempts()).isEqualTo(3);
    assertThat(view.operations.get(0).state()).isEqualTo(OperationState.PROCESSING);
  }

  @Test
  void a_refund_that_came_back_is_declined_and_can_be_refunded_again() {
    follow(created(CaptureMode.AUTOMATIC), done(CHARGE, 1, 100));
    follow(requested(REFUND, 1, 2, 100), done(REFUND, 2, 100));
    assertThat(view.state).isEqualTo(PaymentState.REFUNDED);
    follow(reversed(2, 100));

    assertThat(view.state).isEqualTo(PaymentState.CAPTURED);
    assertThat(view.refunded.minor()).isZero();
    assertThat(view.refundable.minor()).isEqualTo(100);
    assertThat(view.operations.get(1).state()).isEqualTo(OperationState.DECLINED);
    assertThat(view.operations.get(1).reason()).isEqualTo(WHY_NOT);
  }

  @Test
  void a_dispute_holds_its_money_until_it_is_won() {
    follow(created(CaptureMode.AUTOMATIC), done(CHARGE, 1, 100));
    follow(dispute(DisputeStage.OPENED, "a", 30));
    assertThat(view.state).isEqualTo(PaymentState.CAPTURED);
    assertThat(view.refundable.minor()).isEqualTo(70);
    assertThat(view.chargedBack.minor()).isZero();
    follow(dispute(DisputeStage.LOST, "a", 30));
    assertThat(view.state).isEqualTo(PaymentState.CHARGED_BACK);
    assertThat(view.refundable.minor()).isEqualTo(70);
    assertThat(view.chargedBack.minor()).isEqualTo(30);
    follow(dispute(DisputeStage.WON, "a", 30));

    assertThat(view.state).isEqualTo(PaymentState.CAPTURED);
    assertThat(view.refundable.minor()).isEqualTo(100);
    assertThat(view.chargedBack.minor()).isZero();
    assertThat(view.disputes)
        .containsExactly(
            new DisputeView(
                "a", id(1).value(), DisputeStage.WON, MoneyView.of(cny(30)), NOON.plusSeconds(4)));
  }

  @Test
  void a_chargeback_is_left_by_more_money_and_by_nothing_less() {
    follow(created(CaptureMode.MANUAL), done(AUTHORIZE, 1, 100));
    follow(requested(CAPTURE, 1, 2, 60), done(CAPTURE, 2, 60), requested(CAPTURE, 1, 3, 40));
    follow(requested(REFUND, 1, 4, 20), dispute(DisputeStage.LOST, "a", 30));
    follow(done(REFUND, 4, 20), reversed(4, 20), dispute(DisputeStage.OPENED, "b", 5));
    assertThat(view.state).isEqualTo(PaymentState.CHARGED_BACK);
    follow(done(CAPTURE, 3, 40));
    assertThat(view.state).isEqualTo(PaymentState.CAPTURED);
    follow(dispute(DisputeStage.WON, "b", 5));

    assertThat(view.state).isEqualTo(PaymentState.CAPTURED);
    assertThat(view.chargedBack.minor()).isEqualTo(30);
  }

  @Test
  void a_chargeback_that_was_won_after_all_is_refunded_where_everything_was() {
    follow(created(CaptureMode.AUTOMATIC), done(CHARGE, 1, 100));
    follow(requested(REFUND, 1, 2, 100), dispute(DisputeStage.LOST, "a", 30));
    follow(done(REFUND, 2, 100), dispute(DisputeStage.WON, "a", 30));

    assertThat(view.state).isEqualTo(PaymentState.REFUNDED);
  }

  @Test
  void a_dispute_that_was_lost_before_anything_was_captured_leaves_the_state() {
    follow(created(CaptureMode.MANUAL), done(AUTHORIZE, 1, 100));
    follow(dispute(DisputeStage.LOST, "a", 30));

    assertThat(view.state).isEqualTo(PaymentState.AUTHORIZED);
    assertThat(view.refundable.minor()).isZero();
  }

  @Test
  void what_is_said_beside_the_money_changes_nothing_but_the_version() {
    follow(created(CaptureMode.AUTOMATIC), done(CHARGE, 1, 100));
    follow(contradicted(1, Contradiction.SECOND_SUCCESS), resolved(1, OperationState.FAILED));

    assertThat(view.version).isEqualTo(4);
    assertThat(view.captured.minor()).isEqualTo(100);
    assertThat(view.state).isEqualTo(PaymentState.CAPTURED);
    assertThat(view.operations.get(0).state()).isEqualTo(OperationState.SUCCEEDED);
  }
}
