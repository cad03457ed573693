package dev.onceledger.support;

import java.util.UUID;

/** The bodies of commands, short to write. */
public final class Bodies {
  private Bodies() {}

  /** A name that no other test uses. */
  public static String fresh(String prefix) {
    return prefix + "-" + UUID.randomUUID();
  }

  /** A payment of 19.99 CNY, captured at once. */
  public static String payment(String reference, String method) {
    return payment(reference, method, 1999, "CNY", "automatic");
  }

  public static String payment(
      String reference, String method, long minor, String currency, String capture) {
    return """
    {"reference":"%s","amount":%s,"paymentMethod":"%s","capture":"%s"}"""
        .formatted(reference, amount(minor, currency), method, capture);
  }

  public static String amount(long minor, String currency) {
    return "{\"minor\":%d,\"currency\":\"%s\"}".formatted(minor, currency);
  }

  /** A capture or refund of a part. */
  public static String part(long minor, String currency) {
    return "{\"amount\":" + amount(minor, currency) + "}";
  }
}
