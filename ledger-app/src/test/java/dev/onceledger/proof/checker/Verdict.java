package dev.onceledger.proof.checker;

import java.util.List;
import java.util.Map;

/**
 * What the checker found.
 *
 * @param checked how many of what was looked at, by promise
 */
public record Verdict(Map<String, String> checked, List<Violation> violations) {
  public boolean isHonest() {
    return violations.isEmpty();
  }

  /** For people: what was checked, and what is broken. */
  public String text() {
    StringBuilder text = new StringBuilder();
    checked.forEach(
        (promise, count) -> text.append("  checked %s: %s%n".formatted(count, promise)));
    violations.stream()
        .limit(50)
        .forEach(violation -> text.append("  ").append(violation).append('\n'));
    return text.toString();
  }
}
