package dev.onceledger.proof.checker;

/** Every history is a path through the states, numbered without a hole. */
final class Histories implements Check {
  @Override
  public String promise() {
    return "a history is a path of the state machine, numbered without a hole";
  }

  @Override
  public String subject() {
    return "events";
  }

  @Override
  public long run(Evidence evidence, Findings findings) {
    evidence
        .histories()
        .forEach(
            (payment, history) -> {
              Fold fold = new Fold();
              for (Event event : history) {
                try {
                  fold.apply(event);
                } catch (Impossible e) {
                  findings.add(this, payment, "%s: %s".formatted(event, e.getMessage()));
                  return;
                }
              }
            });
    return evidence.events().size();
  }
}
