package dev.onceledger;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.part;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every ending that the sandbox has for captures and refunds: the right final state with no hand,
 * and what the gateway really did.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecoveredOperationsTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private @Nullable Ledger ledger;

  @BeforeAll
  void start() {
    ledger =
        Ledger.start(
            "ledger.gateway.sandbox.read-timeout-millis=1500",
            "ledger.gateway.sandbox.late-after-seconds=8",
            "ledger.gateway.circuit.minimum-calls=100",
            "ledger.gateway.circuit.window-calls=100",
            "ledger.drive.lease-seconds=2",
            "ledger.recovery.grace-seconds=1",
            "ledger.recovery.poll-millis=100",
            "ledger.recovery.first-pause-seconds=1",
            "ledger.recovery.last-pause-seconds=2");
  }

  @AfterAll
  void stop() {
    ledger().close();
  }

  /** A kind of operation, how it goes, how it ends, and whether the gateway executed it. */
  static List<Arguments> endings() {
    return List.of("capture", "refund").stream()
        .flatMap(
            kind ->
                List.of(
                    Arguments.of(kind, "ok", "SUCCEEDED"),
                    Arguments.of(kind, "decline", "DECLINED"),
                    Arguments.of(kind, "slow", "SUCCEEDED"),
                    Arguments.of(kind, "lost_reply", "SUCCEEDED"),
                    Arguments.of(kind, "error_500", "SUCCEEDED"),
                    Arguments.of(kind, "pending", "SUCCEEDED"),
                    Arguments.of(kind, "notify_twice", "SUCCEEDED"),
                    Arguments.of(kind, "notify_out_of_order", "SUCCEEDED"),
                    Arguments.of(kind, "never_arrived", "FAILED"),
                    Arguments.of(kind, "arrives_late", "FAILED"))
                    .stream())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("endings")
  void it_ends_as_it_should_with_no_hand(String kind, String ending, String state) {
    Api orders = ledger().orders();
    String capture = kind.equals("capture") ? "manual" : "automatic";
    String method = "tok_" + kind + "_" + ending;
    String id =
        orders
            .post(
                "/v1/payments", fresh("key"), payment(fresh("order"), method, 1999, "CNY", capture))
            .at("/id");
    String key = fresh("key");
    String path = "/v1/payments/" + id + "/" + kind + "s";
    orders.post(path, key, part(700, "CNY"));

    await()
        .atMost(SOON)
        .until(() -> orders.get("/v1/payments/" + id).at("/operations/1/state").equals(state));

    assertThat(ledger().sandbox().executed(id))
        .hasSize(state.equals("SUCCEEDED") ? 2 : 1)
        .filteredOn(done -> done.startsWith(kind.toUpperCase(java.util.Locale.ROOT)))
        .hasSize(state.equals("SUCCEEDED") ? 1 : 0);
    Response repeat = orders.post(path, key, part(700, "CNY"));
    if (state.equals("FAILED")) {
      theNextGenerationSucceeds(orders, id, path, key, repeat);
    } else {
      assertThat(repeat.status()).isEqualTo(201);
      assertThat(repeat.at("/operations/1/state")).isEqualTo(state);
      assertThat(repeat.header("Idempotent-Replayed")).isEqualTo("true");
    }
    assertThat(openOperationsOf(id)).isZero();
  }

  /** What was fenced is sent again by its own key, and is then approved or resolved like before. */
  private void theNextGenerationSucceeds(
      Api orders, String id, String path, String key, Response repeat) {
    assertThat(repeat.status()).isIn(201, 202);
    if (repeat.status() == 202) {
      // It arrives late once more; this time nobody closes it before it does.
      await()
          .atMost(SOON)
          .until(
              () ->
                  !orders.get("/v1/payments/" + id).at("/operations/1/state").equals("PROCESSING"));
      return;
    }
    assertThat(repeat.at("/operations/1/state")).isEqualTo("SUCCEEDED");
    assertThat(repeat.at("/operations/1/attempts")).isEqualTo("2");
    assertThat(ledger().sandbox().executed(id)).hasSize(2);
    assertThat(orders.post(path, key, part(700, "CNY")).body()).isEqualTo(repeat.body());
  }

  @Test
  void a_capture_in_doubt_at_a_gateway_that_does_not_answer_stays_so() {
    Api orders = ledger().orders();
    String id =
        orders
            .post(
                "/v1/payments",
                fresh("key"),
                payment(fresh("order"), "tok_capture_down", 1999, "CNY", "manual"))
            .at("/id");

    orders.post("/v1/payments/" + id + "/captures", fresh("key"), "");

    await().atMost(SOON).until(() -> inquiriesOf(id) >= 3);
    assertThat(orders.get("/v1/payments/" + id).at("/operations/1/state")).isEqualTo("PROCESSING");
    assertThat(ledger().sandbox().executed(id)).containsExactly("AUTHORIZE 1999");
  }

  private int inquiriesOf(String payment) {
    return ledger()
        .jdbc()
        .queryForList(
            "select inquiries from open_operation where payment_id = ?", Integer.class, payment)
        .stream()
        .findFirst()
        .orElse(0);
  }

  private long openOperationsOf(String payment) {
    return Objects.requireNonNull(
        ledger()
            .jdbc()
            .queryForObject(
                "select count(*) from open_operation where payment_id = ?", Long.class, payment));
  }

  private Ledger ledger() {
    return Objects.requireNonNull(ledger);
  }
}
