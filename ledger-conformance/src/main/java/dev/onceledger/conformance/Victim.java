package dev.onceledger.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The service as a process that can be killed and started. */
final class Victim {
  private static final Duration DEATH = Duration.ofSeconds(5);
  private static final long POLL_MILLIS = 50;

  private final CrashPlan plan;
  private final Client client;
  private final Path log;

  Victim(CrashPlan plan, Client client) {
    this.plan = plan;
    this.client = client;
    try {
      this.log = Files.createTempFile("conformance-start-", ".log");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills it, and makes sure that it is dead: nothing follows from a kill that killed nothing. */
  void kill() {
    Shell.require("/crash/kill", plan.kill());
    if (!becomes(false, DEATH)) {
      throw new BadDescription(
          "/crash/kill", plan.ready() + " still answers after it; is that the service it kills?");
    }
  }

  void start() {
    Shell.start(plan.start(), log);
    if (!becomes(true, plan.patience())) {
      throw new BadDescription(
          "/crash/start",
          "%s does not answer 2xx after %d s; what it printed is in %s"
              .formatted(plan.ready(), plan.patience().toSeconds(), log));
    }
  }

  boolean isReady() {
    Answer answer = client.send(new Request("GET", plan.ready(), Map.of(), "")).answer();
    return answer != null && answer.isAccepted();
  }

  private boolean becomes(boolean ready, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    while (isReady() != ready) {
      if (System.nanoTime() > end) {
        return false;
      }
      Pause.millis(POLL_MILLIS);
    }
    return true;
  }
}
