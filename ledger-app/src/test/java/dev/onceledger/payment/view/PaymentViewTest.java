package dev.onceledger.payment.view;

import static dev.onceledger.api.payment.OperationKind.AUTHORIZE;
import static dev.onceledger.api.payment.OperationKind.CAPTURE;
import static dev.onceledger.api.payment.OperationKind.CHARGE;
import static dev.onceledger.api.payment.OperationKind.REFUND;
import static dev.onceledger.api.payment.OperationKind.VOID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.onceledger.api.Fingerprint;
import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.Origin;
import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentMethod;
import dev.onceledger.api.payment.PaymentState;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PaymentViewTest {
  private static final PaymentId PAYMENT =
      PaymentId.of(new Scope("shop"), new Reference("order-7001"));
  private static final GatewayName SANDBOX = new GatewayName("sandbox");
  private static final PaymentMethod CARD = new PaymentMethod("tok_ok");
  private static final Origin ORIGIN =
      new Origin(new IdempotencyKey("key"), new Fingerprint("1:" + "0".repeat(64)));
  private static final Evidence EVIDENCE = new Evidence(Evidence.Source.CALL, 1);
  private static final String WHY_NOT = "why-not";
  private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

  private final PaymentView view = new PaymentView();
  private final Set<Class<?>> followed = new HashSet<>();

  private void follow(PaymentEvent... events) {
    for (PaymentEvent event : events) {
      view.on(event, view.version, NOON.plusSeconds(view.version));
      followed.add(event.getClass());
    }
  }

  // ---- what can have happened

  private static OperationId id(int number) {
    return OperationId.of(new UUID(0, number));
  }

  private static Money cny(long minor) {
    return new Money(minor, new CurrencyCode("CNY"));
  }

  private static PaymentEvent created(CaptureMode capture) {
    return new PaymentEvent.PaymentCreated(
        PAYMENT,
        new Scope("shop"),
        new Reference("order-7001"),
        cny(100),
        capture,
        CARD,
        SANDBOX,
        "two books",
        Map.of("cart", "9"),
        id(1),
        ORIGIN);
  }

  private static PaymentEvent attempt(int number, CaptureMode capture, int id) {
    return new PaymentEvent.AttemptStarted(
        PAYMENT, number, capture, CARD, SANDBOX, null, Map.of(), id(id), ORIGIN);
  }

  private static PaymentEvent requested(OperationKind kind, int attempt, int id, long minor) {
    Reference name = new Reference("reference-" + id);
    Money amount = cny(minor);
    return switch (kind) {
      case CAPTURE ->
          new PaymentEvent.CaptureRequested(
              PAYMENT, attempt, name, amount, SANDBOX, id(id), ORIGIN);
      case VOID ->
          new PaymentEvent.VoidRequested(PAYMENT, attempt, name, amount, SANDBOX, id(id), ORIGIN);
      case REFUND ->
          new PaymentEvent.RefundRequested(
              PAYMENT, attempt, name, amount, "returned", SANDBOX, id(id), ORIGIN);
      case AUTHORIZE, CHARGE -> throw new IllegalArgumentException("an attempt asks for it");
    };
  }

  private static PaymentEvent done(OperationKind kind, int id, long minor) {
    Money amount = cny(minor);
    GatewayReference reference = new GatewayReference("sbx_" + id);
    return switch (kind) {
      case AUTHORIZE ->
          new PaymentEvent.PaymentAuthorized(PAYMENT, id(id), amount, reference, EVIDENCE);
      case CHARGE -> new PaymentEvent.PaymentCharged(PAYMENT, id(id), amount, reference, EVIDENCE);
      case CAPTURE ->
          new PaymentEvent.PaymentCaptured(PAYMENT, id(id), amount, reference, EVIDENCE);
      case VOID -> new PaymentEvent.PaymentVoided(PAYMENT, id(id), amount, reference, EVIDENCE);
      case REFUND -> new PaymentEvent.PaymentRefunded(PAYMENT, id(id), amount, reference, EVIDENCE);
    };
  }

  private static PaymentEvent declined(OperationKind kind, int id) {
    return switch (kind) {
      case AUTHORIZE, CHARGE ->
          new PaymentEvent.PaymentDeclined(PAYMENT, id(id), WHY_NOT, EVIDENCE);
      case CAPTURE -> new PaymentEvent.CaptureDeclined(PAYMENT, id(id), WHY_NOT, EVIDENCE);
      case VOID -> new PaymentEvent.VoidDeclined(PAYMENT, id(id), WHY_NOT, EVIDENCE);
      case REFUND -> new PaymentEvent.RefundDeclined(PAYMENT, id(id), WHY_NOT, EVIDENCE);
    };
  }

  private static PaymentEvent failed(OperationKind kind, int id) {
    return switch (kind) {
      case AUTHORIZE, CHARGE -> new PaymentEvent.PaymentFailed(PAYMENT, id(id), WHY_NOT, EVIDENCE);
      case CAPTURE -> new PaymentEvent.CaptureFailed(PAYMENT, id(id), WHY_NOT, EVIDENCE);
      case VOID -> new PaymentEvent.VoidFailed(PAYMENT, id(id), WHY_NOT, EVIDENCE);
      case REFUND -> new PaymentEvent.RefundFailed(PAYMENT, id(id), WHY_NOT, EVIDENCE);
    };
  }

  private static PaymentEvent reopened(OperationKind kind, int id, int send) {
    return new PaymentEvent.OperationReopened(
        PAYMENT, id(id), kind, SANDBOX, send, send, id(99), ORIGIN);
  }

  private static PaymentEvent expired(int attempt, long minor) {
    return new PaymentEvent.PaymentExpired(PAYMENT, attempt, cny(minor), EVIDENCE);
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
    follow(failed(VOID, 7), expired(2, 40), done(VOID, 7, 40), done(CHARGE, 1, 100));
    follow(requested(REFUND, 2, 8, 60), declined(REFUND, 8), requested(REFUND, 2, 9, 60));
    follow(failed(REFUND, 9), requested(REFUND, 2, 10, 60), done(REFUND, 10, 60));

    assertThat(followed).containsExactlyInAnyOrderElementsOf(concrete(PaymentEvent.class).toList());
    assertThat(view.version).isEqualTo(25);
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
    follow(requested(VOID, 1, 2, 100), failed(VOID, 2), expired(1, 100), done(VOID, 2, 100));

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
}
