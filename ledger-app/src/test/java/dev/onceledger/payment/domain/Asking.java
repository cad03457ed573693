package dev.onceledger.payment.domain;

import static dev.onceledger.payment.domain.Story.CARD;
import static dev.onceledger.payment.domain.Story.ORDER;
import static dev.onceledger.payment.domain.Story.PAYMENT;
import static dev.onceledger.payment.domain.Story.SANDBOX;
import static dev.onceledger.payment.domain.Story.SHOP;
import static dev.onceledger.payment.domain.Story.WHOLE;

import dev.onceledger.api.IfMatch;
import dev.onceledger.api.Origin;
import dev.onceledger.api.Scope;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.CapturePayment;
import dev.onceledger.api.payment.PaymentCommand.CreatePayment;
import dev.onceledger.api.payment.PaymentCommand.RefundPayment;
import dev.onceledger.api.payment.PaymentCommand.ResolveOperation;
import dev.onceledger.api.payment.PaymentCommand.VoidPayment;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request in the making.
 *
 * @param operation gives the request its reference, and unless said otherwise its key and content
 * @param tried the operation id that this try of the request brings along
 */
record Asking(
    OperationId operation,
    OperationId tried,
    Origin origin,
    Scope scope,
    int attempt,
    IfMatch ifMatch) {
  /** The request that asked for this operation, as it was sent first. */
  static Asking asking(OperationId operation) {
    Origin origin = Story.originOf(operation);
    return new Asking(operation, operation, origin, SHOP, 1, IfMatch.NONE);
  }

  /** The same request under the same key, sent again. */
  Asking again(OperationId anotherTry) {
    return new Asking(operation, anotherTry, origin, scope, attempt, ifMatch);
  }

  /** The same reference and content under another key. */
  Asking underAnotherKey() {
    Origin other = new Origin(Story.origin("another-key", "").key(), origin.fingerprint());
    return new Asking(operation, Story.ANOTHER_TRY, other, scope, attempt, ifMatch);
  }

  /** The same reference and key with another content. */
  Asking withOtherContent() {
    Origin other = new Origin(origin.key(), Story.origin("k", "other-content").fingerprint());
    return new Asking(operation, Story.ANOTHER_TRY, other, scope, attempt, ifMatch);
  }

  Asking inScope(String other) {
    return new Asking(operation, tried, origin, new Scope(other), attempt, ifMatch);
  }

  Asking ofAttempt(int number) {
    return new Asking(operation, tried, origin, scope, number, ifMatch);
  }

  Asking ifVersion(long version) {
    return when(IfMatch.versions(Set.of(version)));
  }

  Asking when(IfMatch condition) {
    return new Asking(operation, tried, origin, scope, attempt, condition);
  }

  PaymentCommand toCharge() {
    return toPay(CaptureMode.AUTOMATIC, WHOLE);
  }

  PaymentCommand toAuthorize() {
    return toPay(CaptureMode.MANUAL, WHOLE);
  }

  PaymentCommand toPay(CaptureMode capture, Money amount) {
    return new CreatePayment(
        PAYMENT, scope, ORDER, attempt, amount, capture, CARD, SANDBOX, null, Map.of(), tried,
        origin, ifMatch);
  }

  PaymentCommand toCapture(long minor) {
    return toCapture(Story.cny(minor));
  }

  PaymentCommand toCaptureAll() {
    return toCapture(null);
  }

  PaymentCommand toCapture(@Nullable Money amount) {
    return new CapturePayment(
        PAYMENT, scope, Story.referenceOf(operation), attempt, amount, tried, origin, ifMatch);
  }

  PaymentCommand toVoid() {
    return new VoidPayment(
        PAYMENT, scope, Story.referenceOf(operation), attempt, tried, origin, ifMatch);
  }

  PaymentCommand toRefund(long minor) {
    return toRefund(Story.cny(minor));
  }

  PaymentCommand toRefundAll() {
    return toRefund(null);
  }

  PaymentCommand toRefund(@Nullable Money amount) {
    return new RefundPayment(
        PAYMENT, scope, Story.referenceOf(operation), amount, null, tried, origin, ifMatch);
  }

  /** An operator says what became of another operation. */
  PaymentCommand toResolve(OperationId other, OperationState outcome) {
    return toResolve(other, outcome, null);
  }

  PaymentCommand toResolve(
      OperationId other, OperationState outcome, @Nullable GatewayReference reference) {
    return new ResolveOperation(
        PAYMENT, scope, other, outcome, reference, "seen in the books", tried, origin, ifMatch);
  }
}
