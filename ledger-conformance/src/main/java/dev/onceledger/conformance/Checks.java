package dev.onceledger.conformance;

import dev.onceledger.conformance.Finding.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The checks of a group; of one that is made several times, the first violation stays. */
final class Checks {
  private final Map<String, Finding> findings = new LinkedHashMap<>();

  void that(String name, boolean holds, String seen, List<Exchange> example) {
    add(new Finding(name, holds ? Verdict.PASSED : Verdict.FAILED, seen, example));
  }

  void moot(String name, String seen) {
    add(new Finding(name, Verdict.MOOT, seen, List.of()));
  }

  private void add(Finding finding) {
    findings.merge(
        finding.name(),
        finding,
        (before, now) -> before.verdict() == Verdict.FAILED ? before : now);
  }

  boolean hold() {
    return findings.values().stream().noneMatch(f -> f.verdict() == Verdict.FAILED);
  }

  List<Finding> findings() {
    return new ArrayList<>(findings.values());
  }
}
