package dev.onceledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.support.Documents;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tour of the README, word for word, against a ledger in a process of its own. What stands
 * behind {@code #:} on a line is to be found in what the line prints, term by term.
 */
class TourTest {
  private static final String MARK = "#: ";
  private static final String STEP = "==== step ";
  private static final int LINES_MAX = 40;
  private static final Pattern KEY = Pattern.compile("order-service +scope demo +(olk_\\S+)");

  @TempDir private Path directory;

  /** A line with what it is to print, and the lines before it. */
  private record Step(String commands, List<String> expected) {}

  @Test
  void the_tour_goes_as_it_says() throws Exception {
    List<Step> steps = steps(Documents.blocks(tour(), "sh"));
    int port = freePort();
    writeStartCommand(port);
    Path log = directory.resolve("first-start.log");
    Process first = start(log, Map.of(), "./onceledger");
    await()
        .atMost(Duration.ofMinutes(3))
        .failFast("the ledger ended", () -> !first.isAlive())
        .until(() -> key(log).isPresent());

    Path printed = directory.resolve("tour.log");
    Process tour =
        start(
            printed,
            Map.of("LEDGER", "http://localhost:" + port, "KEY", key(log).orElseThrow()),
            "bash",
            "-c",
            script(steps));
    boolean ended = tour.waitFor(4, TimeUnit.MINUTES);
    tour.destroyForcibly();

    String output = Files.readString(printed);
    assertThat(ended).as("the tour ends; so far%n%s", output).isTrue();
    assertThat(first.isAlive()).as("the ledger that was to be killed lives").isFalse();
    String[] outputs = output.split(STEP + "\\d+\n", -1);
    assertThat(outputs).hasSize(steps.size() + 1);
    for (int i = 0; i < steps.size(); i++) {
      for (String term : steps.get(i).expected()) {
        assertThat(outputs[i]).as("%s", steps.get(i).commands()).containsPattern(whole(term));
      }
    }
  }

  /** The term, and not a part of a longer word or number. */
  private static String whole(String term) {
    return (term.matches("\\w.*") ? "(?<!\\w)" : "")
        + Pattern.quote(term)
        + (term.matches(".*\\w") ? "(?!\\w)" : "");
  }

  @Test
  void the_tour_is_short_and_says_what_is_to_be_seen() throws IOException {
    assertThat(tour()).hasSizeLessThanOrEqualTo(LINES_MAX);
    assertThat(steps(Documents.blocks(tour(), "sh")))
        .filteredOn(step -> !step.expected().isEmpty())
        .hasSizeGreaterThan(10);
  }

  @AfterEach
  void stopWhatRuns() throws Exception {
    Path data = directory.resolve("data");
    stop(data.resolve("lock"), "java", "-TERM");
    stop(data.resolve("postgresql/postmaster.pid"), "postgres", "-INT");
  }

  private static List<String> tour() throws IOException {
    List<String> section = new ArrayList<>(Documents.section("README.md", "## A tour"));
    // What follows the last block is about the tour, not of it.
    return section.subList(0, section.lastIndexOf("```") + 1);
  }

  private static List<Step> steps(String blocks) {
    List<Step> steps = new ArrayList<>();
    StringBuilder commands = new StringBuilder();
    for (String line : blocks.lines().toList()) {
      commands.append(line).append('\n');
      int mark = line.indexOf(MARK);
      if (mark >= 0) {
        steps.add(
            new Step(
                commands.toString(),
                Arrays.asList(line.substring(mark + MARK.length()).split(", ", -1))));
        commands.setLength(0);
      }
    }
    steps.add(new Step(commands.toString(), List.of()));
    return steps;
  }

  private static String script(List<Step> steps) {
    StringBuilder script = new StringBuilder();
    for (int i = 0; i < steps.size(); i++) {
      script.append(steps.get(i).commands());
      script.append("printf '\\n%s\\n' '").append(STEP).append(i).append("'\n");
    }
    return script.toString();
  }

  /** In the place of the script that would start the jar, which is not built yet. */
  private void writeStartCommand(int port) throws IOException {
    Path command =
        Files.writeString(
            directory.resolve("onceledger"),
            """
            #!/bin/sh
            export SERVER_PORT=%d
            exec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s "$@"
            """
                .formatted(
                    port,
                    ProcessHandle.current().info().command().orElse("java"),
                    System.getProperty("java.class.path"),
                    LedgerApplication.class.getName()));
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Process start(Path output, Map<String, String> environment, String... command)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static Optional<String> key(Path log) throws IOException {
    Matcher matcher = KEY.matcher(Files.readString(log, UTF_8));
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Stops the process of a pid file, if it still runs and is what we take it for. */
  private static void stop(Path pidFile, String program, String signal) throws Exception {
    if (!Files.exists(pidFile)) {
      return;
    }
    String pid = Files.readAllLines(pidFile).get(0).strip();
    Optional<ProcessHandle> process =
        ProcessHandle.of(Long.parseLong(pid))
            .filter(p -> p.info().command().orElse("").endsWith("/" + program));
    if (process.isPresent()) {
      new ProcessBuilder("kill", signal, pid).start().waitFor();
      process.get().onExit().get(1, TimeUnit.MINUTES);
    }
  }
}
