package dev.onceledger;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Program;
import dev.onceledger.support.Response;
import dev.onceledger.support.SandboxOracle;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody listens where the gateway should be; then somebody does. */
class UnreachableGatewayTest {
  @TempDir Path directory;

  @Test
  void what_surely_did_not_arrive_is_sent_again_under_the_same_key_of_the_client() {
    int port = Program.freePort();
    try (Ledger ledger = Ledger.start("ledger.gateway.sandbox.url=http://127.0.0.1:" + port)) {
      Api orders = ledger.orders();
      String key = fresh("key");
      String body = payment(fresh("order"), "tok_ok");

      Response refused = orders.post("/v1/payments", key, body);

      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.problem()).isEqualTo("gateway-not-reached");
      assertThat(refused.at("/retryable")).isEqualTo("true");
      assertThat(refused.at("/effect")).isEqualTo("none");
      assertThat(refused.header("Retry-After")).isNotEmpty();
      Response record = orders.get("/v1/idempotency-keys/" + key);
      assertThat(record.at("/status")).isEqualTo("FAILED");
      String id = record.at("/paymentId");
      assertThat(orders.get("/v1/payments/" + id).at("/state")).isEqualTo("FAILED");

      Response byReference = orders.post("/v1/payments", fresh("other"), body);
      assertThat(byReference.status()).isEqualTo(200);
      assertThat(byReference.at("/state")).isEqualTo("FAILED");

      try (Program sandbox = Program.sandbox(port, directory).awaitReady("/health")) {
        Response again = orders.post("/v1/payments", key, body);

        assertThat(again.status()).isEqualTo(201);
        assertThat(again.at("/state")).isEqualTo("CAPTURED");
        assertThat(again.at("/operations/0/attempts")).isEqualTo("2");
        assertThat(new SandboxOracle(sandbox.uri()).executed(id)).containsExactly("CHARGE 1999");
        assertThat(orders.get("/v1/idempotency-keys/" + key).at("/attempts")).isEqualTo("2");
        assertThat(orders.post("/v1/payments", key, body).body()).isEqualTo(again.body());
      }
    }
  }

  @Test
  void an_open_circuit_refuses_before_anything_is_stored_and_lets_replays_through() {
    int port = Program.freePort();
    try (Ledger ledger =
        Ledger.start(
            "ledger.gateway.sandbox.url=http://127.0.0.1:" + port,
            "ledger.gateway.circuit.window-calls=4",
            "ledger.gateway.circuit.minimum-calls=2",
            "ledger.gateway.circuit.open-seconds=3")) {
      Api orders = ledger.orders();
      String done = fresh("done");
      String body = payment(fresh("order"), "tok_ok");
      try (Program sandbox = Program.sandbox(port, directory).awaitReady("/health")) {
        assertThat(orders.post("/v1/payments", done, body).status()).isEqualTo(201);
        assertThat(sandbox.output()).contains("ready");
      }
      String key = fresh("key");
      String other = payment(fresh("order"), "tok_ok");

      Response refused =
          await()
              .atMost(Duration.ofSeconds(20))
              .until(
                  () -> orders.post("/v1/payments", fresh("k"), payment(fresh("o"), "tok_ok")),
                  answer -> answer.problem().equals("gateway-unavailable"));
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.at("/effect")).isEqualTo("none");
      assertThat(orders.post("/v1/payments", key, other).problem())
          .isEqualTo("gateway-unavailable");
      assertThat(orders.get("/v1/idempotency-keys/" + key).status()).isEqualTo(404);
      Response replay = orders.post("/v1/payments", done, body);
      assertThat(replay.status()).isEqualTo(201);
      assertThat(replay.header("Idempotent-Replayed")).isEqualTo("true");

      try (Program sandbox = Program.sandbox(port, directory).awaitReady("/health")) {
        Response served =
            await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> orders.post("/v1/payments", key, other), a -> a.status() == 201);
        assertThat(new SandboxOracle(sandbox.uri()).executed(served.at("/id")))
            .containsExactly("CHARGE 1999");
      }
    }
  }
}
