package dev.onceledger.proof.checker;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A key never has two final answers, and none to another content. */
final class OneAnswer implements Check {
  @Override
  public String promise() {
    return "a key has one final answer, byte for byte, and none to another content";
  }

  @Override
  public String subject() {
    return "keys";
  }

  @Override
  public long run(Evidence evidence, Findings findings) {
    Map<String, List<Exchange>> byKey = evidence.commandsByKey();
    Map<String, String> payments = evidence.paymentByKey();
    byKey.forEach(
        (key, exchanges) ->
            exchanges.stream()
                .filter(Exchange::isFinal)
                .findFirst()
                .flatMap(first -> lie(first, exchanges))
                .ifPresent(
                    lie -> findings.add(this, payments.getOrDefault(key, ""), key + " " + lie)));
    return byKey.size();
  }

  /** What does not agree with a final answer. */
  private static Optional<String> lie(Exchange first, List<Exchange> exchanges) {
    for (Exchange other : exchanges) {
      boolean isSame = other.content().equals(first.content());
      String both = ": %s and %s".formatted(first, other);
      if (other.isFinal() && !other.answer().equals(first.answer())) {
        return Optional.of("has two answers" + both);
      }
      if (!isSame && other.status() / 100 == 2) {
        return Optional.of("was taken with other content" + both);
      }
      if (isSame && other.answer().contains("/problems/idempotency-key-reused\"")) {
        return Optional.of("is held for another request" + both);
      }
    }
    return Optional.empty();
  }
}
