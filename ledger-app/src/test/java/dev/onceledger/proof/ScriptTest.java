package dev.onceledger.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a seed decides, it decides again. */
class ScriptTest {
  private final Script script = new Script(7);

  @Test
  void the_same_seed_gives_the_same_orders() {
    assertThat(orders(new Script(7))).isEqualTo(orders(script));
    assertThat(orders(new Script(8))).isNotEqualTo(orders(script));
  }

  @Test
  void every_payment_method_and_every_command_is_there() {
    Set<String> seen = new HashSet<>();
    for (Script.Step step : orders(script)) {
      seen.add(step.ask().path().replaceAll(".*/", ""));
      step.ask().members().stream()
          .filter(member -> member.startsWith("\"paymentMethod\""))
          .forEach(member -> seen.add(member.replaceAll(".*:|\"", "")));
    }
    assertThat(seen).containsAll(Script.methods()).contains("captures", "voids", "refunds");
  }

  private static List<Script.Step> orders(Script script) {
    return IntStream.range(0, 300)
        .boxed()
        .flatMap(number -> script.order(number % 6, number).stream())
        .toList();
  }
}
