package dev.onceledger.proof;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL that keeps what it commits, at a port that stays, to be killed and started again.
 */
final class PostgresProcess implements AutoCloseable {
  private final Path directory;
  private final int port;
  private EmbeddedPostgres postgres;

  PostgresProcess(Path directory, int port) {
    this.directory = directory;
    this.port = port;
    this.postgres = start();
  }

  String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
  }

  DataSource dataSource() {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setUrl(url());
    dataSource.setUser("postgres");
    dataSource.setPassword("none");
    return dataSource;
  }

  /** SIGKILL for the postmaster and every process of its own, all at once. */
  void kill() {
    ProcessHandle postmaster = ProcessHandle.of(postmasterId()).orElseThrow();
    List<ProcessHandle> all = Stream.concat(Stream.of(postmaster), postmaster.children()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
    try {
      // It lets go of the directory, and complains that there is nothing to stop.
      postgres.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** After a kill; returns when it takes connections, which is after its crash recovery. */
  void startAgain() {
    postgres = start();
  }

  private long postmasterId() {
    try {
      return Long.parseLong(Files.readAllLines(directory.resolve("postmaster.pid")).get(0).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private EmbeddedPostgres start() {
    try {
      return EmbeddedPostgres.builder()
          .setPort(port)
          .setDataDirectory(directory)
          .setCleanDataDirectory(false)
          .setPGStartupWait(Duration.ofMinutes(1))
          .setServerConfig("fsync", "on")
          .setServerConfig("synchronous_commit", "on")
          .setServerConfig("max_connections", "200")
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    postgres.close();
  }
}
