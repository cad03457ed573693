package dev.onceledger.proof.checker;

/** One operation of a payment, as the events tell it. */
final class Op {
  final String id;
  final String kind;
  final int attempt;
  final String reference;
  long minor;
  String state = "PROCESSING";
  long sends = 1;

  /** A void that closed what was not decided, and so let nothing go. */
  boolean closedOnly;

  Op(String id, String kind, int attempt, String reference, long minor) {
    this.id = id;
    this.kind = kind;
    this.attempt = attempt;
    this.reference = reference;
    this.minor = minor;
  }

  boolean opens() {
    return kind.equals("AUTHORIZE") || kind.equals("CHARGE");
  }

  boolean is(String wanted) {
    return state.equals(wanted);
  }

  boolean isProcessing() {
    return is("PROCESSING");
  }

  /** Whether the gateway did it. */
  boolean isDone() {
    return is("SUCCEEDED") && !closedOnly;
  }

  /** Asked for again by the same name it would be the same business operation. */
  String businessName() {
    return opens() ? "attempt " + attempt : kind + " " + reference;
  }
}
