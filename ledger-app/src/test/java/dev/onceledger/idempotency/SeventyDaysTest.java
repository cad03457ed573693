package dev.onceledger.idempotency;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import dev.onceledger.support.SetClock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TimeZone;
import org.axonframework.eventhandling.GenericEventMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Seventy days of traffic with retries at any age, in a session time zone that has a leap day and
 * changes to summer time meanwhile.
 */
class SeventyDaysTest {
  private static final int DAYS = 70;
  private static final int A_DAY = 4;
  private static final long SEED = 20_280_220;

  /** A payment as it was asked for, and the first answer. */
  private record Asked(int day, String key, String body, Response first) {}

  private final TimeZone before = TimeZone.getDefault();

  @BeforeEach
  void moveToBerlin() {
    TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
  }

  @AfterEach
  void moveBack() {
    TimeZone.setDefault(before);
    GenericEventMessage.clock = Clock.tickMillis(UTC);
  }

  @Test
  void nothing_is_paid_twice_and_the_records_stay_bounded() throws InterruptedException {
    SetClock clock = SetClock.at(Instant.parse("2028-02-20T22:30:00Z"));
    Random random = new Random(SEED);
    List<Asked> asked = new ArrayList<>();
    try (Ledger ledger = Ledger.startAt(clock)) {
      Api orders = ledger.orders();
      for (int day = 0; day < DAYS; day++) {
        for (int i = 0; i < A_DAY; i++) {
          asked.add(pay(orders, day));
          repeat(orders, asked.get(random.nextInt(asked.size())), day);
          clock.forward(Duration.ofHours(24 / A_DAY));
        }
        ledger.bean(Retention.class).clean();
        assertThat(count(ledger, "idempotency_record")).as("day %d", day).isLessThan(33L * A_DAY);
        assertThat(count(ledger, "idempotency_key")).isLessThan(33L * A_DAY);
      }

      assertThat(partitions(ledger)).isLessThan(33 + 16);
      for (Asked one : asked) {
        assertThat(ledger.sandbox().executed(one.first().at("/id"))).containsExactly("CHARGE 1999");
      }
    }
  }

  private static Asked pay(Api orders, int day) {
    String key = fresh("key");
    String body = payment(fresh("order"), "tok_ok");
    Response first = orders.post("/v1/payments", key, body);
    assertThat(first.status()).as(first.toString()).isEqualTo(201);
    return new Asked(day, key, body, first);
  }

  /** While the key is remembered the very answer, and afterwards the payment by its reference. */
  private static void repeat(Api orders, Asked old, int today) {
    Response again = orders.post("/v1/payments", old.key(), old.body());
    int age = today - old.day();
    if (age < 30) {
      assertThat(again.status()).as("after %d days", age).isEqualTo(201);
      assertThat(again.body()).isEqualTo(old.first().body());
    } else if (age > 31) {
      assertThat(again.status()).as("after %d days", age).isEqualTo(200);
      assertThat(again.header("Idempotent-Replayed")).isEqualTo("reference");
    } else {
      assertThat(again.status()).isIn(200, 201);
    }
  }

  private static long count(Ledger ledger, String table) {
    return Objects.requireNonNull(
        ledger.jdbc().queryForObject("select count(*) from " + table, Long.class));
  }

  private static long partitions(Ledger ledger) {
    return Objects.requireNonNull(
        ledger
            .jdbc()
            .queryForObject(
                "select count(*) from pg_inherits"
                    + " where inhparent = 'idempotency_record'::regclass",
                Long.class));
  }
}
