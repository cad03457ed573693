package dev.onceledger.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Clients at two nodes, and everything goes wrong: whatever the order, each payment comes out as if
 * it had been alone in a quiet place.
 *
 * <p>{@code -Dtorture.minutes=20 -Dtorture.seed=7} says for how long, and what is decided.
 */
class TortureTest {
  private static final double MINUTES =
      Double.parseDouble(System.getProperty("torture.minutes", "0.8"));

  /** The seeds of every build. */
  static LongStream seeds() {
    return LongStream.of(Long.getLong("torture.seed", 1));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void every_payment_comes_out_as_if_nothing_had_happened(long seed, @TempDir Path directory)
      throws Exception {
    System.out.printf("torture with seed %d for %.1f minutes%n", seed, MINUTES);
    Torture.Result result;
    try (Arena arena = new Arena(directory, 2 + (int) Math.floorMod(seed, 3L))) {
      result =
          new Torture(arena, seed, directory).run(Duration.ofMillis((long) (MINUTES * 60_000)));
    }
    System.out.printf("torture with seed %d:%n%s", seed, result.text());

    assertThat(result.payments()).isPositive();
    assertThat(result.missing()).as("faults that did not happen").isEmpty();
    assertThat(result.verdict().violations()).as("broken with seed %d", seed).isEmpty();
  }
}
