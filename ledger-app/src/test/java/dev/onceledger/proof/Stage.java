package dev.onceledger.proof;

import dev.onceledger.api.Scope;
import dev.onceledger.security.ApiKeys;
import dev.onceledger.security.Role;
import dev.onceledger.support.Api;
import dev.onceledger.support.Program;
import dev.onceledger.support.SandboxOracle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * One or two nodes, a sandbox and a PostgreSQL, each a process of its own. One node dies where it
 * is told to.
 */
final class Stage implements AutoCloseable {
  static final String SCOPE = "test";
  private static final String VALID_SECONDS = "3";

  private final Path directory;
  private final List<String> settings;
  private final PostgresProcess postgres;
  private final Program sandbox;
  private final int victimPort = Program.freePort();
  private final Program other;
  private final boolean two;
  private Program victim;

  /** What there is on it. */
  enum Kind {
    /** A node that is alone: started again, it finds what it left itself. */
    ONE,
    /** The same; what the gateway does not know is asked about only. */
    ONE_THAT_WAITS,
    /** The same; its sandbox notifies it. */
    ONE_THAT_IS_TOLD,
    /** The same; what is authorized runs out within seconds. */
    ONE_THAT_EXPIRES,
    /** A node that dies, and another that goes on and finds what the first left. */
    TWO
  }

  private Stage(Path directory, Kind kind) {
    this.directory = directory;
    this.two = kind == Kind.TWO;
    this.postgres = new PostgresProcess(directory.resolve("postgresql"), Program.freePort());
    arm("");
    Path secret = write("secret", "of the notifications");
    int sandboxPort = Program.freePort();
    this.settings = settings(kind, sandboxPort, secret);
    String told = "http://localhost:" + victimPort + "/v1/gateways/sandbox/notifications";
    String[] options =
        switch (kind) {
          case ONE_THAT_IS_TOLD ->
              new String[] {"--notify", told, "--notify-secret-file", secret.toString()};
          case ONE_THAT_EXPIRES -> new String[] {"--authorization-valid-seconds", VALID_SECONDS};
          default -> new String[0];
        };
    this.sandbox = Program.sandbox(sandboxPort, directory.resolve("sandbox"), options);
    this.victim = start();
    awaitReady();
    this.other = two ? Program.ledger(Program.freePort(), with("recovery.enabled=true")) : victim;
    sandbox.awaitReady("/health");
    ready(other);
  }

  static Stage start(Kind kind, Path directory) {
    if (!directory.toFile().mkdirs()) {
      throw new IllegalStateException(directory + " is there already");
    }
    return new Stage(directory, kind);
  }

  private List<String> settings(Kind kind, int sandboxPort, Path secret) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "ledger.database.url=" + postgres.url(),
                "ledger.database.username=postgres",
                "ledger.database.password=none",
                "ledger.database.pool-size=8",
                "ledger.gateway.sandbox.url=http://127.0.0.1:" + sandboxPort,
                "ledger.gateway.sandbox.read-timeout-millis=1500",
                "ledger.gateway.sandbox.notification-secret-file=" + secret,
                "ledger.gateway.circuit.minimum-calls=100",
                "ledger.gateway.circuit.window-calls=100",
                "ledger.drive.lease-seconds=2",
                "ledger.recovery.poll-millis=100",
                "ledger.recovery.first-pause-seconds=1",
                "ledger.recovery.last-pause-seconds=1",
                "ledger.recovery.grace-seconds=" + (kind == Kind.ONE_THAT_WAITS ? 600 : 1),
                "ledger.notifications.poll-millis=200"));
    if (kind == Kind.ONE_THAT_EXPIRES) {
      all.add("ledger.gateway.sandbox.authorization-valid-seconds=" + VALID_SECONDS);
      all.add("ledger.expiry.poll-millis=200");
      all.add("ledger.expiry.pause-seconds=1");
    }
    return all;
  }

  private Program start() {
    return Program.armedBy(
        directory.resolve("crash"), victimPort, with("recovery.enabled=" + !two));
  }

  private String[] with(String setting) {
    List<String> all = new ArrayList<>(settings);
    all.add("ledger." + setting);
    return all.toArray(String[]::new);
  }

  // ---- what happens on it

  /** Arms a point such as {@code after-intent:kill} in the node that dies; empty disarms. */
  void arm(String point) {
    write("crash", point);
  }

  PostgresProcess postgres() {
    return postgres;
  }

  Program victim() {
    return victim;
  }

  void killVictim() {
    victim.kill();
  }

  void restartVictim() {
    restartVictim("");
  }

  /** Starts it with a point armed that it reaches by itself. */
  void restartVictim(String point) {
    arm(point);
    victim = start();
  }

  void awaitReady() {
    ready(victim);
  }

  /** Ends every session of the ledger's at the server, as a broken network does. */
  void cutConnections() {
    jdbc()
        .queryForList(
            """
            select pg_terminate_backend(pid) from pg_stat_activity
            where application_name like 'onceledger%' and pid <> pg_backend_pid()
            """);
  }

  /** A client of the node that dies. */
  Api api(Role role) {
    return new Api(
        victim.uri(),
        new ApiKeys(postgres.dataSource()).create(role, new Scope(SCOPE), "test").token());
  }

  /** The same client at the node that goes on. */
  Api goingOn(Api client) {
    return client.at(two ? other.uri() : victim.uri());
  }

  SandboxOracle account() {
    return new SandboxOracle(sandbox.uri());
  }

  JdbcTemplate jdbc() {
    return new JdbcTemplate(postgres.dataSource());
  }

  private Path write(String file, String text) {
    try {
      // Renamed into its place, so that nobody ever reads half of it.
      Path fresh = Files.writeString(directory.resolve(file + ".new"), text);
      return Files.move(
          fresh,
          directory.resolve(file),
          java.nio.file.StandardCopyOption.ATOMIC_MOVE,
          java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void ready(Program node) {
    node.awaitReady("/actuator/health/readiness");
  }

  @Override
  public void close() throws IOException {
    victim.kill();
    if (two) {
      other.kill();
    }
    sandbox.kill();
    postgres.close();
  }
}
