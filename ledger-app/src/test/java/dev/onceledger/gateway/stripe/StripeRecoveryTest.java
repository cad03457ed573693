package dev.onceledger.gateway.stripe;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.http.Fault;
import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Program;
import dev.onceledger.support.Response;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Recovery at a gateway that cannot close a key which it has never heard of: the same call under
 * the same key decides.
 */
class StripeRecoveryTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @Test
  void what_stripe_does_not_know_is_sent_again_under_the_same_key() {
    try (FakeStripe stripe = new FakeStripe();
        Ledger ledger = Ledger.start(settings(stripe, true))) {
      stripe.breaks(Fault.CONNECTION_RESET_BY_PEER);
      Api orders = ledger.orders();
      String key = fresh("key");
      String body = payment(fresh("order"), "pm_card_visa");
      Response created = orders.post("/v1/payments", key, body);
      assertThat(created.status()).isEqualTo(202);

      knowsNothingAndExecutes(stripe);

      awaitCaptured(orders, created);
      assertSentUnderOneKey(stripe, 2);
      assertThat(types(orders, created))
          .containsExactly("PaymentCreated", "OperationResent", "PaymentCharged");
      Response repeat = orders.post("/v1/payments", key, body);
      assertThat(repeat.status()).isEqualTo(201);
      assertThat(repeat.at("/operations/0/attempts")).isEqualTo("2");
    }
  }

  @Test
  void what_a_void_is_to_close_is_not_sent_again() {
    try (FakeStripe stripe = new FakeStripe();
        Ledger ledger = Ledger.start(settings(stripe, true))) {
      stripe.breaks(Fault.CONNECTION_RESET_BY_PEER);
      Api orders = ledger.orders();
      Response created =
          orders.post("/v1/payments", fresh("key"), payment(fresh("order"), "pm_card_visa"));
      String path = "/v1/payments/" + created.at("/id") + "/voids";
      assertThat(orders.post(path, fresh("key"), "").status()).isEqualTo(202);
      int sent = stripe.posts(FakeStripe.INTENTS).size();

      knowsNothingAndExecutes(stripe);

      await().atMost(SOON).until(() -> stripe.gets(FakeStripe.SEARCH).size() >= 8);
      assertThat(stripe.posts(FakeStripe.INTENTS)).hasSize(sent);
      assertThat(orders.get("/v1/payments/" + created.at("/id")).at("/state")).isEqualTo("PENDING");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"resend-written", "resend-answered"})
  void a_node_that_dies_while_it_sends_again_is_followed_by_another(String point) {
    try (FakeStripe stripe = new FakeStripe();
        Ledger front = Ledger.start(settings(stripe, false))) {
      stripe.breaks(Fault.CONNECTION_RESET_BY_PEER);
      Api orders = front.orders();
      Response created =
          orders.post("/v1/payments", fresh("key"), payment(fresh("order"), "pm_card_visa"));
      assertThat(created.status()).isEqualTo(202);
      knowsNothingAndExecutes(stripe);

      try (Program dying = front.process(point + ":kill", settings(stripe, true))) {
        dying.awaitDeathAt(point);
      }
      try (Ledger further = front.node(settings(stripe, true))) {
        awaitCaptured(orders.at(further.uri()), created);
      }

      assertSentUnderOneKey(stripe, point.equals("resend-written") ? 2 : 3);
      assertThat(types(orders, created))
          .containsExactly(
              "PaymentCreated", "OperationResent", "OperationResent", "PaymentCharged");
    }
  }

  /** Its search is behind, and what is posted is executed. */
  private static void knowsNothingAndExecutes(FakeStripe stripe) {
    stripe.answersGet(FakeStripe.SEARCH, 200, StripeObjects.page("search_result", false));
    stripe.answersPost(FakeStripe.INTENTS, 200, StripeObjects.intent(Calls.charge(), "succeeded"));
  }

  private static void assertSentUnderOneKey(FakeStripe stripe, int times) {
    assertThat(stripe.posts(FakeStripe.INTENTS)).hasSize(times);
    assertThat(
            stripe.posts(FakeStripe.INTENTS).stream()
                .map(sent -> sent.getHeader("Idempotency-Key") + " " + sent.getBodyAsString())
                .distinct())
        .hasSize(1);
  }

  private static void awaitCaptured(Api orders, Response payment) {
    await()
        .atMost(SOON)
        .until(
            () -> orders.get("/v1/payments/" + payment.at("/id")).at("/state").equals("CAPTURED"));
  }

  private static List<String> types(Api orders, Response payment) {
    return orders
        .get("/v1/payments/" + payment.at("/id") + "/events")
        .json()
        .path("items")
        .valueStream()
        .map(event -> event.path("type").asString())
        .toList();
  }

  private static String[] settings(FakeStripe stripe, boolean recovers) {
    return new String[] {
      "ledger.gateway.default-gateway=stripe",
      "ledger.gateway.stripe.enabled=true",
      "ledger.gateway.stripe.secret-key=" + FakeStripe.KEY,
      "ledger.gateway.stripe.api-base=" + stripe.uri(),
      "ledger.gateway.circuit.minimum-calls=100",
      "ledger.gateway.circuit.window-calls=100",
      "ledger.drive.lease-seconds=2",
      "ledger.recovery.enabled=" + recovers,
      "ledger.recovery.grace-seconds=1",
      "ledger.recovery.poll-millis=100",
      "ledger.recovery.first-pause-seconds=1",
      "ledger.recovery.last-pause-seconds=1"
    };
  }
}
