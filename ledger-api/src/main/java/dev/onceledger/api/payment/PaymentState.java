package dev.onceledger.api.payment;

import java.util.EnumSet;
import java.util.Set;

/** Where a payment stands. Partial captures and refunds show in the amounts, not here. */
public enum PaymentState {
  PENDING,
  AUTHORIZED,
  CAPTURED,
  REFUNDED,
  DECLINED,
  FAILED,
  VOIDED,
  EXPIRED,
  CHARGED_BACK;

  /**
   * The states that can follow this one. Success that is proven late leads from any state to
   * AUTHORIZED or CAPTURED, because money that moved always counts.
   */
  public Set<PaymentState> next() {
    Set<PaymentState> next = EnumSet.of(AUTHORIZED, CAPTURED);
    switch (this) {
      case PENDING -> next.addAll(EnumSet.of(DECLINED, FAILED, VOIDED));
      case AUTHORIZED -> next.addAll(EnumSet.of(VOIDED, EXPIRED));
      case CAPTURED -> next.addAll(EnumSet.of(REFUNDED, CHARGED_BACK));
      case REFUNDED -> next.add(CHARGED_BACK);
      case DECLINED, FAILED, VOIDED, EXPIRED -> next.add(PENDING);
      case CHARGED_BACK -> next.add(REFUNDED);
    }
    next.remove(this);
    return next;
  }

  /** An attempt that ended here, with nothing captured, may be followed by another. */
  public boolean endedWithoutEffect() {
    return this == DECLINED || this == FAILED || this == VOIDED || this == EXPIRED;
  }
}
