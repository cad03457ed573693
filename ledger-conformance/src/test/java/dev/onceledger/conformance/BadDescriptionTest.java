package dev.onceledger.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.conformance.tiny.TinyServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A description that does not fit ends with 2, the member that is wrong, and what to do. */
class BadDescriptionTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /command/urls              | "http://x"       | /command: there is no member [urls]; there is method, url
          /command/url               | "localhost/x"    | /command/url: is to be an address that begins with http://
          /command/headers           | {}               | /command: nothing in it holds ${key}; put it where
          /command/headers/X-Account | "${env.ACCOUNT}" | ${env.ACCOUNT}: the environment has no variable ACCOUNT; set it
          /command/headers/X-Account | "${account}"     | ${account}: there is ${key}, ${unique} and ${env.NAME}
          /effects/count             | "effects"        | /effects/count: "effects" is no JSON pointer
          /effects/count             | null             | /effects/count: is missing: a JSON pointer to a list
          /effects                   | {"count": "/n"}  | /effects: is to have "url" for a request, or "command"
          /claims/sameJson           | 1                | /claims/sameJson: is to be true or false
          /others                    | {"/amout": 1}    | /others/~1amout: the body of "command" has nothing there
          /client/threads            | 1                | /client/threads: is to be a number from 2 to 1000
          /client/again              | ["409"]          | /client/again: is to be a number from 200 to 599
          /expiry                    | {}               | /expiry/forget: is missing: makes it forget
          /crash                     | {"kill": "true"} | /crash/start: is missing: a shell command
          """)
  void a_member_that_is_wrong_is_named(String pointer, String json, String message)
      throws IOException {
    Described.Run run = new Described(directory, 9).with(pointer, json).run();

    assertThat(run.output()).startsWith("conformance: " + message);
    assertThat(run.exit()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /command/headers/Authorization | "Bearer not-the-one"  | /command: a first request under a fresh key is not accepted: 401 {"error":"unauthenticated"}
          /effects/count                 | "/effects/m"          | /effects/count: "/effects/m" leads to no list and no number in {"effects":{"n":0}}
          /effects                       | {"command": "echo 4"} | /effects: a first request was accepted (201), and no effect is counted
          /effects                       | {"command": "date"}   | /effects/command: it is to print one number, and printed
          /expiry/forget                 | {"command": "exit 3"} | /expiry/forget/command: the command ended with 3
          """)
  void a_member_that_does_not_fit_the_service_is_named(String pointer, String json, String message)
      throws IOException {
    try (TinyServer server = TinyServer.start(0, directory, "NONE")) {
      Described.Run run =
          new Described(directory, server.port()).with(pointer, json).run("--group", "expiry");

      assertThat(run.output()).contains("conformance: " + message);
      assertThat(run.exit()).isEqualTo(2);
    }
  }

  @Test
  void a_kill_that_kills_nothing_is_no_kill() throws IOException {
    try (TinyServer server = TinyServer.start(0, directory, "NONE")) {
      String ready = "http://127.0.0.1:" + server.port() + "/health";

      Described.Run run =
          new Described(directory, server.port())
              .with("/crash", "{\"kill\":\"true\",\"start\":\"true\",\"ready\":\"" + ready + "\"}")
              .run("--group", "CRASH");

      assertThat(run.output())
          .contains("conformance: /crash/kill: " + ready + " still answers after it");
      assertThat(run.exit()).isEqualTo(2);
    }
  }

  @Test
  void what_is_no_json_is_told_with_its_place() throws IOException {
    Described.Run run =
        new Described(directory, 9).runFile("d.json", "{\n\"command\": 1,\n\"command\": 2}");

    assertThat(run.output()).contains("d.json cannot be read").contains("line 3");
    assertThat(run.exit()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "--group CRASHES, there is no group CRASHES; there is [REPLAY",
    "--group crash, CRASH cannot be run: the description has no \"crash\"",
    "--repeats 0, --repeats is a number from 1 to 1000",
    "--seed, --seed needs a value",
    "--sead, unknown option --sead"
  })
  void a_command_line_that_is_wrong_is_told(String options, String message) throws IOException {
    Described described = new Described(directory, 9);
    if (options.equals("--seed")) {
      assertThat(ConformanceProgramTest.run(options)).contains(message);
      return;
    }

    Described.Run run = described.run(options.split(" "));

    assertThat(run.output()).startsWith("conformance: " + message);
    assertThat(run.exit()).isEqualTo(2);
  }
}
