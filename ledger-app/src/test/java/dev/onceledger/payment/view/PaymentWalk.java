package dev.onceledger.payment.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.Fingerprint;
import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.IfMatch;
import dev.onceledger.api.Origin;
import dev.onceledger.api.Reference;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.Scope;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.CapturePayment;
import dev.onceledger.api.payment.PaymentCommand.CreatePayment;
import dev.onceledger.api.payment.PaymentCommand.ExpireAuthorization;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.api.payment.PaymentCommand.RefundPayment;
import dev.onceledger.api.payment.PaymentCommand.VoidPayment;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentMethod;
import dev.onceledger.payment.view.PaymentBooks.Asked;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Takes a payment through its life: each step becomes a command to it, or something that its
 * gateway says, and then the view is taken at its word.
 */
final class PaymentWalk {
  private static final Scope SHOP = new Scope("shop");
  private static final Reference ORDER = new Reference("order-7001");
  static final PaymentId PAYMENT = PaymentId.of(SHOP, ORDER);

  /** What is done next. */
  enum Move {
    PAY,
    CAPTURE,
    VOID,
    REFUND,
    REPEAT,
    ANSWER,
    EXPIRE
  }

  /**
   * One step of a life.
   *
   * @param pick which of the things there are, round and round
   * @param percent of the payment's amount; 0 names no amount
   * @param how which variant of the move, round and round
   */
  record Step(Move move, int pick, int percent, int how) {}

  private final PaymentLife life;
  private final PaymentBooks books;
  private final long total;
  private final @Nullable HonestGateway gateway;
  private final List<PaymentCommand.Request> sent = new ArrayList<>();
  private long names;

  PaymentWalk(PaymentLife life, long total, boolean isGatewayHonest) {
    this.life = life;
    this.books = life.books;
    this.total = total;
    this.gateway = isGatewayHonest ? new HonestGateway() : null;
  }

  void take(Step step) {
    switch (step.move()) {
      case PAY ->
          pay(
              books.attempts() + (step.how() == 0 ? 2 : 1),
              step.pick() % 3 == 0 ? CaptureMode.AUTOMATIC : CaptureMode.MANUAL,
              step.how() == 1 ? total + 1 : total);
      case CAPTURE -> request(capture(amount(step.percent()), step.how() == 0 ? 1 : 0));
      case VOID -> request(voiding());
      case REFUND -> request(refund(amount(step.percent())));
      case REPEAT -> repeat(sent.get(step.pick() % sent.size()), step.how() % 4);
      case ANSWER -> answer(books.operations().get(step.pick() % books.operations().size()), step);
      case EXPIRE -> expire(1 + step.pick() % books.attempts());
    }
  }

  private @Nullable Long amount(int percent) {
    return percent == 0 ? null : Math.max(1, total / 100 * percent + total % 100 * percent / 100);
  }

  // ---- requests

  void pay(int attempt, CaptureMode capture, long minor) {
    boolean isAllowed = books.attempts() == 0 || isNextAttemptAllowed(attempt, minor);
    assertThat(request(payment(attempt, capture, minor)).isAccepted()).isEqualTo(isAllowed);
  }

  private boolean isNextAttemptAllowed(int attempt, long minor) {
    return attempt == books.attempts() + 1
        && minor == total
        && life.view().state.endedWithoutEffect()
        && !books.inFlight(books.attempts());
  }

  private Result request(PaymentCommand.Request request) {
    sent.add(request);
    return life.send(request);
  }

  private void repeat(PaymentCommand.Request earlier, int how) {
    Origin origin = earlier.origin();
    OperationId id = how == 0 ? earlier.operationId() : operation();
    Origin again =
        switch (how) {
          case 2 -> new Origin(origin().key(), origin.fingerprint());
          case 3 -> new Origin(origin.key(), origin().fingerprint());
          default -> origin;
        };
    Result result = life.send(again(earlier, id, again));
    if (how == 2 || how == 3) {
      assertThat(isOfKnownReference(earlier) && result.isAccepted()).isFalse();
    }
  }

  private boolean isOfKnownReference(PaymentCommand.Request earlier) {
    return books.operations().stream().anyMatch(o -> o.id.equals(earlier.operationId()));
  }

  private PaymentCommand.Request again(
      PaymentCommand.Request request, OperationId id, Origin origin) {
    if (request instanceof CreatePayment c) {
      return new CreatePayment(
          PAYMENT,
          SHOP,
          ORDER,
          c.attempt(),
          c.amount(),
          c.capture(),
          c.paymentMethod(),
          c.gateway(),
          null,
          Map.of(),
          id,
          origin,
          IfMatch.NONE);
    } else if (request instanceof CapturePayment c) {
      return new CapturePayment(
          PAYMENT, SHOP, c.reference(), c.attempt(), c.amount(), id, origin, IfMatch.NONE);
    } else if (request instanceof VoidPayment c) {
      return new VoidPayment(PAYMENT, SHOP, c.reference(), c.attempt(), id, origin, IfMatch.NONE);
    } else if (request instanceof RefundPayment c) {
      return new RefundPayment(
          PAYMENT, SHOP, c.reference(), c.amount(), null, id, origin, IfMatch.NONE);
    }
    throw new AssertionError(request);
  }

