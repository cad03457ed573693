package dev.onceledger.gateway.stripe;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.onceledger.support.Ledger;
import org.junit.jupiter.api.Test;

/** A ledger whose payments go to Stripe. */
class StripeLedgerTest {
  @Test
  void a_ledger_pays_through_stripe() {
    try (FakeStripe stripe = new FakeStripe();
        Ledger ledger =
            Ledger.start(
                "ledger.gateway.default-gateway=stripe",
                "ledger.gateway.stripe.enabled=true",
                "ledger.gateway.stripe.secret-key=" + FakeStripe.KEY,
                "ledger.gateway.stripe.api-base=" + stripe.uri())) {
      stripe.answersPost(
          FakeStripe.INTENTS, 200, StripeObjects.intent(Calls.charge(), "succeeded"));

      String body = payment(fresh("order"), "pm_card_visa");
      assertThat(ledger.orders().post("/v1/payments", fresh("key"), body).status()).isEqualTo(201);
      assertThat(stripe.posted(FakeStripe.INTENTS).getHeader("Idempotency-Key")).startsWith("op_");
    }
  }

  @Test
  void a_ledger_without_a_key_for_stripe_does_not_start() {
    assertThatThrownBy(() -> Ledger.start("ledger.gateway.stripe.enabled=true"))
        .hasRootCauseMessage(
            "Stripe is enabled without a key: set ledger.gateway.stripe.secret-key-file to a file"
                + " that holds the account's secret key");
  }
}
