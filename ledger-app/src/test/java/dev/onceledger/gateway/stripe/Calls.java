package dev.onceledger.gateway.stripe;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentMethod;
import java.util.UUID;

/** Calls as a ledger would make them, each of a new operation, about {@link #INTENT}. */
final class Calls {
  static final String INTENT = "pi_3MtwBwLkdIwHu7ix28a3tqPa";

  private Calls() {}

  static GatewayCall charge() {
    return of(OperationKind.CHARGE, 1999, "EUR");
  }

  static GatewayCall authorize() {
    return of(OperationKind.AUTHORIZE, 1999, "EUR");
  }

  static GatewayCall capture() {
    return of(OperationKind.CAPTURE, 1500, "EUR");
  }

  static GatewayCall voiding() {
    return of(OperationKind.VOID, 1999, "EUR");
  }

  static GatewayCall refund() {
    return of(OperationKind.REFUND, 700, "EUR");
  }

  static GatewayCall of(OperationKind kind, long minor, String currency) {
    return new GatewayCall(
        PaymentId.of(new Scope("shop"), new Reference(UUID.randomUUID().toString())),
        OperationId.of(UuidCreator.getTimeOrderedEpoch()),
        kind,
        new GatewayName("stripe"),
        1,
        1,
        new Money(minor, new CurrencyCode(currency)),
        kind.opensAttempt() ? new PaymentMethod("pm_card_visa") : null,
        kind.opensAttempt() ? null : new GatewayReference(INTENT),
        null);
  }
}
