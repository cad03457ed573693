package dev.onceledger.api.payment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PaymentStateTest {
  private static final Set<PaymentState> PROVEN_LATE =
      EnumSet.of(PaymentState.AUTHORIZED, PaymentState.CAPTURED);

  /** From the state at the left to the state above: the diagram of the states, pair by pair. */
  private static final String PAIRS =
      """
                     P A C R D F V E B
      PENDING        . x x . x x x . .
      AUTHORIZED     . . x . . . x x .
      CAPTURED       . x . x . . . . x
      REFUNDED       . x x . . . . . x
      DECLINED       x x x . . . . . .
      FAILED         x x x . . . . . .
      VOIDED         x x x . . . . . .
      EXPIRED        x x x . . . . . .
      CHARGED_BACK   . x x x . . . . .
      """;

  @Test
  void every_pair_of_states_is_allowed_or_not_as_the_diagram_says() {
    StringBuilder pairs = new StringBuilder("               P A C R D F V E B\n");
    for (PaymentState from : PaymentState.values()) {
      pairs.append(String.format("%-15s", from));
      pairs.append(
          Arrays.stream(PaymentState.values())
              .map(to -> from.next().contains(to) ? "x" : ".")
              .collect(joining(" ", "", "\n")));
    }

    assertThat(pairs).hasToString(PAIRS);
  }

  @ParameterizedTest
  @EnumSource
  void money_that_moved_counts_in_any_state(PaymentState state) {
    Set<PaymentState> late = EnumSet.copyOf(PROVEN_LATE);
    late.remove(state);

    assertThat(state.next()).containsAll(late);
  }

  @ParameterizedTest
  @EnumSource
  void a_new_attempt_starts_from_where_one_ended_without_effect(PaymentState state) {
    assertThat(state.next().contains(PaymentState.PENDING)).isEqualTo(state.endedWithoutEffect());
  }

  @Test
  void the_page_of_the_states_is_what_the_code_says() throws IOException {
    Path page = repository().resolve("docs/payment-states.md");
    if (Boolean.getBoolean("docs.write")) {
      Files.createDirectories(Objects.requireNonNull(page.getParent()));
      Files.writeString(page, page());
    }

    assertThat(page).content(UTF_8).isEqualTo(page());
  }

  private static String page() {
    return """
    <!-- Printed by PaymentStateTest, which fails when it differs. To print it anew:
         ./mvnw -pl ledger-api test -Dtest=PaymentStateTest -Ddocs.write=true -->

    # The states of a payment

    ```mermaid
    stateDiagram-v2
        [*] --> PENDING
    %s
        state "any state" as any
    %s
    ```

    A success that is proven late leads from any state to AUTHORIZED or CAPTURED, because money that
    moved always counts. An attempt that ended without effect (%s)
    may be followed by another, which is PENDING again. Partial captures and refunds show in the
    amounts, not in more states.

    | state | what can follow |
    | --- | --- |
    %s
    """
        .formatted(
            Arrays.stream(PaymentState.values())
                .flatMap(from -> ordinary(from).stream().map(to -> edge(from.name(), to)))
                .collect(joining("\n")),
            PROVEN_LATE.stream()
                .map(to -> edge("any", to) + " : success proven late")
                .collect(joining("\n")),
            Arrays.stream(PaymentState.values())
                .filter(PaymentState::endedWithoutEffect)
                .map(Enum::name)
                .collect(joining(", ")),
            Arrays.stream(PaymentState.values())
                .map(from -> "| " + from + " | " + names(from.next()) + " |")
                .collect(joining("\n")));
  }

  /** What follows without anything being late. */
  private static Set<PaymentState> ordinary(PaymentState from) {
    Set<PaymentState> ordinary = EnumSet.copyOf(from.next());
    if (from != PaymentState.PENDING) {
      ordinary.remove(PaymentState.AUTHORIZED);
    }
    if (from != PaymentState.PENDING && from != PaymentState.AUTHORIZED) {
      ordinary.remove(PaymentState.CAPTURED);
    }
    return ordinary;
  }

  private static String edge(String from, PaymentState to) {
    return "    " + from + " --> " + to;
  }

  private static String names(Set<PaymentState> states) {
    return states.stream().map(Enum::name).collect(joining(", "));
  }

  /** The directory that holds the build, up from wherever the test is run. */
  private static Path repository() {
    Path directory = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    while (!Files.exists(directory.resolve("mvnw"))) {
      directory = Objects.requireNonNull(directory.getParent(), "no mvnw above the test");
    }
    return directory;
  }
}
