package dev.onceledger.payment.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.Fingerprint;
import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.Origin;
import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.Evidence.Source;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentEvent.AttemptStarted;
import dev.onceledger.api.payment.PaymentEvent.CaptureRequested;
import dev.onceledger.api.payment.PaymentEvent.OperationResent;
import dev.onceledger.api.payment.PaymentEvent.PaymentAuthorized;
import dev.onceledger.api.payment.PaymentEvent.PaymentCaptured;
import dev.onceledger.api.payment.PaymentEvent.PaymentCharged;
import dev.onceledger.api.payment.PaymentEvent.PaymentCreated;
import dev.onceledger.api.payment.PaymentEvent.PaymentDeclined;
import dev.onceledger.api.payment.PaymentEvent.RefundRequested;
import dev.onceledger.api.payment.PaymentEvent.VoidRequested;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentMethod;
import dev.onceledger.api.payment.PaymentState;
import dev.onceledger.payment.domain.Payment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.axonframework.test.aggregate.AggregateTestFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Several writers of one outcome are harmless: in whatever order they come, and however often, once
 * a success was told the payment has the same end.
 *
 * <p>Every order is tried. Orders that led to the same history with the same left to say go on as
 * one.
 */
class EveryOrderEndsTheSameTest {
  private static final Scope SHOP = new Scope("shop");
  private static final Reference ORDER = new Reference("order-7001");
  private static final PaymentId PAYMENT = PaymentId.of(SHOP, ORDER);
  private static final GatewayName SANDBOX = new GatewayName("sandbox");
  private static final PaymentMethod CARD = new PaymentMethod("tok_ok");
  private static final Origin ORIGIN =
      new Origin(new IdempotencyKey("key"), new Fingerprint("1:" + "0".repeat(64)));
  private static final Evidence CALLED = new Evidence(Source.CALL, 1);
  private static final OperationId OPENING = OperationId.of(new UUID(0, 1));
  private static final OperationId OPENING_2 = OperationId.of(new UUID(0, 2));
  private static final OperationId CAPTURE_A = OperationId.of(new UUID(0, 3));
  private static final OperationId CAPTURE_B = OperationId.of(new UUID(0, 4));
  private static final OperationId REFUND = OperationId.of(new UUID(0, 5));
  private static final OperationId VOID = OperationId.of(new UUID(0, 6));

  /** What the slow request thread hears of its own call. */
  enum Answer {
    DONE,
    NOT_SENT,
    IN_DOUBT
  }

  /** Where a payment stands: everything of the view that must not depend on the order. */
  private record End(
      PaymentState state,
      long authorized,
      long captured,
      long refunded,
      long capturable,
      long refundable,
      List<OperationState> operations) {
    static End of(List<PaymentEvent> history) {
      PaymentView view = new PaymentView();
      history.forEach(event -> view.on(event, view.version, Instant.EPOCH));
      return new End(
          view.state,
          view.authorized.minor(),
          view.captured.minor(),
          view.refunded.minor(),
          view.capturable.minor(),
          view.refundable.minor(),
          view.operations.stream().map(OperationView::state).toList());
    }
  }

  private final AggregateTestFixture<Payment> fixture = new AggregateTestFixture<>(Payment.class);
  private final Set<List<Object>> seen = new HashSet<>();
  private int ends;

  // ---- one operation in flight

  @ParameterizedTest
  @EnumSource
  void of_a_charge(Answer answer) {
    everyOrderEnds(
        end(PaymentState.CAPTURED, 100, 100, 0, 0, 100, 1),
        List.of(created(CaptureMode.AUTOMATIC), resent(OPENING)),
        everythingAbout(OPENING, answer));
  }

  @ParameterizedTest
  @EnumSource
  void of_an_authorization(Answer answer) {
    everyOrderEnds(
        end(PaymentState.AUTHORIZED, 100, 0, 0, 100, 0, 1),
        List.of(created(CaptureMode.MANUAL), resent(OPENING)),
        everythingAbout(OPENING, answer));
  }

