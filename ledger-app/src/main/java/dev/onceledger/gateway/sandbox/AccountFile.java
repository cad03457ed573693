package dev.onceledger.gateway.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * The account on disk: one JSON line per entry, appended only, in a directory that one process
 * owns.
 *
 * <p>{@link #append} is called under the account's lock; {@link #force} is not, so that one flush
 * serves all who wait for it. After a failed write nothing is certain, and the file takes no more.
 */
final class AccountFile implements AutoCloseable {
  private static final String FILE = "account.jsonl";
  private static final String LOCK = "account.lock";

  private final FileChannel lockChannel;
  private final FileChannel channel;
  private final Object forceMonitor = new Object();
  private final AtomicLong appended = new AtomicLong();
  private volatile boolean broken;
  private long forced;

  private AccountFile(FileChannel lockChannel, FileChannel channel) {
    this.lockChannel = lockChannel;
    this.channel = channel;
  }

  /**
   * Opens the account of a directory and hands what it holds to the reader, in order.
   *
   * @throws IOException if the directory is in use, or a line other than a torn last one is damaged
   */
  static AccountFile open(Path directory, Consumer<Entry> reader) throws IOException {
    Files.createDirectories(directory);
    List<FileChannel> opened = new ArrayList<>();
    try {
      FileChannel lockChannel = open(directory.resolve(LOCK), opened);
      if (lock(lockChannel) == null) {
        throw new IOException("another sandbox gateway uses " + directory.toAbsolutePath());
      }
      Path path = directory.resolve(FILE);
      FileChannel channel = open(path, opened);
      channel.truncate(endOfLines(channel));
      channel.position(channel.size());
      channel.force(true);
      forceDirectory(directory);
      read(path, reader);
      return new AccountFile(lockChannel, channel);
    } catch (IOException | RuntimeException e) {
      for (FileChannel channel : opened) {
        channel.close();
      }
      throw e;
    }
  }

  private static FileChannel open(Path path, List<FileChannel> opened) throws IOException {
    FileChannel channel = FileChannel.open(path, CREATE, READ, WRITE);
    opened.add(channel);
    return channel;
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  /** Where the last whole line ends: what a kill tore off behind it was never answered. */
  private static long endOfLines(FileChannel channel) throws IOException {
    ByteBuffer one = ByteBuffer.allocate(1);
    for (long end = channel.size(); end > 0; end--) {
      channel.read(one.clear(), end - 1);
      if (one.get(0) == '\n') {
        return end;
      }
    }
    return 0;
  }

  private static void read(Path path, Consumer<Entry> reader) throws IOException {
    int number = 0;
    try (BufferedReader lines = Files.newBufferedReader(path)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        reader.accept(SandboxJson.MAPPER.readValue(line, Entry.class));
        number++;
      }
    } catch (JacksonException | CharacterCodingException e) {
      throw new IOException("line " + (number + 1) + " of " + path + " is damaged", e);
    }
  }

  /** A new file survives a power failure only once its directory is flushed too. */
  private static void forceDirectory(Path directory) {
    try (FileChannel channel = FileChannel.open(directory, READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Some systems open no directories; they keep the name without this.
    }
  }

  void append(Entry entry) {
    ByteBuffer line =
        ByteBuffer.wrap((SandboxJson.MAPPER.writeValueAsString(entry) + "\n").getBytes(UTF_8));
    checkSound();
    try {
      while (line.hasRemaining()) {
        channel.write(line);
      }
      appended.incrementAndGet();
    } catch (IOException e) {
      broken = true;
      throw new UncheckedIOException(e);
    }
  }

  /** Returns once everything appended so far is on the disk. */
  void force() {
    long wanted = appended.get();
    synchronized (forceMonitor) {
      checkSound();
      if (forced >= wanted) {
        return;
      }
      long covered = appended.get();
      try {
        channel.force(false);
        forced = covered;
      } catch (IOException e) {
        broken = true;
        throw new UncheckedIOException(e);
      }
    }
  }

  private void checkSound() {
    if (broken) {
      throw new IllegalStateException("the account could not be written; restart the sandbox");
    }
  }

  @Override
  public void close() throws IOException {
    try (lockChannel) {
      channel.close();
    }
  }
}
