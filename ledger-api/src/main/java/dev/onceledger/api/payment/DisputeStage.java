package dev.onceledger.api.payment;

/** How far a dispute is. While it is open, the money in question cannot be refunded. */
public enum DisputeStage {
  OPENED,
  WON,
  LOST
}
