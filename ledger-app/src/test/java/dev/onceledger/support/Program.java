package dev.onceledger.support;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ledger's main class as a process of its own, to be killed and frozen. */
public final class Program implements AutoCloseable {
  private static final String CRASH = "-Donceledger.crash=";

  private final Process process;
  private final Path output;
  private final URI uri;

  private Program(Process process, Path output, URI uri) {
    this.process = process;
    this.output = output;
    this.uri = uri;
  }

  /** A ledger at this port; {@link #awaitReady} waits for it. */
  public static Program ledger(int port, String... settings) {
    return crashing("", port, settings);
  }

  /** A ledger with a crash point armed, such as {@code after-intent:kill}; empty for none. */
  static Program crashing(String crash, int port, String... settings) {
    List<String> arguments = new ArrayList<>(List.of("--server.port=" + port));
    for (String setting : settings) {
      arguments.add("--" + setting);
    }
    return start(port, crash.isEmpty() ? List.of() : List.of(CRASH + crash), arguments);
  }

  /** A ledger that dies or freezes where the file says, as often as that is written anew. */
  public static Program armedBy(Path file, int port, String... settings) {
    return crashing("@" + file, port, settings);
  }

  /** What starts a ledger at this port, as one line for a shell. */
  public static String shell(int port, String... settings) {
    List<String> words = command(List.of());
    words.add("--server.port=" + port);
    for (String setting : settings) {
      words.add("--" + setting);
    }
    return "'" + String.join("' '", words) + "'";
  }

  /** A sandbox at this port with its account in this directory. */
  public static Program sandbox(int port, Path directory, String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of("sandbox", "--port", Integer.toString(port), "--data", directory.toString()));
    arguments.addAll(List.of(options));
    return start(port, List.of(), arguments);
  }

  /** Runs it to its end, which must be a good one, and gives what it printed. */
  static String run(List<String> arguments) {
    Program program = start(0, List.of(), arguments);
    program.awaitEnd();
    if (program.process.exitValue() != 0) {
      throw new IllegalStateException(program.output());
    }
    return program.output();
  }

  /** A port that was free a moment ago. */
  public static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> command(List<String> options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path")));
    command.addAll(options);
    command.add("dev.onceledger.LedgerApplication");
    return command;
  }

  private static Program start(int port, List<String> options, List<String> arguments) {
    List<String> command = command(options);
    command.addAll(arguments);
    try {
      Path output = Files.createTempFile("onceledger-program-", ".log");
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      return new Program(process, output, URI.create("http://localhost:" + port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public URI uri() {
    return uri;
  }

  /** Waits until it answers. */
  public Program awaitReady(String path) {
    Api anybody = new Api(uri, "none");
    await()
        .alias("ready: " + output)
        .atMost(Duration.ofMinutes(2))
        .ignoreExceptions()
        .until(() -> process.isAlive() && anybody.get(path).status() == 200);
    return this;
  }

  /** What it has printed so far. */
  public String output() {
    try {
      return Files.readString(output, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The development key of a role, which it printed at its first start. */
  public String developmentKey(String role) {
    Pattern line = Pattern.compile("(?m)^\\s+" + role + "\\s.*\\s(olk_\\w+)$");
    return await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> line.matcher(output()), Matcher::find)
        .group(1);
  }

  /** SIGKILL. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Stops (SIGSTOP) or continues (SIGCONT) it. */
  public void signal(String name) {
    try {
      int exit =
          new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
              .inheritIO()
              .start()
              .waitFor();
      if (exit != 0) {
        throw new IllegalStateException("kill -" + name + " answered " + exit);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits until it died at this crash point. */
  public void awaitDeathAt(String point) {
    awaitEnd();
    requireReached(point);
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits until it is frozen at this crash point. */
  public void awaitFrozenAt(String point) {
    await().atMost(Duration.ofSeconds(60)).until(this::isFrozen);
    requireReached(point);
  }

  private void requireReached(String point) {
    if (!output().contains("crash point reached: " + point)) {
      throw new IllegalStateException("it never reached " + point + ": " + output);
    }
  }

  private boolean isFrozen() throws IOException {
    Process ps =
        new ProcessBuilder("ps", "-o", "stat=", "-p", Long.toString(process.pid())).start();
    return new String(ps.getInputStream().readAllBytes(), UTF_8).startsWith("T");
  }

  private void awaitEnd() {
    await().atMost(Duration.ofSeconds(60)).until(() -> !process.isAlive());
  }

  /** SIGTERM, as an operator stops it. One that is frozen takes it when it is woken. */
  @Override
  public void close() {
    process.destroy();
    if (process.isAlive()) {
      signal("CONT");
    }
    awaitEnd();
  }
}
