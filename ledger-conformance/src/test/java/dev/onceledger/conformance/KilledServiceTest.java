package dev.onceledger.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.conformance.tiny.TinyServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Services as processes of their own, which are killed: two that are naive, and one that is not.
 */
@Execution(ExecutionMode.CONCURRENT)
class KilledServiceTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "NONE, true, REPLAY RACE REUSE EXPIRY CRASH, ''",
    "flagged, true, REUSE, REPLAY RACE EXPIRY CRASH",
    "marked-after, false, REPLAY REUSE, RACE EXPIRY CRASH",
    "KEEPS_KEYS_IN_MEMORY, true, REPLAY RACE REUSE EXPIRY, CRASH",
    "KEEPS_ANSWERS_IN_MEMORY, false, REPLAY RACE REUSE EXPIRY, CRASH"
  })
  void a_service_fails_where_it_is_known_to(
      String kind, boolean counted, String passed, String failed) throws IOException {
    int port = freePort();
    Described described = new Described(directory, port).with("/crash", crash(kind, port));
    if (kind.equals("flagged")) {
      // It keeps no answers, and every repetition is one that is waited for in vain.
      described.with("/claims/sameJson", "false").with("/client/patienceSeconds", "1");
    }
    if (counted) {
      String url = "http://127.0.0.1:" + port + "/effects?order-${unique}";
      described.with("/effects/url", "\"" + url + "\"");
    }

    Described.Run run = described.run("--repeats", "2", "--seed", "7");

    assertThat(run.groups("passed")).as("%s", run.output()).isEqualTo(List.of(passed.split(" ")));
    assertThat(run.groups("FAILED"))
        .isEqualTo(failed.isEmpty() ? List.of() : List.of(failed.split(" ")));
    assertThat(run.exit()).isEqualTo(failed.isEmpty() ? 0 : 1);
  }

  private String crash(String kind, int port) {
    String start =
        "'%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' %s %d '%s' %s & echo $! > '%s'"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                TinyServer.class.getName(),
                port,
                directory,
                kind,
                pidFile());
    return """
        {"kill": "kill -9 $(cat '%s')", "start": "%s", "ready": "http://127.0.0.1:%d/health"}"""
        .formatted(pidFile(), start, port);
  }

  private Path pidFile() {
    return directory.resolve("pid");
  }

  @AfterEach
  void killWhatRuns() throws IOException {
    if (Files.exists(pidFile())) {
      long pid = Long.parseLong(Files.readString(pidFile()).strip());
      Optional<ProcessHandle> process = ProcessHandle.of(pid);
      process.ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