  @ParameterizedTest
  @EnumSource
  void of_a_capture(Answer answer) {
    everyOrderEnds(
        end(PaymentState.CAPTURED, 100, 60, 0, 40, 60, 2),
        authorizedAnd(captureRequested(CAPTURE_A, 60), resent(CAPTURE_A)),
        everythingAbout(CAPTURE_A, answer));
  }

  @ParameterizedTest
  @EnumSource
  void of_a_refund(Answer answer) {
    everyOrderEnds(
        end(PaymentState.REFUNDED, 100, 100, 100, 0, 0, 2),
        List.of(
            created(CaptureMode.AUTOMATIC),
            new PaymentCharged(PAYMENT, OPENING, cny(100), name(OPENING), CALLED),
            refundRequested(100),
            resent(REFUND)),
        everythingAbout(REFUND, answer));
  }

  @ParameterizedTest
  @EnumSource
  void of_a_void(Answer answer) {
    everyOrderEnds(
        end(PaymentState.VOIDED, 100, 0, 0, 0, 0, 2),
        authorizedAnd(
            new VoidRequested(PAYMENT, 1, new Reference("void"), cny(100), SANDBOX, VOID, ORIGIN),
            resent(VOID)),
        everythingAbout(VOID, answer));
  }

  // ---- two in flight at once

  @Test
  void of_a_capture_and_a_refund() {
    everyOrderEnds(
        end(PaymentState.CAPTURED, 100, 100, 30, 0, 70, 4),
        authorizedAnd(
            captureRequested(CAPTURE_A, 60),
            new PaymentCaptured(PAYMENT, CAPTURE_A, cny(60), name(CAPTURE_A), CALLED),
            captureRequested(CAPTURE_B, 40),
            resent(CAPTURE_B),
            refundRequested(30),
            resent(REFUND)),
        bothOf(CAPTURE_B, REFUND));
  }

  @Test
  void of_two_captures() {
    everyOrderEnds(
        end(PaymentState.CAPTURED, 100, 100, 0, 0, 100, 3),
        authorizedAnd(
            captureRequested(CAPTURE_A, 60),
            resent(CAPTURE_A),
            captureRequested(CAPTURE_B, 40),
            resent(CAPTURE_B)),
        bothOf(CAPTURE_A, CAPTURE_B));
  }

  @Test
  void of_a_charge_that_was_declined_and_the_authorization_of_the_next_attempt() {
    everyOrderEnds(
        end(PaymentState.CAPTURED, 200, 100, 0, 100, 100, 2),
        List.of(
            created(CaptureMode.AUTOMATIC),
            resent(OPENING),
            new PaymentDeclined(PAYMENT, OPENING, "why-not", new Evidence(Source.CALL, 2)),
            new AttemptStarted(
                PAYMENT, 2, CaptureMode.MANUAL, CARD, SANDBOX, null, Map.of(), OPENING_2, ORIGIN),
            resent(OPENING_2)),
        bothOf(OPENING, OPENING_2));
  }

  private static List<RecordOutcome> bothOf(OperationId one, OperationId other) {
    List<RecordOutcome> all = new ArrayList<>();
    for (OperationId operation : List.of(one, other)) {
      all.add(done(operation, Source.NOTIFICATION, 1));
      all.add(done(operation, Source.INQUIRY, 2));
      all.add(not(OperationState.FAILED, operation, Source.INQUIRY, 1));
      all.add(not(OperationState.DECLINED, operation, Source.CALL, 2));
    }
    return all;
  }

  // ---- what is said of an operation that was sent twice

  private static List<RecordOutcome> everythingAbout(OperationId operation, Answer answer) {
    List<RecordOutcome> said = new ArrayList<>();
    switch (answer) {
      case DONE -> said.add(done(operation, Source.CALL, 2));
      case NOT_SENT -> said.add(not(OperationState.FAILED, operation, Source.CALL, 2));
      case IN_DOUBT -> {}
    }
    said.add(done(operation, Source.NOTIFICATION, 1));
    said.add(done(operation, Source.INQUIRY, 2));
    said.add(not(OperationState.FAILED, operation, Source.INQUIRY, 1));
    said.add(not(OperationState.DECLINED, operation, Source.CALL, 2));
    said.add(done(operation, Source.CALL, 1));
    return said;
  }

