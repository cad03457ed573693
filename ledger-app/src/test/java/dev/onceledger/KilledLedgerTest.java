package dev.onceledger;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.support.Api;
import dev.onceledger.support.Program;
import dev.onceledger.support.Response;
import dev.onceledger.support.SandboxOracle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The ledger with its embedded store and the sandbox, each as a process of its own; the ledger is
 * killed in the middle and started again on what is left.
 */
class KilledLedgerTest {
  private static final String PAYMENTS = "/v1/payments";

  @TempDir Path directory;

  @Test
  void killed_after_the_answer_it_gives_the_same_answer_again() {
    int sandboxPort = Program.freePort();
    int port = Program.freePort();
    try (Program sandbox = sandbox(sandboxPort)) {
      Program ledger = ledger(port, sandboxPort).awaitReady("/actuator/health/readiness");
      Api orders = new Api(ledger.uri(), ledger.developmentKey("order-service"));
      String key = fresh("key");
      String body = payment(fresh("order"), "tok_ok");
      Response first = orders.post(PAYMENTS, key, body);
      assertThat(first.status()).isEqualTo(201);

      ledger.kill();
      try (Program again = ledger(port, sandboxPort).awaitReady("/actuator/health/readiness")) {
        Response replay = orders.at(again.uri()).post(PAYMENTS, key, body);

        assertThat(replay.status()).isEqualTo(201);
        assertThat(replay.body()).isEqualTo(first.body());
        assertThat(replay.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(oracle(sandbox).executed(first.at("/id"))).containsExactly("CHARGE 1999");
        assertThat(again.output()).doesNotContain("shown only now");
      }
    }
  }

  @Test
  void killed_after_the_gateway_executed_it_charges_no_second_time() {
    int sandboxPort = Program.freePort();
    int port = Program.freePort();
    try (Program sandbox = sandbox(sandboxPort)) {
      Program ledger = ledger(port, sandboxPort).awaitReady("/actuator/health/readiness");
      Api orders = new Api(ledger.uri(), ledger.developmentKey("order-service"));
      String reference = fresh("order");
      String id = PaymentId.of(new Scope("demo"), new Reference(reference)).value();
      String key = fresh("key");
      String body = payment(reference, "tok_lost_reply");

      var interrupted = CompletableFuture.supplyAsync(() -> orders.post(PAYMENTS, key, body));
      await().atMost(Duration.ofSeconds(30)).until(() -> oracle(sandbox).sends(id) == 1);
      ledger.kill();
      assertThat(interrupted).failsWithin(Duration.ofSeconds(30));

      try (Program again = ledger(port, sandboxPort).awaitReady("/actuator/health/readiness")) {
        staysInDoubt(orders.at(again.uri()), id, key, body);
        assertThat(oracle(sandbox).executed(id)).containsExactly("CHARGE 1999");
        assertThat(oracle(sandbox).sends(id)).isEqualTo(1);
      }
    }
  }

  @Test
  void killed_after_the_intent_is_committed_it_charges_nothing_on_its_own() throws IOException {
    int sandboxPort = Program.freePort();
    int port = Program.freePort();
    String reference = fresh("order");
    String id = PaymentId.of(new Scope("demo"), new Reference(reference)).value();
    String key = fresh("key");
    String body = payment(reference, "tok_ok");
    Api orders;
    // A gateway that takes the connection and never reads: nothing arrives there.
    try (ServerSocket deaf = new ServerSocket(sandboxPort)) {
      Program ledger =
          ledger(port, sandboxPort, "ledger.gateway.sandbox.read-timeout-millis=60000")
              .awaitReady("/actuator/health/readiness");
      orders = new Api(ledger.uri(), ledger.developmentKey("order-service"));
      Api reader = orders;
      var interrupted = CompletableFuture.supplyAsync(() -> reader.post(PAYMENTS, key, body));
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> reader.get(PAYMENTS + "/" + id).at("/state").equals("PENDING"));
      ledger.kill();
      assertThat(interrupted).failsWithin(Duration.ofSeconds(30));
      assertThat(deaf.isClosed()).isFalse();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }

    try (Program sandbox = sandbox(sandboxPort);
        Program again = ledger(port, sandboxPort).awaitReady("/actuator/health/readiness")) {
      staysInDoubt(orders.at(again.uri()), id, key, body);
      assertThat(oracle(sandbox).sends(id)).isZero();
    }
  }

  /** Until recovery asks the gateway, the operation is in doubt: 409, and never a second call. */
  private static void staysInDoubt(Api orders, String id, String key, String body) {
    for (int i = 0; i < 3; i++) {
      Response repeat = orders.post(PAYMENTS, key, body);
      assertThat(repeat.status()).isEqualTo(409);
      assertThat(repeat.problem()).isEqualTo("idempotency-key-in-progress");
    }
    Response other = orders.post(PAYMENTS, fresh("key"), body);
    assertThat(other.problem()).isEqualTo("operation-in-progress");
    assertThat(orders.get(PAYMENTS + "/" + id).at("/operations/0/state")).isEqualTo("PROCESSING");
  }

  private Program ledger(int port, int sandboxPort, String... more) {
    String[] settings = new String[more.length + 3];
    settings[0] = "ledger.database.data-directory=" + directory.resolve("ledger");
    settings[1] = "ledger.gateway.sandbox.url=http://127.0.0.1:" + sandboxPort;
    settings[2] = "ledger.recovery.enabled=false";
    System.arraycopy(more, 0, settings, 3, more.length);
    return Program.ledger(port, settings);
  }

  private Program sandbox(int port) {
    return Program.sandbox(port, directory.resolve("sandbox")).awaitReady("/health");
  }

  private static SandboxOracle oracle(Program sandbox) {
    return new SandboxOracle(sandbox.uri());
  }
}
