package dev.onceledger.proof;

import static org.awaitility.Awaitility.await;

import dev.onceledger.api.Scope;
import dev.onceledger.security.ApiKeys;
import dev.onceledger.security.Role;
import dev.onceledger.support.Api;
import dev.onceledger.support.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/** Two nodes, a sandbox and a PostgreSQL, each a process of its own that may die at any time. */
final class Arena implements AutoCloseable {
  static final int NODES = 2;
  static final String SECRET = "of the notifications";

  /** A request has its operation for itself for so long. */
  static final int LEASE_SECONDS = 2;

  private static final int AUTHORIZATION_SECONDS = 20;

  private final Path directory;
  private final PostgresProcess postgres;
  private final int sandboxPort = Program.freePort();
  private final List<Integer> ports =
      IntStream.range(0, NODES).mapToObj(node -> Program.freePort()).toList();
  private final Program[] nodes = new Program[NODES];
  private Program sandbox;
  private int revived;

  Arena(Path directory, int lateSeconds) throws IOException {
    this.directory = directory;
    Files.writeString(directory.resolve("secret"), SECRET);
    postgres = new PostgresProcess(directory.resolve("postgresql"), Program.freePort());
    sandbox = sandbox(lateSeconds);
    for (int node = 0; node < NODES; node++) {
      start(node);
    }
    awaitReady();
  }

  private Program sandbox(int lateSeconds) {
    return Program.sandbox(
        sandboxPort,
        directory.resolve("sandbox"),
        "--late-after-seconds",
        Integer.toString(lateSeconds),
        "--authorization-valid-seconds",
        Integer.toString(AUTHORIZATION_SECONDS),
        "--notify",
        uri(0) + "/v1/gateways/sandbox/notifications",
        "--notify-secret-file",
        directory.resolve("secret").toString());
  }

  private void start(int node) {
    nodes[node] =
        Program.ledger(
            ports.get(node),
            "ledger.database.url=" + postgres.url(),
            "ledger.database.username=postgres",
            "ledger.database.password=none",
            "ledger.database.pool-size=12",
            "ledger.drive.lease-seconds=" + LEASE_SECONDS,
            "ledger.recovery.poll-millis=100",
            "ledger.recovery.first-pause-seconds=1",
            "ledger.recovery.last-pause-seconds=2",
            "ledger.recovery.grace-seconds=1",
            "ledger.expiry.poll-millis=500",
            "ledger.expiry.pause-seconds=2",
            "ledger.notifications.poll-millis=200",
            "ledger.gateway.circuit.open-seconds=1",
            "ledger.gateway.circuit.failure-percent=80",
            "ledger.gateway.sandbox.url=http://127.0.0.1:" + sandboxPort,
            "ledger.gateway.sandbox.read-timeout-millis=1500",
            "ledger.gateway.sandbox.authorization-valid-seconds=" + AUTHORIZATION_SECONDS,
            "ledger.gateway.sandbox.notification-secret-file=" + directory.resolve("secret"));
  }

  private URI uri(int node) {
    return URI.create("http://localhost:" + ports.get(node));
  }

  List<Api> nodes(Role role) {
    String token = new ApiKeys(database()).create(role, new Scope(Stage.SCOPE), "torture").token();
    return IntStream.range(0, NODES).mapToObj(node -> new Api(uri(node), token)).toList();
  }

  DataSource database() {
    return postgres.dataSource();
  }

  URI sandboxUri() {
    return sandbox.uri();
  }

  // ---- what happens to it

  void killNode(int node) {
    nodes[node].kill();
  }

  /** Waits until the other one answers, if it is not dead. */
  void awaitOther(int node) {
    Program other = nodes[(node + 1) % NODES];
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(200))
        .until(() -> !other.isAlive() || answers(other));
  }

  private static boolean answers(Program node) {
    try {
      return new Api(node.uri(), "none").get("/actuator/health/readiness").status() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /** Starts what is dead, also what died of another fault while it started. */
  void revive() {
    for (int node = 0; node < NODES; node++) {
      if (!nodes[node].isAlive()) {
        start(node);
        revived++;
      }
    }
  }

  int revived() {
    return revived;
  }

  void signalNode(int node, String signal) {
    nodes[node].signal(signal);
  }

  void killPostgres() {
    postgres.kill();
  }

  void startPostgres() {
    postgres.startAgain();
  }

  void killSandbox() {
    sandbox.kill();
  }

  void startSandbox(int lateSeconds) {
    sandbox = sandbox(lateSeconds).awaitReady("/health");
  }

  /** Starts what is dead until all of it answers. */
  void awaitReady() {
    revive();
    sandbox.awaitReady("/health");
    for (Program node : nodes) {
      node.awaitReady("/actuator/health/readiness");
    }
  }

  @Override
  public void close() {
    for (Program node : nodes) {
      node.kill();
    }
    sandbox.kill();
    try {
      postgres.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
