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
    evidence
        .histories()
        .forEach(
            (payment, history) -> {
              Fold fold = new Fold();
              try {
                for (Event event : history) {
                  fold.apply(event);
                  if (event.type().equals("ContradictionFound") && !isTrue(event, fold.books)) {
                    findings.add(this, payment, event.toString());
                  }
                }
              } catch (Impossible e) {
                // Told by another check.
              }
            });
    return evidence.histories().size();
  }

  /** A bank may charge back what was refunded before. */
  private static boolean isTrue(Event event, Books books) {
    return event.text("contradiction").equals("MORE_RETURNED_THAN_CAPTURED")
        && books.refunded(0) + books.chargedBack(0) > books.captured(0);
  }
}
