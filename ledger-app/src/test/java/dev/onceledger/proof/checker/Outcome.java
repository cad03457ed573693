package dev.onceledger.proof.checker;

import java.util.Map;
import java.util.Set;

/**
 * What the name of an event says of an operation.
 *
 * @param kinds the operations that can end so
 */
record Outcome(Set<String> kinds, String state) {
  private static final Set<String> OPENING = Set.of("AUTHORIZE", "CHARGE");

  private static final Map<String, Outcome> BY_TYPE =
      Map.ofEntries(
          Map.entry("PaymentAuthorized", new Outcome(Set.of("AUTHORIZE"), "SUCCEEDED")),
          Map.entry("PaymentCharged", new Outcome(Set.of("CHARGE"), "SUCCEEDED")),
          Map.entry("PaymentCaptured", new Outcome(Set.of("CAPTURE"), "SUCCEEDED")),
          Map.entry("PaymentVoided", new Outcome(Set.of("VOID"), "SUCCEEDED")),
          Map.entry("PaymentRefunded", new Outcome(Set.of("REFUND"), "SUCCEEDED")),
          Map.entry("PaymentDeclined", new Outcome(OPENING, "DECLINED")),
          Map.entry("CaptureDeclined", new Outcome(Set.of("CAPTURE"), "DECLINED")),
          Map.entry("VoidDeclined", new Outcome(Set.of("VOID"), "DECLINED")),
          Map.entry("RefundDeclined", new Outcome(Set.of("REFUND"), "DECLINED")),
          Map.entry("PaymentFailed", new Outcome(OPENING, "FAILED")),
          Map.entry("CaptureFailed", new Outcome(Set.of("CAPTURE"), "FAILED")),
          Map.entry("VoidFailed", new Outcome(Set.of("VOID"), "FAILED")),
          Map.entry("RefundFailed", new Outcome(Set.of("REFUND"), "FAILED")));

  static Outcome of(String type) {
    Outcome outcome = BY_TYPE.get(type);
    if (outcome == null) {
      throw new Impossible("no event of a payment is called " + type);
    }
    return outcome;
  }

  boolean fits(String kind) {
    return kinds.contains(kind);
  }
}