  private PaymentCommand.Request payment(int attempt, CaptureMode capture, long minor) {
    return new CreatePayment(
        PAYMENT,
        SHOP,
        ORDER,
        attempt,
        cny(minor),
        capture,
        new PaymentMethod("tok_ok"),
        new GatewayName("sandbox"),
        null,
        Map.of(),
        operation(),
        origin(),
        IfMatch.NONE);
  }

  private PaymentCommand.Request capture(@Nullable Long minor, int attemptsBack) {
    return new CapturePayment(
        PAYMENT,
        SHOP,
        reference(),
        Math.max(1, books.attempts() - attemptsBack),
        minor == null ? null : cny(minor),
        operation(),
        origin(),
        IfMatch.NONE);
  }

  private PaymentCommand.Request voiding() {
    return new VoidPayment(
        PAYMENT, SHOP, reference(), books.attempts(), operation(), origin(), IfMatch.NONE);
  }

  private PaymentCommand.Request refund(@Nullable Long minor) {
    Money amount = minor == null ? null : cny(minor);
    return new RefundPayment(
        PAYMENT, SHOP, reference(), amount, null, operation(), origin(), IfMatch.NONE);
  }

  // ---- what the gateway says

  private void answer(Asked asked, Step step) {
    switch (step.how() % 8) {
      case 0, 1, 2, 3 -> {
        if (executes(asked)) {
          succeeded(asked);
        } else {
          refused(asked, OperationState.DECLINED, asked.send);
        }
      }
      case 4 -> executes(asked);
      case 5 -> {
        executes(asked);
        refused(asked, OperationState.FAILED, asked.send);
      }
      case 6 -> refused(asked, negative(step.pick()), asked.send);
      default -> refused(asked, negative(step.pick()), asked.send + (step.pick() % 2 * 2) - 1);
    }
  }

  private static OperationState negative(int pick) {
    return pick % 2 == 0 ? OperationState.FAILED : OperationState.DECLINED;
  }

  private boolean executes(Asked asked) {
    return gateway == null || gateway.executes(asked);
  }

  private void succeeded(Asked asked) {
    boolean isNew = asked.state != OperationState.SUCCEEDED;
    GatewayReference reference = new GatewayReference("sbx_" + asked.id);
    assertThat(outcome(asked, OperationState.SUCCEEDED, reference, null, 1).isRecorded())
        .isEqualTo(isNew);
  }

  private void refused(Asked asked, OperationState outcome, int send) {
    boolean counts = asked.state == OperationState.PROCESSING && send == asked.send;
    assertThat(outcome(asked, outcome, null, "why-not", send).isRecorded()).isEqualTo(counts);
  }

  private Result outcome(
      Asked asked,
      OperationState outcome,
      @Nullable GatewayReference reference,
      @Nullable String reason,
      int send) {
    Evidence evidence = new Evidence(Evidence.Source.INQUIRY, send);
    return life.send(new RecordOutcome(PAYMENT, asked.id, outcome, reference, reason, evidence));
  }

  private void expire(int attempt) {
    if (gateway != null && !gateway.expires(attempt)) {
      return;
    }
    boolean counts =
        books.reserved(attempt) > 0
            && !books.inFlight(OperationKind.CAPTURE, attempt)
            && !books.inFlight(OperationKind.VOID, attempt);
    Evidence evidence = new Evidence(Evidence.Source.INQUIRY, 1);
    Result result = life.send(new ExpireAuthorization(PAYMENT, attempt, evidence));
    assertThat(result.isRecorded()).isEqualTo(counts);
  }

  // ---- what would be accepted now

  /** The view promises exactly what the domain then accepts. */
  void tryWhatIsLeft() {
    long capturable = life.view().capturable.minor();
    long refundable = life.view().refundable.minor();
    assertThat(life.tryOut(capture(capturable + 1, 0)).isAccepted()).isFalse();
    assertThat(life.tryOut(refund(refundable + 1)).isAccepted()).isFalse();
    if (books.inFlight()) {
      return;
    }
    assertThat(life.tryOut(capture(capturable + 1, 0)).refusal())
        .isEqualTo(
            capturable == 0 ? Reason.PAYMENT_NOT_CAPTURABLE : Reason.CAPTURE_EXCEEDS_AUTHORIZATION);
    assertThat(life.tryOut(refund(refundable + 1)).refusal())
        .isEqualTo(
            refundable == 0 ? Reason.PAYMENT_NOT_REFUNDABLE : Reason.REFUND_EXCEEDS_CAPTURED);
    if (capturable > 0) {
      assertThat(life.tryOut(capture(capturable, 0)).isAccepted()).isTrue();
    }
    if (refundable > 0) {
      assertThat(life.tryOut(refund(books.refundableAtOnce())).isAccepted()).isTrue();
      assertThat(life.tryOut(refund(books.refundableAtOnce() + 1)).isAccepted()).isFalse();
      assertThat(life.tryOut(refund(null)).isAccepted()).isTrue();
    }
  }

  // ---- names

  private OperationId operation() {
    return OperationId.of(new UUID(0, ++names));
  }

  private Reference reference() {
    return new Reference("reference-" + ++names);
  }

  private Origin origin() {
    String hash = String.format("%064x", ++names);
    return new Origin(new IdempotencyKey("key-" + names), new Fingerprint("1:" + hash));
  }

  private static Money cny(long minor) {
    return new Money(minor, new CurrencyCode("CNY"));
  }
}
