package dev.onceledger.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.conformance.tiny.TinyServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConformanceProgramTest {
  @TempDir Path directory;

  @Test
  void help_lists_the_options() {
    assertThat(run("--help")).contains("--group", "--repeats", "--seed");
  }

  @Test
  void a_violation_is_shown_with_the_two_requests_and_without_the_token() throws IOException {
    try (TinyServer server = TinyServer.start(0, directory, "REPLAYS_WHATEVER_THE_BODY")) {
      Described.Run run = new Described(directory, server.port()).run("--group", "REUSE");

      assertThat(run.output())
          .containsPattern(
              """
              FAIL  another /amount/minor is refused
               +201, the first answer replayed
               +> POST http://127.0.0.1:\\d+/orders
               +> Authorization: \\*\\*\\*
               +> Idempotency-Key: (\\S+)
               +> Content-Type: application/json
               +> \\{.*"minor":1999.*
               +< 201
               +< \\{"id":.*
               +> POST .*
               +> .*
               +> Idempotency-Key: \\1
               +> .*
               +> \\{.*"minor":2000.*
              """)
          .doesNotContain("tiny-secret");
    }
  }

  @Test
  void a_field_that_is_refused_anyway_says_nothing() throws IOException {
    try (TinyServer server = TinyServer.start(0, directory, "NONE")) {
      Described.Run run =
          new Described(directory, server.port())
              .with("/others", "{\"/amount/currency\": \"XXX\"}")
              .run("--group", "REUSE");

      assertThat(run.output())
          .contains("?     another /amount/currency is refused\n        says nothing: 422 under");
      assertThat(run.exit()).isZero();
    }
  }

  @Test
  void a_description_may_be_yaml() throws IOException {
    try (TinyServer server = TinyServer.start(0, directory, "NONE")) {
      Described.Run run =
          new Described(directory, server.port())
              .runFile(
                  "d.yaml",
                  """
                  command:
                    url: http://127.0.0.1:%1$d/orders   # where orders are sent
                    headers: {Authorization: "Bearer ${env.TOKEN}", Idempotency-Key: "${key}"}
                    body: {reference: "order-${unique}"}
                  effects:
                    command: cat '%2$s/journal.jsonl' 2> /dev/null | grep -c ORDER
                  """
                      .formatted(server.port(), directory),
                  "--group",
                  "RACE",
                  "--repeats",
                  "1");

      assertThat(run.output()).contains("RACE passed");
      assertThat(run.exit()).isZero();
    }
  }

  static String run(String... arguments) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ConformanceProgram.run(
        List.of(arguments), Map.of(), new PrintStream(printed, true, StandardCharsets.UTF_8));
    return printed.toString(StandardCharsets.UTF_8);
  }
}
