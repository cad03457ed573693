package dev.onceledger.api.payment;

/** How far an operation is. FAILED means: surely never executed, and never will be. */
public enum OperationState {
  PROCESSING,
  SUCCEEDED,
  DECLINED,
  FAILED
}
