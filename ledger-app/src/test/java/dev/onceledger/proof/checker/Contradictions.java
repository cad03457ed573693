package dev.onceledger.proof.checker;

/** Gateway and operators tell the truth in such a run: what contradicts it was made up here. */
final class Contradictions implements Check {
  @Override
  public String promise() {
    return "nothing contradicts itself where gateway and operators tell the truth";
  }

  @Override
  public String subject() {
    return "payments";
  }

  @Override
  public long run(Evidence evidence, Findings findings) {
    for (Event event : evidence.events()) {
      // A bank may take back what was refunded before.
      boolean isOfBank = event.text("contradiction").equals("MORE_RETURNED_THAN_CAPTURED");
      if (event.type().equals("ContradictionFound") && !isOfBank) {
        findings.add(this, event.paymentId(), event.toString());
      }
    }
    return evidence.histories().size();
  }
}
