package dev.onceledger.store;

import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * A PostgreSQL of the ledger's own, for as long as it is open. It keeps what it has committed
 * through a crash of the ledger, of itself and of the machine.
 */
final class EmbeddedDatabase implements Closeable {

  static final String MAJOR_VERSION = "18";
  private static final String NAME = "ledger";
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final String DRAFT = "postgresql.new-";

  private final DataDirectory directory;
  private final EmbeddedServer server;

  private EmbeddedDatabase(DataDirectory directory, EmbeddedServer server) {
    this.directory = directory;
    this.server = server;
  }

  /** Throws {@link DatabaseUnusableException} when the directory or the server cannot be used. */
  static EmbeddedDatabase start(DatabaseSettings settings) {
    requireOurVersion(settings.directory().resolve("postgresql"));
    requireAllowedUser();
    DataDirectory directory = DataDirectory.hold(settings.directory());
    try {
      return new EmbeddedDatabase(directory, startIn(directory, settings));
    } catch (IOException e) {
      directory.close();
      throw new DatabaseUnusableException(
          "The data directory %s cannot be used: %s".formatted(directory.home(), e), e);
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  DatabaseAddress address() {
    return new DatabaseAddress(
        "jdbc:postgresql://127.0.0.1:%d/%s".formatted(server.port(), NAME),
        NAME,
        directory.password());
  }

  /** Stops the server in good order. Its clients are to be gone before. */
  @Override
  public void close() {
    try {
      server.close();
    } finally {
      directory.close();
    }
  }

  private static EmbeddedServer startIn(DataDirectory directory, DatabaseSettings settings)
      throws IOException {
    discardDrafts(directory);
    Postmaster orphan = new Postmaster(directory.cluster());
    orphan.stopIfRunning();
    orphan.forgetIfGone();
    requireFree(settings.embeddedPort());
    if (!Files.exists(directory.cluster())) {
      create(directory, settings);
    }
    return EmbeddedServer.start(directory, directory.cluster(), settings);
  }

  /** Under another name until it is complete: a crash on the way leaves nothing half done. */
  private static void create(DataDirectory directory, DatabaseSettings settings)
      throws IOException {
    directory.newPassword();
    Path draft = Files.createTempDirectory(directory.home(), DRAFT);
    try (EmbeddedServer server = EmbeddedServer.start(directory, draft, settings);
        Connection superuser = server.asSuperuser().getConnection();
        Statement statement = superuser.createStatement()) {
      statement.execute("create role %s login password '%s'".formatted(NAME, directory.password()));
      statement.execute("create database %1$s owner %1$s".formatted(NAME));
      statement.execute("revoke all on database %s from public".formatted(NAME));
    } catch (SQLException e) {
      throw new DatabaseUnusableException(
          "The database in %s could not be created: %s".formatted(draft, e.getMessage()), e);
    }
    Files.move(draft, directory.cluster(), StandardCopyOption.ATOMIC_MOVE);
    directory.sync();
  }

  private static void discardDrafts(DataDirectory directory) throws IOException {
    List<Path> drafts;
    try (Stream<Path> files = Files.list(directory.home())) {
      drafts = files.filter(file -> file.getFileName().toString().startsWith(DRAFT)).toList();
    }
    for (Path draft : drafts) {
      new Postmaster(draft).stopIfRunning();
      FileSystemUtils.deleteRecursively(draft);
    }
  }

  private static void requireOurVersion(Path cluster) {
    if (!Files.exists(cluster)) {
      return;
    }
    try {
      String version = Files.readString(cluster.resolve("PG_VERSION")).strip();
      if (!version.equals(MAJOR_VERSION)) {
        throw new DatabaseUnusableException(
            "The data in %s is of PostgreSQL %s, but this release brings PostgreSQL %s."
                    .formatted(cluster, version, MAJOR_VERSION)
                + " Start the release that wrote it, dump the database with pg_dump, move the"
                + " directory away, start this release and restore the dump");
      }
    } catch (IOException e) {
      throw new DatabaseUnusableException(
          "%s is not a PostgreSQL directory that the ledger can read: %s".formatted(cluster, e), e);
    }
  }

  private static void requireAllowedUser() {
    boolean root = "root".equals(System.getProperty("user.name"));
    if (root && !LinuxUtils.isUnshareAvailable()) {
      throw new DatabaseUnusableException(
          "PostgreSQL does not run as root, and no user namespace may be opened for it here:"
              + " start the ledger as another user, or set ledger.database.url");
    }
  }

  private static void requireFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port));
    } catch (BindException e) {
      throw new DatabaseUnusableException(
          "Port %d on 127.0.0.1 is taken: set ledger.database.embedded-port to another, or to 0"
                  .formatted(port)
              + " for any free one",
          e);
    } catch (IOException e) {
      throw new DatabaseUnusableException("No port can be opened on 127.0.0.1", e);
    }
  }
}
