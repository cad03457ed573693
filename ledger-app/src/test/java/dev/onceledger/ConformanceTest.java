package dev.onceledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.onceledger.api.Scope;
import dev.onceledger.conformance.ConformanceProgram;
import dev.onceledger.security.ApiKeys;
import dev.onceledger.security.Role;
import dev.onceledger.store.Database;
import dev.onceledger.support.Program;
import dev.onceledger.support.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The ledger as the conformance kit sees any service: a process that is killed and started by
 * commands, judged by the sandbox's account.
 */
class ConformanceTest {
  private static final String DESCRIPTION =
      """
      {
        "command": {
          "url": "http://localhost:%1$d/v1/payments",
          "headers": {"Authorization": "Bearer ${env.TOKEN}", "Idempotency-Key": "${key}"},
          "body": {
            "reference": "order-${unique}",
            "amount": {"minor": 1999, "currency": "CNY"},
            "paymentMethod": "tok_ok",
            "capture": "automatic"
          }
        },
        "others": {
          "/amount/currency": "EUR", "/paymentMethod": "tok_decline", "/capture": "manual"
        },
        "client": {"again": [202, 409, 425, 429, 500, 502, 503, 504]},
        "effects": {"url": "%2$s/account", "count": "/items"},
        "claims": {"keyRequired": true, "sameJson": true, "reference": true},
        "expiry": {"forget": {"method": "DELETE", "url": "%3$s/${key}"}},
        "crash": {
          "kill": "kill -9 $(cat '%4$s')",
          "start": "%5$s & echo $! > '%4$s'",
          "ready": "http://localhost:%1$d/actuator/health/readiness",
          "requests": 16
        }
      }
      """;

  @TempDir Path directory;

  @Test
  void the_ledger_conforms() throws IOException {
    try (TestDatabase test = TestDatabase.create();
        Program sandbox = Program.sandbox(Program.freePort(), directory).awaitReady("/health");
        Database database = Database.open(test.settings("pool-size=2"))) {
      Flyway.configure().dataSource(database.maintenance()).load().migrate();
      HttpServer forgetting = forgetting(new JdbcTemplate(database.application()));
      int port = Program.freePort();
      Path description =
          Files.writeString(
              directory.resolve("ledger.json"),
              DESCRIPTION.formatted(
                  port,
                  sandbox.uri(),
                  "http://localhost:" + forgetting.getAddress().getPort(),
                  pidFile(),
                  ledger(port, test, sandbox.uri())));
      String token =
          new ApiKeys(database.application())
              .create(Role.ORDER_SERVICE, new Scope("test"), "test")
              .token();
      ByteArrayOutputStream report = new ByteArrayOutputStream();

      int exit =
          ConformanceProgram.run(
              List.of(description.toString(), "--repeats", "1"),
              Map.of("TOKEN", token),
              new PrintStream(report, true, UTF_8));

      forgetting.stop(0);
      assertThat(report.toString(UTF_8))
          .endsWith(
              "REPLAY passed, RACE passed, REUSE passed, EXPIRY passed, CRASH passed"
                  + System.lineSeparator())
          .doesNotContain("says nothing", token);
      assertThat(exit).isZero();
      killLedger();
    }
  }

  /** The ledger, which asks soon what became of the operations that a killed one left. */
  private static String ledger(int port, TestDatabase database, URI sandbox) {
    return Program.shell(
        port,
        "logging.level.root=warn",
        "ledger.database.url=" + database.url(),
        "ledger.database.username=" + database.username(),
        "ledger.database.password=" + database.password(),
        "ledger.database.allow-unsafe=true",
        "ledger.drive.lease-seconds=3",
        "ledger.gateway.sandbox.read-timeout-millis=2500",
        "ledger.gateway.sandbox.url=" + sandbox,
        "ledger.recovery.first-pause-seconds=1",
        "ledger.recovery.grace-seconds=0",
        "ledger.recovery.poll-millis=100");
  }

  /** Forgets a key, as the retention does when its time is over. */
  private static HttpServer forgetting(JdbcTemplate jdbc) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8);
    server.createContext("/", exchange -> forget(jdbc, exchange));
    server.start();
    return server;
  }

  private static void forget(JdbcTemplate jdbc, HttpExchange exchange) throws IOException {
    String key = exchange.getRequestURI().getPath().substring(1);
    int gone =
        jdbc.update(
            """
            with record as (delete from idempotency_record where key = ? returning hash)
            delete from idempotency_key where hash in (select hash from record)""",
            key);
    try (exchange) {
      exchange.sendResponseHeaders(gone == 1 ? 204 : 404, -1);
    }
  }

  private Path pidFile() {
    return directory.resolve("ledger.pid");
  }

  @AfterEach
  void killLedger() throws IOException {
    if (Files.exists(pidFile())) {
      ProcessHandle.of(Long.parseLong(Files.readString(pidFile()).strip()))
          .ifPresent(
              ledger -> {
                ledger.destroyForcibly();
                ledger.onExit().orTimeout(30, TimeUnit.SECONDS).join();
              });
    }
  }
}
