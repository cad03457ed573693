package dev.onceledger.proof.checker;

import java.util.EnumSet;
import java.util.Set;

/** Where a payment can stand, and what may follow, copied by hand from the product's promise. */
enum State {
  NONE,
  PENDING,
  AUTHORIZED,
  CAPTURED,
  REFUNDED,
  DECLINED,
  FAILED,
  VOIDED,
  EXPIRED,
  CHARGED_BACK;

  Set<State> next() {
    return switch (this) {
      case NONE -> EnumSet.of(PENDING);
      case PENDING -> EnumSet.of(AUTHORIZED, CAPTURED, DECLINED, FAILED, VOIDED);
      case AUTHORIZED -> EnumSet.of(CAPTURED, VOIDED, EXPIRED);
      case CAPTURED -> EnumSet.of(REFUNDED, CHARGED_BACK);
      case REFUNDED -> EnumSet.of(CAPTURED, CHARGED_BACK);
      // The next attempt; or a success that is proven late.
      case DECLINED, FAILED, VOIDED, EXPIRED -> EnumSet.of(PENDING, AUTHORIZED, CAPTURED);
      case CHARGED_BACK -> EnumSet.of(CAPTURED, REFUNDED);
    };
  }

  boolean endedWithoutEffect() {
    return this == DECLINED || this == FAILED || this == VOIDED || this == EXPIRED;
  }
}
