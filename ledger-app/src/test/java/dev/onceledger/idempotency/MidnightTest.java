package dev.onceledger.idempotency;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import dev.onceledger.support.SetClock;
import dev.onceledger.support.Together;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.axonframework.eventhandling.GenericEventMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One key at the same instant on both sides of midnight, on two nodes whose clocks differ. */
class MidnightTest {
  @AfterEach
  void reset() {
    GenericEventMessage.clock = Clock.tickMillis(UTC);
  }

  @Test
  void a_key_is_one_claim_whichever_day_it_is() {
    SetClock yesterday = SetClock.at(Instant.parse("2027-03-09T12:00:00Z"));
    SetClock today = SetClock.at(Instant.parse("2027-03-10T12:00:00Z"));
    try (Ledger behind = Ledger.startAt(yesterday);
        Ledger ahead = behind.nodeAt(today)) {
      Api orders = behind.orders();
      for (int round = 0; round < 10; round++) {
        String key = fresh("key");
        String body = payment(fresh("order"), "tok_ok");

        List<Response> answers =
            Together.run(20, n -> decided(n % 2 == 0 ? orders : orders.at(ahead.uri()), key, body));

        assertThat(answers).extracting(Response::status).containsOnly(201);
        assertThat(answers.stream().map(Response::body).distinct()).hasSize(1);
        String id = answers.get(0).at("/id");
        assertThat(behind.sandbox().executed(id)).containsExactly("CHARGE 1999");
        assertThat(
                behind
                    .jdbc()
                    .queryForList(
                        "select bucket from idempotency_record where key = ?", Object.class, key))
            .hasSize(1);
      }
    }
  }

  private static Response decided(Api api, String key, String body) {
    return await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> api.post("/v1/payments", key, body), answer -> answer.status() != 409);
  }
}
