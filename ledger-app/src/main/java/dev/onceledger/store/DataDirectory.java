package dev.onceledger.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's directory: a lock that keeps a second ledger out, the files of the embedded
 * PostgreSQL, and its password. It is held from {@link #hold} until it is closed.
 */
final class DataDirectory implements Closeable {

  // POSIX drops a process's lock when any descriptor of the file is closed, so a second holder in
  // this JVM must be turned away before it opens the file.
  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();
  private static final int PASSWORD_BYTES = 24;

  private static final FileAttribute<?> OWNER_ONLY_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final FileAttribute<?> OWNER_ONLY_DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path home;
  private final FileChannel lock;

  private DataDirectory(Path home, FileChannel lock) {
    this.home = home;
    this.lock = lock;
  }

  /** Throws {@link DatabaseUnusableException} when another ledger holds it, in any process. */
  static DataDirectory hold(Path directory) {
    try {
      Path home = Files.createDirectories(directory).toRealPath();
      if (!HELD_HERE.add(home)) {
        throw inUse(home, "this process");
      }
      FileChannel lock = null;
      try {
        lock = lockOrNull(home);
      } finally {
        if (lock == null) {
          HELD_HERE.remove(home);
        }
      }
      if (lock == null) {
        throw inUse(home, "process " + Files.readString(home.resolve("lock")).strip());
      }
      return new DataDirectory(home, lock);
    } catch (IOException e) {
      throw new DatabaseUnusableException(
          "The data directory %s cannot be used: %s".formatted(directory, e), e);
    }
  }

  Path home() {
    return home;
  }

  /** PostgreSQL's own directory. */
  Path cluster() {
    return home.resolve("postgresql");
  }

  /** Where PostgreSQL's programs are unpacked. */
  Path binaries() throws IOException {
    Path guard = home.resolve("binaries");
    if (!Files.exists(guard)) {
      Files.createDirectory(guard, OWNER_ONLY_DIRECTORY);
    }
    // The library opens its directory to everybody; nobody gets past the one above.
    return guard.resolve("unpacked");
  }

  Path log() {
    return home.resolve("postgresql.log");
  }

  Path passwordFile() {
    return home.resolve("postgresql.password");
  }

  String password() {
    try {
      String password =
          Files.exists(passwordFile()) ? Files.readString(passwordFile()).strip() : "";
      if (password.isEmpty()) {
        throw new DatabaseUnusableException(
            "The password of the database in %s is gone: restore %s from a backup"
                .formatted(cluster(), passwordFile()));
      }
      return password;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces the password file. It is on disk, whole, or the old one is. */
  void newPassword() throws IOException {
    byte[] secret = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(secret);
    Path draft = home.resolve("postgresql.password.new");
    Files.deleteIfExists(draft);
    Files.createFile(draft, OWNER_ONLY_FILE);
    try (FileChannel file = FileChannel.open(draft, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(HexFormat.of().formatHex(secret).getBytes(US_ASCII)));
      file.force(true);
    }
    Files.move(draft, passwordFile(), StandardCopyOption.ATOMIC_MOVE);
    sync();
  }

  /** Makes the names in the directory survive a power cut. */
  void sync() throws IOException {
    try (FileChannel directory = FileChannel.open(home, StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      HELD_HERE.remove(home);
    }
  }

  private static @Nullable FileChannel lockOrNull(Path home) throws IOException {
    FileChannel channel =
        FileChannel.open(home.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean held = false;
    try {
      held = channel.tryLock() != null;
      if (held) {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(US_ASCII)));
      }
      return held ? channel : null;
    } finally {
      if (!held) {
        channel.close();
      }
    }
  }

  private static DatabaseUnusableException inUse(Path home, String holder) {
    return new DatabaseUnusableException(
        "The data directory %s is in use by another ledger (%s). Stop that one, or give this one"
                .formatted(home, holder)
            + " a directory of its own (ledger.database.data-directory), or let both work on one"
            + " PostgreSQL (ledger.database.url)");
  }
}
