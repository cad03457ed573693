package dev.onceledger.gateway.sandbox;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.PaymentMethod;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One thing asked of the sandbox, as it travels and as the account keeps it. */
record Operation(
    String key,
    String paymentId,
    String operationId,
    OperationKind kind,
    int generation,
    int send,
    long minor,
    String currency,
    @Nullable String paymentMethod,
    @Nullable String target) {

  private static final int KEY_LENGTH_MAX = 255;

  Operation {
    Objects.requireNonNull(paymentId, "paymentId");
    Objects.requireNonNull(operationId, "operationId");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(currency, "currency");
    if (key.isBlank() || key.length() > KEY_LENGTH_MAX) {
      throw new IllegalArgumentException("a key has 1 to " + KEY_LENGTH_MAX + " characters");
    }
    if (generation < 1 || send < 1) {
      throw new IllegalArgumentException("generations and sends count from 1");
    }
  }

  static Operation of(GatewayCall call) {
    return new Operation(
        call.key().value(),
        call.paymentId().value(),
        call.operationId().value(),
        call.kind(),
        call.generation(),
        call.send(),
        call.amount().minor(),
        call.amount().currency().code(),
        Optional.ofNullable(call.paymentMethod()).map(PaymentMethod::token).orElse(null),
        Optional.ofNullable(call.target()).map(GatewayReference::value).orElse(null));
  }

  /** Whether it asks for the same. Another send of one operation does. */
  boolean asksTheSameAs(Operation other) {
    return asSend(1).equals(other.asSend(1));
  }

  private Operation asSend(int number) {
    return new Operation(
        key,
        paymentId,
        operationId,
        kind,
        generation,
        number,
        minor,
        currency,
        paymentMethod,
        target);
  }

  /** Leaves the payment method out, so that it never reaches a log. */
  @Override
  public String toString() {
    return "Operation[" + kind + " " + key + "]";
  }
}
