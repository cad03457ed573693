package dev.onceledger;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.api.Scope;
import dev.onceledger.security.ApiKeys;
import dev.onceledger.security.Role;
import dev.onceledger.store.Database;
import dev.onceledger.support.Api;
import dev.onceledger.support.Program;
import dev.onceledger.support.Response;
import dev.onceledger.support.SandboxOracle;
import dev.onceledger.support.TestDatabase;
import dev.onceledger.support.Together;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two ledgers, each a process of its own, on one database and one sandbox. */
class TwoProcessesTest {
  @TempDir Path directory;

  @Test
  void one_key_at_two_processes_is_one_payment() {
    try (TestDatabase database = TestDatabase.create();
        Program sandbox = Program.sandbox(Program.freePort(), directory).awaitReady("/health");
        Program first = ledger(database, sandbox).awaitReady("/actuator/health/readiness");
        Program second = ledger(database, sandbox).awaitReady("/actuator/health/readiness")) {
      Api orders = new Api(first.uri(), token(database));
      List.of(orders, orders.at(second.uri())).forEach(TwoProcessesTest::warm);
      for (int threads : new int[] {20, 200}) {
        String key = fresh("key");
        String body = payment(fresh("order"), "tok_ok");

        List<Response> answers =
            Together.run(
                threads,
                n -> untilDecided(n % 2 == 0 ? orders : orders.at(second.uri()), key, body));

        assertThat(answers).extracting(Response::status).containsOnly(201);
        assertThat(answers.stream().map(Response::body).distinct()).hasSize(1);
        String id = answers.get(0).at("/id");
        SandboxOracle oracle = new SandboxOracle(sandbox.uri());
        assertThat(oracle.executed(id)).containsExactly("CHARGE 1999");
        assertThat(oracle.sends(id)).isEqualTo(1);
      }
    }
  }

  private static void warm(Api api) {
    Response answer = api.post("/v1/payments", fresh("key"), payment(fresh("order"), "tok_ok"));
    assertThat(answer.status()).isEqualTo(201);
  }

  private static Program ledger(TestDatabase database, Program sandbox) {
    return Program.ledger(
        Program.freePort(),
        "ledger.database.url=" + database.url(),
        "ledger.database.username=" + database.username(),
        "ledger.database.password=" + database.password(),
        "ledger.database.allow-unsafe=true",
        // A process that is still loading its classes under 200 requests is slow, not in doubt.
        "ledger.gateway.sandbox.read-timeout-millis=60000",
        "ledger.gateway.sandbox.url=" + sandbox.uri());
  }

  private static String token(TestDatabase database) {
    try (Database opened = Database.open(database.settings())) {
      return new ApiKeys(opened.application())
          .create(Role.ORDER_SERVICE, new Scope("test"), "test")
          .token();
    }
  }

  private static Response untilDecided(Api api, String key, String body) {
    return await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> api.post("/v1/payments", key, body),
            answer -> answer.status() != 409 && answer.status() != 429);
  }
}
