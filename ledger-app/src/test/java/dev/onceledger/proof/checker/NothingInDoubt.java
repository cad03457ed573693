package dev.onceledger.proof.checker;

/** Everything is decided once the gateway has been reachable for long enough. */
final class NothingInDoubt implements Check {
  @Override
  public String promise() {
    return "nothing is in doubt at the end";
  }

  @Override
  public String subject() {
    return "operations";
  }

  @Override
  public long run(Evidence evidence, Findings findings) {
    evidence.unresolved().forEach(one -> findings.add(this, "", one));
    for (KeyRecord record : evidence.records()) {
      if (record.status().equals("PROCESSING")) {
        findings.add(this, "", "the key is in progress: " + record.key());
      }
    }
    long count = 0;
    for (var history : evidence.histories().entrySet()) {
      Fold fold = new Fold();
      try {
        history.getValue().forEach(fold::apply);
      } catch (Impossible e) {
        // Told by another check.
      }
      for (Op operation : fold.books.operations) {
        count++;
        if (operation.isProcessing()) {
          findings.add(this, history.getKey(), "%s is in doubt".formatted(operation.id));
        }
      }
    }
    return count;
  }
}
