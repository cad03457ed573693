package dev.onceledger.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.conformance.tiny.TinyServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A single flaw in a service that does the rest right is found, and nothing else is. */
@Execution(ExecutionMode.CONCURRENT)
class FlawTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "NONE, ''",
    "TAKES_ORDERS_WITHOUT_A_KEY, REPLAY",
    "ANSWERS_ANOTHER_TIME_ANOTHER_THING, REPLAY RACE REUSE",
    "REPLAYS_WHATEVER_THE_BODY, REUSE",
    "EXECUTES_ANOTHER_BODY, REUSE",
    "COMPARES_THE_SPELLING, REUSE",
    "LETS_ANOTHER_BODY_SPOIL_THE_KEY, REUSE",
    "FORGETS_REFERENCES, RACE EXPIRY",
    "CLAIMS_NOTHING_WHILE_AT_WORK, RACE"
  })
  void a_flaw_fails_its_groups_and_no_other(String flaw, String failed) throws IOException {
    try (TinyServer server = TinyServer.start(0, directory, flaw)) {
      Described.Run run =
          new Described(directory, server.port())
              .with("/claims/reference", "true")
              .run("--repeats", "1");

      assertThat(run.groups("FAILED"))
          .as("%s", run.output())
          .isEqualTo(failed.isEmpty() ? List.of() : List.of(failed.split(" ")));
      assertThat(run.groups("not")).isEmpty();
      assertThat(run.exit()).isEqualTo(failed.isEmpty() ? 0 : 1);
      assertThat(run.output()).contains("CRASH not run").doesNotContain("tiny-secret");
    }
  }
}
