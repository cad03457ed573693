package dev.onceledger.gateway.stripe;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.OperationId;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the ledger writes into the metadata of Stripe's objects, to know them again. */
final class Marks {
  static final String PAYMENT = "onceledger_payment";
  static final String OPERATION = "onceledger_operation";

  /** The key of the opening on a PaymentIntent, and of the refund on a refund. */
  static final String KEY = "onceledger_key";

  /** The key of the capture, written onto the PaymentIntent by the capture itself. */
  static final String CAPTURE = "onceledger_capture";

  private Marks() {}

  static Map<String, String> of(GatewayCall call) {
    return Map.of(
        PAYMENT, call.paymentId().value(),
        OPERATION, call.operationId().value(),
        KEY, call.key().value());
  }

  /** Whether an object's metadata says that this call made it. */
  static boolean isOf(GatewayCall call, String mark, @Nullable Map<String, String> metadata) {
    return metadata != null && call.key().value().equals(metadata.get(mark));
  }

  /** The operation of a key that was read back. */
  static Optional<OperationId> operation(String key) {
    int generation = key.indexOf('.');
    return OperationId.parse(generation < 0 ? key : key.substring(0, generation));
  }
}
