package dev.onceledger.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The PostgreSQL that runs in a cluster directory, whoever started it. A process counts only when
 * the system shows that it is a postgres at work in that directory: its number alone may since have
 * gone to another. It is asked to stop, never killed.
 */
final class Postmaster {
  private static final Logger LOG = LoggerFactory.getLogger(Postmaster.class);

  private static final Path PROC = Path.of("/proc/self/cwd");
  private static final Duration SMART = Duration.ofSeconds(5);
  private static final Duration FAST = Duration.ofSeconds(60);
  private static final int STATUS_LINE = 7;

  private final Path cluster;

  Postmaster(Path cluster) {
    this.cluster = cluster;
  }

  boolean runs() {
    return process().isPresent();
  }

  /** Whether it takes connections; false while it recovers from a crash. */
  boolean isReady() {
    List<String> lines = pidFile();
    return lines.size() > STATUS_LINE && lines.get(STATUS_LINE).strip().equals("ready");
  }

  /** Stops it if it runs: first as soon as its clients are gone, then without them. */
  void stopIfRunning() {
    process().ifPresent(this::stop);
    // A postmaster that was killed leaves sessions behind which end at their next look around.
    if (!Pause.until(FAST, () -> workers().isEmpty())) {
      throw new DatabaseUnusableException(
          "PostgreSQL processes %s in %s do not end: stop them, then start the ledger again"
              .formatted(workers().stream().map(ProcessHandle::pid).toList(), cluster));
    }
  }

  /** Stops it now: its open transactions are rolled back. */
  void stopFast() {
    process().ifPresent(postmaster -> interrupt(postmaster.pid()));
    if (!Pause.until(FAST, () -> !runs())) {
      throw new DatabaseUnusableException(
          "PostgreSQL (process %s) in %s does not stop: stop it with pg_ctl, then start the ledger"
                  .formatted(pidFile().stream().findFirst().orElse("?"), cluster)
              + " again");
    }
  }

  /**
   * Removes a postmaster.pid whose number now belongs to a stranger. PostgreSQL would take the
   * stranger for a postmaster and not start, as happens to containers with their small numbers.
   */
  void forgetIfGone() throws IOException {
    if (hasProc() && !runs() && workers().isEmpty()) {
      Files.deleteIfExists(cluster.resolve("postmaster.pid"));
    }
  }

  private void stop(ProcessHandle postmaster) {
    LOG.info(
        "PostgreSQL (process {}) in {} outlived the ledger that started it; stopping it",
        postmaster.pid(),
        cluster);
    postmaster.destroy();
    if (!Pause.until(SMART, () -> !runs())) {
      stopFast();
    }
  }

  private Optional<ProcessHandle> process() {
    return pidFile().stream()
        .findFirst()
        .filter(line -> line.matches("[1-9][0-9]{0,17}"))
        .flatMap(line -> ProcessHandle.of(Long.parseLong(line)))
        .filter(this::worksHere);
  }

  /** All PostgreSQL processes in the cluster; without /proc only the postmaster. */
  private List<ProcessHandle> workers() {
    if (!hasProc()) {
      return process().stream().toList();
    }
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(this::worksHere).toList();
    }
  }

  private boolean worksHere(ProcessHandle process) {
    ProcessHandle.Info info = process.info();
    Path program = Path.of(info.command().orElse("")).getFileName();
    if (program == null || !program.toString().startsWith("postgres")) {
      return false;
    }
    if (!hasProc()) {
      return Stream.of(info.arguments().orElse(new String[0])).anyMatch(cluster.toString()::equals);
    }
    try {
      // Of a process that has ended and only waits to be collected, this link is gone.
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"))
          .equals(cluster.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }

  private List<String> pidFile() {
    try {
      return Files.readAllLines(cluster.resolve("postmaster.pid"));
    } catch (IOException e) {
      return List.of();
    }
  }

  private static boolean hasProc() {
    return Files.exists(PROC);
  }

  /** SIGINT, which Java cannot send. */
  private static void interrupt(long pid) {
    try {
      new ProcessBuilder("sh", "-c", "kill -INT \"$0\"", Long.toString(pid)).start().waitFor();
    } catch (IOException e) {
      throw new DatabaseUnusableException("PostgreSQL cannot be asked to stop", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseUnusableException("Interrupted while stopping PostgreSQL", e);
    }
  }
}