  private static RecordOutcome done(OperationId operation, Source source, int send) {
    return new RecordOutcome(
        PAYMENT,
        operation,
        OperationState.SUCCEEDED,
        name(operation),
        null,
        new Evidence(source, send));
  }

  private static RecordOutcome not(
      OperationState outcome, OperationId operation, Source source, int send) {
    return new RecordOutcome(
        PAYMENT, operation, outcome, null, "why-not", new Evidence(source, send));
  }

  // ---- every order

  private void everyOrderEnds(End end, List<PaymentEvent> history, List<RecordOutcome> all) {
    goOn(end, history, all, all);
    assertThat(ends).as("ends of orders").isPositive();
  }

  private void goOn(
      End end, List<PaymentEvent> history, List<RecordOutcome> all, List<RecordOutcome> left) {
    if (!seen.add(List.of(history, left))) {
      return;
    }
    if (successes(all).allMatch(one -> isTold(one, all, left))) {
      ends++;
      assertThat(End.of(history)).as("after %s", history).isEqualTo(end);
    }
    for (int i = 0; i < left.size(); i++) {
      List<RecordOutcome> then = new ArrayList<>(left);
      goOn(end, after(history, then.remove(i)), all, then);
    }
  }

  /** Whether a success of that operation was said, by whomever. */
  private static boolean isTold(
      RecordOutcome success, List<RecordOutcome> all, List<RecordOutcome> left) {
    return successes(left).filter(o -> o.operationId().equals(success.operationId())).count()
        < successes(all).filter(o -> o.operationId().equals(success.operationId())).count();
  }

  private static Stream<RecordOutcome> successes(List<RecordOutcome> outcomes) {
    return outcomes.stream().filter(o -> o.outcome() == OperationState.SUCCEEDED);
  }

  private List<PaymentEvent> after(List<PaymentEvent> history, PaymentCommand command) {
    fixture.given(history).when(command).expectSuccessfulHandlerExecution();
    return fixture
        .getEventStore()
        .readEvents(PAYMENT.value())
        .asStream()
        .map(event -> (PaymentEvent) event.getPayload())
        .toList();
  }

  private static End end(
      PaymentState state,
      long authorized,
      long captured,
      long refunded,
      long capturable,
      long refundable,
      int operations) {
    return new End(
        state,
        authorized,
        captured,
        refunded,
        capturable,
        refundable,
        Collections.nCopies(operations, OperationState.SUCCEEDED));
  }

  // ---- what had happened

  private static List<PaymentEvent> authorizedAnd(PaymentEvent... more) {
    List<PaymentEvent> history = new ArrayList<>();
    history.add(created(CaptureMode.MANUAL));
    history.add(new PaymentAuthorized(PAYMENT, OPENING, cny(100), name(OPENING), CALLED));
    history.addAll(List.of(more));
    return history;
  }

  private static PaymentEvent created(CaptureMode capture) {
    return new PaymentCreated(
        PAYMENT, SHOP, ORDER, cny(100), capture, CARD, SANDBOX, null, Map.of(), OPENING, ORIGIN);
  }

  private static PaymentEvent captureRequested(OperationId operation, long minor) {
    Reference reference = new Reference("capture-" + operation);
    return new CaptureRequested(PAYMENT, 1, reference, cny(minor), SANDBOX, operation, ORIGIN);
  }

  private static PaymentEvent refundRequested(long minor) {
    Reference reference = new Reference("refund");
    return new RefundRequested(PAYMENT, 1, reference, cny(minor), null, SANDBOX, REFUND, ORIGIN);
  }

  private static PaymentEvent resent(OperationId operation) {
    return new OperationResent(PAYMENT, operation, 2);
  }

  private static GatewayReference name(OperationId operation) {
    return new GatewayReference("sbx_" + operation);
  }

  private static Money cny(long minor) {
    return new Money(minor, new CurrencyCode("CNY"));
  }
}
