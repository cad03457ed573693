package dev.onceledger.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Runs commands with {@code sh -c}. */
final class Shell {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private Shell() {}

  /** What a command that ended left. */
  record Result(int exit, String output, String errors) {}

  /**
   * Runs it to its end; what it left in the background goes on.
   *
   * @param member of the description, to be named if it does not end
   */
  static Result run(String member, String command) {
    try {
      // Into files: a pipe would stay open as long as anything in the background.
      Path output = Files.createTempFile("conformance-", ".out");
      Path errors = Files.createTempFile("conformance-", ".err");
      try {
        Process process =
            shell(command).redirectOutput(output.toFile()).redirectError(errors.toFile()).start();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new BadDescription(
              member, "the command did not end; what is to stay goes into the background with &");
        }
        return new Result(
            process.exitValue(), Files.readString(output, UTF_8), Files.readString(errors, UTF_8));
      } finally {
        Files.delete(output);
        Files.delete(errors);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw Pause.interrupted(e);
    }
  }

  /**
   * Runs it to a good end.
   *
   * @throws BadDescription if it fails
   */
  static void require(String member, String command) {
    Result result = run(member, command);
    if (result.exit() != 0) {
      throw new BadDescription(
          member, "the command ended with " + result.exit() + ": " + result.errors().strip());
    }
  }

  /** Starts it, and does not wait: it may be the service itself. It outlives the kit. */
  static void start(String command, Path log) {
    try {
      Process process =
          shell(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ProcessBuilder shell(String command) {
    return new ProcessBuilder("sh", "-c", command);
  }
}
