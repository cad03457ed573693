package dev.onceledger.client;

import dev.onceledger.api.Reference;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentMethod;

/** One payment, what is asked about it, and how a ledger tells it. */
final class Told {
  static final PaymentId ID = new PaymentId("pay_5r7akwcq8fwb6fewjjcrbrr7rr");
  static final Reference ORDER = new Reference("order-7001");
  static final Money AMOUNT = new Money(1999, new CurrencyCode("CNY"));
  static final PaymentMethod METHOD = new PaymentMethod("tok_secret");

  private Told() {}

  static Command charge() {
    return Command.decide(Request.CreatePayment.charge(ORDER, AMOUNT, METHOD));
  }

  /** The payment, with a member that no client knows. */
  static String payment(String state, String more, String operations) {
    String money = "{\"minor\":1999,\"currency\":\"CNY\",\"decimal\":\"19.99\"}";
    return """
    {"id":"%s","reference":"order-7001","attempt":1,"state":"%s","version":2,"position":7,
     "amount":$,"authorized":$,"captured":$,"refunded":$,"chargedBack":$,"capturable":$,
     "refundable":$,"gateway":"sandbox","gatewayReference":"sbx_1","nextAction":null,
     "description":null,"metadata":{"colour":"red"},"operations":[%s],"novelty":{"a":[1]},%s
     "createdAt":"2026-12-01T09:30:00.000Z","updatedAt":"2026-12-01T09:30:00.210Z"}"""
        .formatted(ID, state, operations, more)
        .replace("$", money);
  }

  static String operation(String kind, String state, String reference) {
    return """
    {"id":"op_01jf3k7m9q2c4v6x8z0t5r8n2j","kind":"%s","state":"%s",
     "amount":{"minor":1999,"currency":"CNY","decimal":"19.99"},"reference":"%s","attempts":1,
     "reason":null,"createdAt":"2026-12-01T09:30:00.000Z","completedAt":null}"""
        .formatted(kind, state, reference);
  }

  /** A charge that ended so. */
  static String charged(String paymentState, String operationState) {
    return payment(paymentState, "", operation("CHARGE", operationState, "order-7001"));
  }
}
