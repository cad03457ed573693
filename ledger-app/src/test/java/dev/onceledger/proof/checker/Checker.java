package dev.onceledger.proof.checker;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All promises. Those of the journal and of the seals belong into this list as well. */
public final class Checker {
  private static final List<Check> CHECKS =
      List.of(
          new ExecutedOnce(),
          new OneKeyAlive(),
          new OneAnswer(),
          new Histories(),
          new Budgets(),
          new MoneyMoved(),
          new Views(),
          new FreshReads(),
          new Contradictions(),
          new NothingInDoubt(),
          new Records(),
          new Finished());

  private Checker() {}

  public static Verdict check(Evidence evidence) {
    Findings findings = new Findings();
    Map<String, String> checked = new LinkedHashMap<>();
    for (Check check : CHECKS) {
      long count = check.run(evidence, findings);
      checked.put(check.promise(), String.format(Locale.ROOT, "%,d %s", count, check.subject()));
    }
    return new Verdict(checked, findings.all());
  }
}
