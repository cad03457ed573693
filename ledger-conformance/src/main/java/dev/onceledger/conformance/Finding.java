package dev.onceledger.conformance;

import java.util.List;

/**
 * What became of one check.
 *
 * @param name the sentence that holds, or does not
 * @param seen what was seen, in a line
 * @param example the fewest exchanges that show a violation
 */
record Finding(String name, Verdict verdict, String seen, List<Exchange> example) {
  /** Whether the sentence holds. */
  enum Verdict {
    PASSED,
    FAILED,
    /** The check says nothing, because of the description. */
    MOOT
  }
}
