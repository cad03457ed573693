package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.contract.Agreement;
import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A ledger that serves one request at a time. */
class AdmissionApiTest {
  @Test
  void one_request_more_than_can_be_served_is_turned_away_and_stores_nothing() {
    try (Ledger narrow =
        Ledger.start(
            "ledger.http.max-concurrent-requests=1",
            "ledger.gateway.sandbox.read-timeout-millis=20000")) {
      Api orders = Agreement.of(narrow.orders());
      String order = fresh("order");
      CompletableFuture<Response> slow =
          CompletableFuture.supplyAsync(
              () -> orders.post("/v1/payments", fresh("key"), payment(order, "tok_slow")));
      String id = PaymentId.of(new Scope("test"), new Reference(order)).value();
      // The sandbox is asked, because a question to the ledger would itself take the place.
      await().until(() -> narrow.sandbox().sends(id) == 1);
      String key = fresh("key");
      String body = payment(fresh("order"), "tok_ok");

      Response read = orders.get("/v1/payments");
      Response command = orders.post("/v1/payments", key, body);

      assertRefused(read, 429, "too-many-requests");
      assertRefused(command, 429, "too-many-requests");
      assertThat(command.header("Retry-After")).isEqualTo("1");
      assertThat(command.at("/retryable")).isEqualTo("true");
      assertThat(command.at("/effect")).isEqualTo("none");
      assertThat(command.header("X-Request-Id")).isNotEmpty();
      assertThat(new Api(narrow.uri(), "none").get("/problems/too-many-requests").status())
          .isEqualTo(200);
      assertThat(slow.join().status()).isEqualTo(201);
      assertThat(orders.get("/v1/idempotency-keys/" + key).status()).isEqualTo(404);
      assertThat(orders.post("/v1/payments", key, body).status()).isEqualTo(201);
    }
  }
}
