package dev.onceledger.gateway.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sandbox's program as a process of its own. */
final class SandboxProcess implements AutoCloseable {
  private static final Pattern READY = Pattern.compile("ready on (http://\\S+?),");
  private static final int EXIT_SECONDS = 30;

  private final Process process;
  private final Thread reader;
  private final List<String> output = new CopyOnWriteArrayList<>();

  private SandboxProcess(Process process) {
    this.process = process;
    this.reader = new Thread(this::read, "sandbox-output");
    reader.start();
  }

  static SandboxProcess start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(SandboxProgram.class.getName());
    command.addAll(List.of(arguments));
    return new SandboxProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(UTF_8)) {
      lines.lines().forEach(output::add);
    } catch (IOException e) {
      output.add("the output ended: " + e);
    }
  }

  /** Waits until it takes calls, and takes them at its usual pace. */
  void awaitReady() {
    await()
        .atMost(Duration.ofSeconds(30))
        .failFast("the sandbox ended", () -> !process.isAlive())
        .until(() -> !output.isEmpty());
    // The first call of a fresh process can take longer than the impatient wait.
    assertThat(gateway().execute(Calls.charge("tok_decline")).outcome())
        .isEqualTo(Outcome.DECLINED);
  }

  URI uri() {
    Matcher ready = READY.matcher(output.get(0));
    assertThat(ready.find()).as(output.get(0)).isTrue();
    return URI.create(ready.group(1));
  }

  SandboxGateway gateway() {
    return RunningSandbox.gatewayAt(uri());
  }

  SandboxGateway impatientGateway() {
    return RunningSandbox.gatewayAt(uri(), RunningSandbox.IMPATIENCE);
  }

  /** SIGKILL: nothing in the process runs any more. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** SIGTERM, and the exit code. */
  int terminate() throws InterruptedException {
    process.destroy();
    return awaitExit();
  }

  int awaitExit() throws InterruptedException {
    assertThat(process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    reader.join();
    return process.exitValue();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** What it has printed so far, line by line. */
  List<String> output() {
    return output;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
