package dev.onceledger;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.part;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import dev.onceledger.support.Together;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that arrive at the same instant, on one node and spread over two. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RaceTest {
  private @Nullable Ledger first;
  private @Nullable Ledger second;

  @BeforeAll
  void startTwoNodes() {
    first = Ledger.start("server.tomcat.threads.max=250");
    second = first.node("server.tomcat.threads.max=250");
  }

  @AfterAll
  void stop() {
    Objects.requireNonNull(second).close();
    Objects.requireNonNull(first).close();
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 200})
  void one_key_on_one_node_is_one_payment(int threads) {
    Api orders = first().orders();
    String key = fresh("key");
    String body = payment(fresh("order"), "tok_ok");

    List<Response> answers =
        Together.run(threads, n -> untilDecided(orders, "/v1/payments", key, body));

    isOnePayment(answers, "CHARGE 1999");
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 200})
  void one_key_on_two_nodes_is_one_payment(int threads) {
    Api orders = first().orders();
    Api elsewhere = orders.at(second().uri());
    String key = fresh("key");
    String body = payment(fresh("order"), "tok_ok");

    List<Response> answers =
        Together.run(
            threads, n -> untilDecided(n % 2 == 0 ? orders : elsewhere, "/v1/payments", key, body));

    isOnePayment(answers, "CHARGE 1999");
  }

  @Test
  void different_keys_with_one_reference_are_one_payment() {
    Api orders = first().orders();
    Api elsewhere = orders.at(second().uri());
    for (int round = 0; round < 10; round++) {
      String body = payment(fresh("order"), "tok_ok");

      List<Response> answers =
          Together.run(
              20,
              n ->
                  untilDecided(
                      n % 2 == 0 ? orders : elsewhere, "/v1/payments", fresh("key"), body));

      assertThat(answers).extracting(Response::status).containsOnly(200, 201);
      assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
      assertThat(first().sandbox().executed(answers.get(0).at("/id")))
          .containsExactly("CHARGE 1999");
    }
  }

  @Test
  void different_keys_and_contents_with_one_reference_are_one_payment() {
    Api orders = first().orders();
    Api elsewhere = orders.at(second().uri());
    for (int round = 0; round < 10; round++) {
      String reference = fresh("order");

      List<Response> answers =
          Together.run(
              10,
              n ->
                  untilDecided(
                      n % 2 == 0 ? orders : elsewhere,
                      "/v1/payments",
                      fresh("key"),
                      payment(reference, "tok_ok", 1000 + n, "CNY", "automatic")));

      Response accepted =
          answers.stream().filter(answer -> answer.status() == 201).findAny().orElseThrow();
      assertThat(answers)
          .filteredOn(answer -> answer.status() != 201)
          .allMatch(answer -> answer.problem().equals("reference-reused"));
      assertThat(first().sandbox().executed(accepted.at("/id"))).hasSize(1);
    }
  }

  @Test
  void of_parallel_refunds_of_sixty_percent_exactly_one_succeeds() {
    Api orders = first().orders();
    Api elsewhere = orders.at(second().uri());
    for (int round = 0; round < 10; round++) {
      String id = captured(orders, 1000);

      List<Response> answers =
          Together.run(
              4,
              n ->
                  untilDecided(
                      n % 2 == 0 ? orders : elsewhere,
                      "/v1/payments/" + id + "/refunds",
                      fresh("refund"),
                      part(600, "CNY")));

      assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
      assertThat(answers)
          .filteredOn(answer -> answer.status() != 201)
          .allMatch(answer -> answer.problem().equals("refund-exceeds-captured"));
      assertThat(first().sandbox().executed(id)).containsExactly("CHARGE 1000", "REFUND 600");
    }
  }

  @Test
  void of_a_capture_and_a_void_at_once_exactly_one_succeeds() {
    Api orders = first().orders();
    Api elsewhere = orders.at(second().uri());
    for (int round = 0; round < 10; round++) {
      String id =
          orders
              .post(
                  "/v1/payments",
                  fresh("key"),
                  payment(fresh("order"), "tok_ok", 1000, "CNY", "manual"))
              .at("/id");

      List<Response> answers =
          Together.run(
              2,
              n ->
                  n == 0
                      ? untilDecided(orders, "/v1/payments/" + id + "/captures", fresh("k"), "{}")
                      : untilDecided(elsewhere, "/v1/payments/" + id + "/voids", fresh("k"), ""));

      assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
      assertThat(first().sandbox().executed(id)).hasSize(2).first().isEqualTo("AUTHORIZE 1000");
    }
  }

  @Test
  void many_small_captures_at_once_never_exceed_what_is_authorized() {
    Api orders = first().orders();
    Api elsewhere = orders.at(second().uri());
    String id =
        orders
            .post(
                "/v1/payments",
                fresh("key"),
                payment(fresh("order"), "tok_ok", 1000, "CNY", "manual"))
            .at("/id");

    List<Response> answers =
        Together.run(
            16,
            n ->
                untilDecided(
                    n % 2 == 0 ? orders : elsewhere,
                    "/v1/payments/" + id + "/captures",
                    fresh("capture"),
                    part(100, "CNY")));

    assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(10);
    assertThat(orders.get("/v1/payments/" + id).json().at("/captured/minor").asLong())
        .isEqualTo(1000);
    assertThat(first().sandbox().executed(id)).hasSize(11);
  }

  private void isOnePayment(List<Response> answers, String executed) {
    assertThat(answers).extracting(Response::status).containsOnly(201);
    assertThat(answers.stream().map(Response::body).distinct()).hasSize(1);
    assertThat(answers.stream().map(answer -> answer.header("ETag")).distinct()).hasSize(1);
    assertThat(answers).filteredOn(a -> a.header("Idempotent-Replayed").isEmpty()).hasSize(1);
    String id = answers.get(0).at("/id");
    assertThat(first().sandbox().executed(id)).containsExactly(executed);
    assertThat(first().sandbox().sends(id)).isEqualTo(1);
  }

  /** What a client does that is told 409, 429 or 503: it sends the same again. */
  private static Response untilDecided(Api api, String path, String key, String body) {
    return await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> api.post(path, key, body),
            answer -> Stream.of(409, 429, 503).noneMatch(busy -> busy == answer.status()));
  }

  private static String captured(Api orders, long minor) {
    return orders
        .post(
            "/v1/payments",
            fresh("key"),
            payment(fresh("order"), "tok_ok", minor, "CNY", "automatic"))
        .at("/id");
  }

  private Ledger first() {
    return Objects.requireNonNull(first);
  }

  private Ledger second() {
    return Objects.requireNonNull(second);
  }
}
