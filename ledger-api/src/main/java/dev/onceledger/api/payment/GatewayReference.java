package dev.onceledger.api.payment;

/** The gateway's own name for what it did, such as a charge id. */
public record GatewayReference(String value) {
  @Override
  public String toString() {
    return value;
  }
}
