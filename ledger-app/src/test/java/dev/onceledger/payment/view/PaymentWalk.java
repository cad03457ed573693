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
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.CapturePayment;
import dev.onceledger.api.payment.PaymentCommand.CreatePayment;
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
 * Takes a payment through its life: each step becomes a request to it, or news of it, and then the
 * view is taken at its word.
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
    TELL_AGAIN,
    RESEND,
    REVERSE,
    DISPUTE,
    RESOLVE,
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
  private final PaymentNews news;
  private final List<PaymentCommand.Request> sent = new ArrayList<>();
  private long names;

  PaymentWalk(PaymentLife life, long total, boolean isGatewayHonest) {
    this.life = life;
    this.books = life.books;
    this.total = total;
    this.news = new PaymentNews(life, isGatewayHonest ? new HonestGateway() : null);
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
      case ANSWER -> news.answer(picked(step), step);
      case TELL_AGAIN -> news.tellAgain(picked(step), step.how());
      case RESEND -> news.resend(picked(step));
      case REVERSE -> news.reverse(picked(step));
      case DISPUTE -> news.dispute(picked(step), step, share(step.percent()));
      case RESOLVE -> news.resolve(picked(step), step.how(), operation(), origin());
      case EXPIRE -> news.expire(1 + step.pick() % books.attempts());
    }
  }

  private Asked picked(Step step) {
    return books.operations().get(step.pick() % books.operations().size());
  }

  private long share(int percent) {
    Long amount = amount(percent);
    return amount == null ? total : amount;
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

  // ---- what would be accepted now

  /** The view promises exactly what the domain then accepts. */
  void tryWhatIsLeft() {
    long capturable = life.view().capturable.minor();
    long refundable = life.view().refundable.minor();
    assertThat(life.tryOut(capture(capturable + 1, 0)).isAccepted()).isFalse();
    assertThat(life.tryOut(refund(refundable + 1)).isAccepted()).isFalse();
    assertThat(life.tryOut(voiding()).isAccepted()).isEqualTo(isVoidable(books.attempts()));
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

  /** What is reserved is let go; what is not decided yet is closed. */
  private boolean isVoidable(int attempt) {
    boolean isSomething =
        books.reserved(attempt) > 0 || books.opening(attempt).state == OperationState.PROCESSING;
    return isSomething
        && !books.inFlight(OperationKind.CAPTURE, attempt)
        && !books.inFlight(OperationKind.VOID, attempt);
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
