package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.contract.Agreement;
import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A gateway at which nobody listens. */
class GatewayDownApiTest {
  private static final Ledger LEDGER =
      Ledger.start(
          "ledger.gateway.sandbox.url=http://127.0.0.1:9",
          "ledger.gateway.circuit.minimum-calls=3",
          "ledger.gateway.circuit.open-seconds=600");
  private static final Api ORDERS = Agreement.of(LEDGER.orders());

  @AfterAll
  static void close() {
    LEDGER.close();
  }

  @Test
  void what_surely_did_not_reach_it_failed_and_is_executed_again_until_the_circuit_opens() {
    String key = fresh("key");
    String body = payment(fresh("order"), "tok_ok");

    Response first = ORDERS.post("/v1/payments", key, body);
    assertRefused(first, 503, "gateway-not-reached");
    assertThat(first.header("Retry-After")).isEqualTo("1");
    assertThat(first.at("/retryable")).isEqualTo("true");
    assertThat(first.at("/effect")).isEqualTo("none");
    Response record = ORDERS.get("/v1/idempotency-keys/" + key);
    assertThat(record.at("/status")).isEqualTo("FAILED");
    assertThat(record.at("/problem/type")).isEqualTo("/problems/gateway-not-reached");
    assertThat(record.at("/attempts")).isEqualTo("1");
    String id = record.at("/paymentId");

    assertRefused(ORDERS.post("/v1/payments", key, body), 503, "gateway-not-reached");
    assertThat(ORDERS.get("/v1/idempotency-keys/" + key).at("/attempts")).isEqualTo("2");
    Response payment = ORDERS.get("/v1/payments/" + id);
    assertThat(payment.at("/state")).isEqualTo("FAILED");
    assertThat(payment.at("/operations/0/state")).isEqualTo("FAILED");
    assertThat(payment.at("/operations/0/reason")).isEqualTo("gateway-not-reached");
    assertThat(payment.at("/operations/0/attempts")).isEqualTo("2");

    // Another key for the same is told of the failure by its reference, and executes nothing.
    Response found = ORDERS.post("/v1/payments", fresh("key"), body);
    assertThat(found.status()).isEqualTo(200);
    assertThat(found.header("Idempotent-Replayed")).isEqualTo("reference");
    assertThat(found.at("/state")).isEqualTo("FAILED");

    assertRefused(ORDERS.post("/v1/payments", key, body), 503, "gateway-not-reached");
    String late = fresh("key");
    Response unavailable = ORDERS.post("/v1/payments", late, payment(fresh("order"), "tok_ok"));
    assertRefused(unavailable, 503, "gateway-unavailable");
    assertThat(unavailable.header("Retry-After")).isEqualTo("10");
    assertThat(unavailable.at("/retryable")).isEqualTo("true");
    assertThat(unavailable.at("/effect")).isEqualTo("none");
    assertThat(ORDERS.get("/v1/idempotency-keys/" + late).status()).isEqualTo(404);
  }
}
