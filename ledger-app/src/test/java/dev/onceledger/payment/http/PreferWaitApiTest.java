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
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Prefer: wait=N (RFC 7240). */
class PreferWaitApiTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          wait=5                    | wait=5
          wait=30                   | wait=30
          wait=31                   | wait=30
          wait=99                   | wait=30
          wait=99999999999999999999 | wait=30
          Wait = "7"                | wait=7
          respond-async, wait=4     | wait=4
          wait=4; x=y               | wait=4
          return=minimal,wait=3,a=b | wait=3
          """)
  void a_preference_is_told_as_it_was_applied(String prefer, String applied) {
    Response response = pay(prefer);

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.header("Preference-Applied")).isEqualTo(applied);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "wait",
        "wait=",
        "wait=x",
        "wait=-1",
        "wait=1.5",
        "wait=1s",
        "waiting=5",
        "await=5",
        "respond-async",
        "wait=0"
      })
  void a_preference_that_says_nothing_is_ignored(String prefer) {
    Response response = pay(prefer);

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.header("Preference-Applied")).isEmpty();
  }

  @Test
  void whoever_waits_in_vain_is_answered_when_the_time_is_over() {
    String key = Shop.key();
    String body = payment(fresh("order"), "tok_error_500");

    long start = System.nanoTime();
    Response accepted = Shop.ORDERS.post("/v1/payments", key, body, "Prefer", "wait=1");
    long middle = System.nanoTime();
    Response again = Shop.ORDERS.post("/v1/payments", key, body, "Prefer", "wait=2");

    assertThat(accepted.status()).isEqualTo(202);
    assertThat(accepted.header("Preference-Applied")).isEqualTo("wait=1");
    assertThat(Duration.ofNanos(middle - start)).isBetween(seconds(1), seconds(10));
    assertRefused(again, 409, "idempotency-key-in-progress");
    assertThat(Duration.ofNanos(System.nanoTime() - middle)).isBetween(seconds(2), seconds(12));
  }

  @Test
  void whoever_does_not_wait_is_answered_at_once() {
    String key = Shop.key();
    String body = payment(fresh("order"), "tok_error_500");

    for (String prefer : new String[] {"wait=0", "respond-async", "wait=x"}) {
      long start = System.nanoTime();
      Response response = Shop.ORDERS.post("/v1/payments", key, body, "Prefer", prefer);
      assertThat(response.status()).isIn(202, 409);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(seconds(3));
    }
  }

  @Test
  void a_repeat_that_waits_gets_the_answer_of_the_first() {
    try (Ledger patient = Ledger.start("ledger.gateway.sandbox.read-timeout-millis=20000")) {
      Api orders = Agreement.of(patient.orders());
      String key = Shop.key();
      String body = payment(fresh("order"), "tok_slow");
      CompletableFuture<Response> first =
          CompletableFuture.supplyAsync(() -> orders.post("/v1/payments", key, body));
      await()
          .until(
              () -> orders.get("/v1/idempotency-keys/" + key).at("/status").equals("PROCESSING"));

      Response tooSoon = orders.post("/v1/payments", key, body);
      Response waited = orders.post("/v1/payments", key, body, "Prefer", "wait=25");

      assertRefused(tooSoon, 409, "idempotency-key-in-progress");
      assertThat(first.join().status()).isEqualTo(201);
      assertThat(waited.status()).isEqualTo(201);
      assertThat(waited.body()).isEqualTo(first.join().body());
      assertThat(waited.header("Idempotent-Replayed")).isEqualTo("true");
      assertThat(waited.header("Preference-Applied")).isEqualTo("wait=25");
      assertThat(patient.sandbox().executed(waited.at("/id"))).containsExactly("CHARGE 1999");
      assertThat(patient.sandbox().sends(waited.at("/id"))).isEqualTo(1);
    }
  }

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }

  private static Response pay(String prefer) {
    return Shop.ORDERS.post(
        "/v1/payments", Shop.key(), payment(fresh("order"), "tok_ok"), "Prefer", prefer);
  }
}
