package dev.onceledger.api.payment;

/** What is asked of the gateway. Authorize and charge open an attempt; the others act on one. */
public enum OperationKind {
  AUTHORIZE,
  CHARGE,
  CAPTURE,
  VOID,
  REFUND;

  public boolean opensAttempt() {
    return this == AUTHORIZE || this == CHARGE;
  }
}
