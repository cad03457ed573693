package dev.onceledger.idempotency;

import dev.onceledger.api.Rejection.Reason;

/** Which refusals are kept under their key as FAILED; all others leave the key free. */
final class Refusals {
  private Refusals() {}

  static boolean isKept(Reason reason) {
    return switch (reason) {
      case PAYMENT_NOT_CAPTURABLE,
          PAYMENT_NOT_VOIDABLE,
          PAYMENT_NOT_REFUNDABLE,
          CAPTURE_EXCEEDS_AUTHORIZATION,
          REFUND_EXCEEDS_CAPTURED ->
          true;
      default -> false;
    };
  }
}
