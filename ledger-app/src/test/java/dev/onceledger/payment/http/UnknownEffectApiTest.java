package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.contract.Agreement;
import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The store fails once the intent is committed: whoever asked is told that money may have moved.
 */
class UnknownEffectApiTest {
  private static final Ledger LEDGER =
      Ledger.start("ledger.gateway.sandbox.read-timeout-millis=3000");
  private static final Api ORDERS = Agreement.of(LEDGER.orders());

  @AfterAll
  static void close() {
    LEDGER.close();
  }

  @ParameterizedTest
  @CsvSource({"payment_view, wait=0", "idempotency_record, wait=5"})
  void a_command_whose_outcome_cannot_be_told_has_an_unknown_effect(String table, String prefer) {
    String key = fresh("key");
    String body = payment(fresh("order"), "tok_lost_reply");

    CompletableFuture<Response> sent =
        CompletableFuture.supplyAsync(
            () -> ORDERS.post("/v1/payments", key, body, "Prefer", prefer));
    await()
        .until(() -> ORDERS.get("/v1/idempotency-keys/" + key).at("/status").equals("PROCESSING"));
    LEDGER.jdbc().execute("alter table " + table + " rename to away");
    Response failed = sent.join();
    LEDGER.jdbc().execute("alter table away rename to " + table);

    assertRefused(failed, 500, "internal-error");
    assertThat(failed.at("/effect")).isEqualTo("unknown");
    assertThat(failed.at("/retryable")).isEqualTo("true");
    assertRefused(ORDERS.post("/v1/payments", key, body), 409, "idempotency-key-in-progress");
  }
}
