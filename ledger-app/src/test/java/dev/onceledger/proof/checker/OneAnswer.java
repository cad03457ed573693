package dev.onceledger.proof.checker;

import java.util.List;
import java.util.Map;

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
        (key, exchanges) -> {
          String payment = payments.getOrDefault(key, "");
          List<Exchange> finals = exchanges.stream().filter(Exchange::isFinal).toList();
          if (finals.isEmpty()) {
            return;
          }
          Exchange first = finals.get(0);
          finals.stream()
              .filter(other -> !other.answer().equals(first.answer()))
              .findFirst()
              .ifPresent(
                  other ->
                      findings.add(
                          this,
                          payment,
                          "%s has two answers: %s and %s".formatted(key, first, other)));
          exchanges.stream()
              .filter(other -> other.status() / 100 == 2)
              .filter(other -> !other.content().equals(first.content()))
              .findFirst()
              .ifPresent(
                  other ->
                      findings.add(
                          this,
                          payment,
                          "%s was taken with other content: %s and %s"
                              .formatted(key, first, other)));
        });
    return byKey.size();
  }
}
