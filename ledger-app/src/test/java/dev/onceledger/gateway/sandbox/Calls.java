package dev.onceledger.gateway.sandbox;

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
import org.jspecify.annotations.Nullable;

/** Calls as a ledger would make them, each of a new operation. */
final class Calls {
  private Calls() {}

  static GatewayCall charge(String paymentMethod) {
    return call(OperationKind.CHARGE, 1999, paymentMethod, null);
  }

  static GatewayCall authorize(long minor, String paymentMethod) {
    return call(OperationKind.AUTHORIZE, minor, paymentMethod, null);
  }

  static GatewayCall capture(long minor, GatewayReference target) {
    return call(OperationKind.CAPTURE, minor, null, target);
  }

  static GatewayCall voiding(long minor, GatewayReference target) {
    return call(OperationKind.VOID, minor, null, target);
  }

  static GatewayCall refund(long minor, GatewayReference target) {
    return call(OperationKind.REFUND, minor, null, target);
  }

  static GatewayCall withAmount(GatewayCall call, Money amount) {
    return new GatewayCall(
        call.paymentId(),
        call.operationId(),
        call.kind(),
        call.gateway(),
        call.generation(),
        call.send(),
        amount,
        call.paymentMethod(),
        call.target(),
        call.closes());
  }

  static Money cny(long minor) {
    return new Money(minor, new CurrencyCode("CNY"));
  }

  static GatewayCall call(
      OperationKind kind,
      long minor,
      @Nullable String paymentMethod,
      @Nullable GatewayReference target) {
    return new GatewayCall(
        PaymentId.of(new Scope("shop"), new Reference(UUID.randomUUID().toString())),
        OperationId.of(UuidCreator.getTimeOrderedEpoch()),
        kind,
        new GatewayName("sandbox"),
        1,
        1,
        cny(minor),
        paymentMethod == null ? null : new PaymentMethod(paymentMethod),
        target,
        null);
  }
}
