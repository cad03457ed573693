package dev.onceledger.store;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running PostgreSQL on one cluster directory, which it creates if there is none. */
final class EmbeddedServer implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedServer.class);

  private static final int LONGEST_START_SECONDS = 10;
  private static final Duration RECOVERY = Duration.ofHours(1);
  private static final int LOG_LINES_TO_SHOW = 10;

  /** Beside the pool: migrations, maintenance, listeners, people. */
  private static final int SPARE_CONNECTIONS = 30;

  private static final int LEAST_CONNECTIONS = 100;

  private final EmbeddedPostgres postgres;
  private final Postmaster postmaster;

  private EmbeddedServer(EmbeddedPostgres postgres, Postmaster postmaster) {
    this.postgres = postgres;
    this.postmaster = postmaster;
  }

  static EmbeddedServer start(DataDirectory directory, Path cluster, DatabaseSettings settings)
      throws IOException {
    Postmaster postmaster = new Postmaster(cluster);
    EmbeddedPostgres.Builder builder = builder(directory, cluster, settings);
    try {
      return new EmbeddedServer(launch(builder, cluster), postmaster);
    } catch (IOException e) {
      if (!postmaster.runs()) {
        throw failed(directory, e);
      }
      awaitRecovery(directory, postmaster, e);
    } catch (RuntimeException | ExceptionInInitializerError e) {
      throw failed(directory, e);
    }
    try {
      return new EmbeddedServer(launch(builder, cluster), postmaster);
    } catch (IOException e) {
      postmaster.stopFast();
      throw failed(directory, e);
    }
  }

  int port() {
    return postgres.getPort();
  }

  DataSource asSuperuser() {
    return postgres.getPostgresDatabase();
  }

  @Override
  public void close() {
    try {
      postgres.close();
    } catch (IOException e) {
      LOG.warn("PostgreSQL was not stopped in the usual way", e);
    }
    // The library gives up after five seconds; the last checkpoint may take longer.
    postmaster.stopFast();
  }

  private static EmbeddedPostgres launch(EmbeddedPostgres.Builder builder, Path cluster)
      throws IOException {
    // After a failed start the library leaves its own lock locked. Ours guards the directory.
    Files.deleteIfExists(cluster.resolve("epg-lock"));
    return builder.start();
  }

  private static EmbeddedPostgres.Builder builder(
      DataDirectory directory, Path cluster, DatabaseSettings settings) throws IOException {
    Path binaries = directory.binaries();
    Redirect log = Redirect.appendTo(directory.log().toFile());
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(cluster)
            .setCleanDataDirectory(false)
            // A hook would race with the application for its last transactions.
            .setRegisterShutdownHook(false)
            .setOverrideWorkingDirectory(binaries.toFile())
            .setPgBinaryResolver(new Binaries(binaries))
            .setPort(settings.embeddedPort())
            .setPGStartupWait(
                Duration.ofSeconds(Math.min(LONGEST_START_SECONDS, settings.startTimeoutSeconds())))
            .setConnectConfig("password", directory.password())
            // A file, not a pipe: a postmaster that outlives the ledger must not block on it.
            .setOutputRedirector(log)
            .setErrorRedirector(log);
    initialise(builder, directory);
    configure(builder, settings);
    return builder;
  }

  /** Options of initdb, which the library lets through as if they were about the locale. */
  private static void initialise(EmbeddedPostgres.Builder builder, DataDirectory directory) {
    builder
        .setLocaleConfig("locale", "C")
        // The server is never open without a password, not even at its first start.
        .setLocaleConfig("pwfile", directory.passwordFile().toString())
        .setLocaleConfig("auth-host", "scram-sha-256")
        .setLocaleConfig("auth-local", "scram-sha-256");
  }

  private static void configure(EmbeddedPostgres.Builder builder, DatabaseSettings settings) {
    int connections = Math.max(LEAST_CONNECTIONS, settings.poolSize() + SPARE_CONNECTIONS);
    builder
        // The library is made for tests and turns the first two off.
        .setServerConfig("fsync", "on")
        .setServerConfig("synchronous_commit", "on")
        .setServerConfig("full_page_writes", "on")
        .setServerConfig("listen_addresses", "127.0.0.1")
        .setServerConfig("unix_socket_directories", "")
        .setServerConfig("max_connections", Integer.toString(connections))
        .setServerConfig("shared_buffers", "256MB")
        .setServerConfig("jit", "off")
        .setServerConfig("timezone", "UTC")
        .setServerConfig("log_timezone", "UTC")
        // Errors go to the client. In the log they would quote statements and rows.
        .setServerConfig("log_min_messages", "log")
        .setServerConfig("log_checkpoints", "off");
  }

  /**
   * The library gave up while the server still recovers from a crash. When it is done it is stopped
   * in good order, so that the next start is quick.
   */
  private static void awaitRecovery(
      DataDirectory directory, Postmaster postmaster, IOException gaveUp) {
    LOG.info("PostgreSQL still recovers from a crash; see {}", directory.log());
    Pause.until(RECOVERY, () -> postmaster.isReady() || !postmaster.runs());
    if (!postmaster.isReady()) {
      throw failed(directory, gaveUp);
    }
    postmaster.stopFast();
  }

  private static DatabaseUnusableException failed(DataDirectory directory, Throwable cause) {
    List<String> lines;
    try {
      lines = Files.exists(directory.log()) ? Files.readAllLines(directory.log()) : List.of();
    } catch (IOException e) {
      lines = List.of();
    }
    List<String> last = lines.subList(Math.max(0, lines.size() - LOG_LINES_TO_SHOW), lines.size());
    return new DatabaseUnusableException(
        "The embedded PostgreSQL in %s did not start. The end of %s:%n%s"
            .formatted(
                directory.home(), directory.log(), String.join(System.lineSeparator(), last)),
        cause);
  }

  /** The library remembers the place of unpacked files by resolver: one for each directory. */
  private record Binaries(Path directory) implements PgBinaryResolver {
    @Override
    public InputStream getPgBinary(String system, String machine) throws IOException {
      return DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, machine);
    }
  }
}
