package dev.onceledger.payment.domain;

import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import org.jspecify.annotations.Nullable;

/**
 * One try to pay, and the money that moved in it.
 *
 * @param number from 1
 * @param opening the operation that authorizes or charges
 * @param target what the gateway calls the authorization or charge; null until it succeeded
 * @param released what was authorized and let go, by a void or by expiry
 */
record Attempt(
    int number,
    GatewayName gateway,
    OperationId opening,
    @Nullable GatewayReference target,
    Money authorized,
    Money captured,
    Money released,
    Money refunded) {

  static Attempt started(
      int number, GatewayName gateway, OperationId opening, CurrencyCode currency) {
    Money zero = Money.zero(currency);
    return new Attempt(number, gateway, opening, null, zero, zero, zero, zero);
  }

  CurrencyCode currency() {
    return authorized.currency();
  }

  /** Authorized, and neither captured nor let go. */
  Money reserved() {
    return authorized.minusAtMost(captured).minusAtMost(released);
  }

  /** Captured, and not refunded. */
  Money kept() {
    return captured.minusAtMost(refunded);
  }

  /** Whether it holds money, or took some. */
  boolean tookEffect() {
    return !captured.isZero() || !reserved().isZero();
  }

  Attempt named(GatewayReference reference) {
    return new Attempt(
        number, gateway, opening, reference, authorized, captured, released, refunded);
  }

  Attempt authorize(Money amount, GatewayReference reference) {
    return new Attempt(
        number, gateway, opening, reference, authorized.plus(amount), captured, released, refunded);
  }

  Attempt capture(Money amount) {
    return new Attempt(
        number, gateway, opening, target, authorized, captured.plus(amount), released, refunded);
  }

  Attempt release(Money amount) {
    return new Attempt(
        number, gateway, opening, target, authorized, captured, released.plus(amount), refunded);
  }

  Attempt refund(Money amount) {
    return new Attempt(
        number, gateway, opening, target, authorized, captured, released, refunded.plus(amount));
  }

  /** A refund came back. */
  Attempt takeBackRefund(Money amount) {
    return new Attempt(
        number,
        gateway,
        opening,
        target,
        authorized,
        captured,
        released,
        refunded.minusAtMost(amount));
  }
}
