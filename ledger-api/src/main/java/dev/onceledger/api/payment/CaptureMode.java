package dev.onceledger.api.payment;

/** Whether an approved payment is captured at once or by later commands. */
public enum CaptureMode {
  AUTOMATIC,
  MANUAL
}
