package dev.onceledger.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A ledger in small: opens the database in a directory, commits a row, and stays until killed. */
final class DatabaseHolder {
  static final String NOTE = "from another process";
  private static final String COMMITTED = "committed";

  private final Process process;
  private final Path output;

  private DatabaseHolder(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  public static void main(String[] args) throws Exception {
    try (Database database = Database.open(EmbeddedLedger.settings(Path.of(args[0])))) {
      Sql.execute(database.application(), "create table notes (note text)");
      Sql.execute(database.application(), "insert into notes values ('" + NOTE + "')");
      System.out.println(COMMITTED);
      while (System.in.read() >= 0) {}
    }
  }

  static DatabaseHolder start(Path directory) throws IOException {
    Path output = Files.createTempFile("holder-", ".log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                DatabaseHolder.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new DatabaseHolder(process, output);
  }

  DatabaseHolder awaitCommit() {
    await().atMost(Duration.ofMinutes(1)).until(() -> output().contains(COMMITTED + "\n"));
    return this;
  }

  /** Waits for its end, and answers what it printed. */
  String awaitEnd() throws IOException {
    await().atMost(Duration.ofMinutes(1)).until(() -> !process.isAlive());
    return output();
  }

  /** SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  private String output() throws IOException {
    return Files.readString(output, UTF_8);
  }
}
