package dev.onceledger.conformance;

import dev.onceledger.conformance.Finding.Verdict;
import java.util.List;

/** What a run found out. */
record Report(List<Section> sections) {
  /**
   * One group.
   *
   * @param notRun why it was not run; empty if it was
   */
  record Section(Group group, List<Finding> findings, String notRun) {
    boolean isPassed() {
      return notRun.isEmpty() && findings.stream().noneMatch(f -> f.verdict() == Verdict.FAILED);
    }

    String verdict() {
      return !notRun.isEmpty() ? "not run" : isPassed() ? "passed" : "FAILED";
    }
  }

  /** The groups in which something is violated. */
  List<Group> failed() {
    return sections.stream()
        .filter(section -> section.notRun().isEmpty() && !section.isPassed())
        .map(Section::group)
        .toList();
  }
}
