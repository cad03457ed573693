package dev.onceledger;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Program;
import dev.onceledger.support.Response;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PostgreSQL goes away for ten seconds under load, and comes back. */
class StoreOutageTest {
  private static final int CLIENTS = 8;
  private static final Duration OUTAGE = Duration.ofSeconds(10);

  @TempDir Path directory;

  /** What a client sent under one key, and all answers it got. */
  private record Sent(String key, String body, List<Response> answers) {
    Response last() {
      return answers.get(answers.size() - 1);
    }
  }

  @Test
  void an_outage_of_ten_seconds_loses_nothing_and_doubles_nothing() throws Exception {
    int port = Program.freePort();
    EmbeddedPostgres postgres = start(port);
    Ledger ledger =
        Ledger.at(
            "jdbc:postgresql://localhost:" + port + "/postgres",
            "ledger.database.connection-timeout-millis=1000");
    Map<String, Sent> all = new ConcurrentHashMap<>();
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      Api orders = ledger.orders();
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        running.add(clients.submit(() -> pay(orders, all, stop)));
      }
      await().until(() -> succeeded(all) > 50);

      postgres.close();
      long end = System.nanoTime() + OUTAGE.toNanos();
      Response refused = orders.post("/v1/payments", fresh("key"), payment("refused", "tok_ok"));
      await().atMost(Duration.ofSeconds(20)).until(() -> System.nanoTime() > end);
      postgres = start(port);
      long before = succeeded(all);
      await().atMost(Duration.ofSeconds(60)).until(() -> succeeded(all) > before + 50);
      stop.set(true);
      for (Future<?> client : running) {
        client.get();
      }

      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.problem()).isEqualTo("store-unavailable");
      assertThat(refused.at("/effect")).isEqualTo("none");
      assertThat(refused.header("Retry-After")).isNotEmpty();
      // One by one: all of them in one message would hide the one that is wrong.
      for (Sent sent : all.values()) {
        isOnePaymentAtMost(ledger, orders, sent);
      }
      assertThat(all.values().stream().filter(s -> s.last().status() == 201).count())
          .isGreaterThan(100);
    } finally {
      clients.shutdownNow();
      ledger.close();
      postgres.close();
    }
  }

  /** One payment after the other, each sent until it is decided or stays in doubt. */
  private static void pay(Api orders, Map<String, Sent> all, AtomicBoolean stop) {
    while (!stop.get()) {
      String key = fresh("key");
      Sent sent = new Sent(key, payment(fresh("order"), "tok_ok"), new ArrayList<>());
      all.put(key, sent);
      for (int tries = 0; tries < 100; tries++) {
        Response answer = orders.post("/v1/payments", key, sent.body());
        synchronized (sent) {
          sent.answers().add(answer);
        }
        if (answer.status() == 201 || answer.problem().equals("idempotency-key-in-progress")) {
          break;
        }
      }
    }
  }

  private static void isOnePaymentAtMost(Ledger ledger, Api orders, Sent sent) {
    assertThat(sent.answers())
        .allMatch(a -> a.status() == 201 || a.status() == 503 || a.status() == 409);
    Response repeat = orders.post("/v1/payments", sent.key(), sent.body());
    if (sent.last().status() == 201) {
      assertThat(repeat.body()).isEqualTo(sent.last().body());
      assertThat(ledger.sandbox().executed(repeat.at("/id"))).containsExactly("CHARGE 1999");
      assertThat(ledger.sandbox().sends(repeat.at("/id"))).isEqualTo(1);
    } else {
      // The intent or the outcome met the outage: in doubt until somebody asks the gateway.
      assertThat(repeat.problem()).isEqualTo("idempotency-key-in-progress");
      String id = orders.get("/v1/idempotency-keys/" + sent.key()).at("/paymentId");
      assertThat(ledger.sandbox().executed(id)).hasSizeLessThanOrEqualTo(1);
      assertThat(sent.answers())
          .filteredOn(a -> a.problem().equals("store-unavailable"))
          .anyMatch(a -> a.at("/effect").equals("unknown"));
    }
  }

  private static long succeeded(Map<String, Sent> all) {
    return all.values().stream()
        .filter(
            sent -> {
              synchronized (sent) {
                return sent.answers().stream().anyMatch(a -> a.status() == 201);
              }
            })
        .count();
  }

  private EmbeddedPostgres start(int port) throws IOException {
    return EmbeddedPostgres.builder()
        .setPort(port)
        .setDataDirectory(directory.resolve("postgresql"))
        .setCleanDataDirectory(false)
        .setServerConfig("fsync", "on")
        .setServerConfig("synchronous_commit", "on")
        .start();
  }
}
