package dev.onceledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.support.Api;
import dev.onceledger.support.Errand;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Program;
import dev.onceledger.support.Response;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The only node that recovers dies, or is frozen, in the middle of it; a further node then brings
 * the work to its end. Clients use a node that does not recover.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecoveringNodeTest {
  private static final Duration SOON = Duration.ofSeconds(12);

  private @Nullable Ledger front;

  @BeforeAll
  void startTheNodeOfTheClients() {
    front =
        Ledger.start(
            "ledger.gateway.sandbox.read-timeout-millis=1000",
            "ledger.gateway.sandbox.late-after-seconds=9",
            "ledger.drive.lease-seconds=2",
            "ledger.recovery.enabled=false");
  }

  @AfterAll
  void stop() {
    front().close();
  }

  @ParameterizedTest
  @CsvSource({
    "recovery-claimed, tok_never_arrived",
    "inquiry-answered, tok_lost_reply",
    "inquiry-answered, tok_never_arrived",
    "key-closed, tok_never_arrived"
  })
  void what_a_dead_recovery_leaves_behind_another_finishes(String point, String method) {
    Api orders = front().orders();
    Errand errand = Errand.charge(method);
    try (Program dying = recovering(point + ":kill")) {
      assertThat(errand.sendTo(orders).status()).isEqualTo(202);
      dying.awaitDeathAt(point);
    }
    assertThat(errand.standingAt(orders)).isEqualTo("PROCESSING");

    try (Ledger further = further("ledger.drive.lease-seconds=2")) {
      await().atMost(SOON).until(() -> !errand.standingAt(orders).equals("PROCESSING"));

      boolean arrived = method.equals("tok_lost_reply");
      assertThat(errand.standingAt(orders)).isEqualTo(arrived ? "SUCCEEDED" : "FAILED");
      Response repeat = errand.sendTo(orders.at(further.uri()));
      assertThat(repeat.status()).as(repeat.toString()).isEqualTo(201);
      assertThat(repeat.at("/state")).isEqualTo("CAPTURED");
      assertThat(repeat.at("/captured/minor")).isEqualTo("1999");
      assertThat(repeat.json().path("operations")).hasSize(1);
      assertThat(repeat.at("/operations/0/attempts")).isEqualTo(arrived ? "1" : "2");
      isDone(errand, repeat, orders);
    }
  }

  @Test
  void woken_with_a_claim_that_is_out_of_date_it_changes_nothing() {
    Api orders = front().orders();
    Errand errand = Errand.charge("tok_never_arrived");
    try (Program frozen = recovering("recovery-claimed:stop")) {
      assertThat(errand.sendTo(orders).status()).isEqualTo(202);
      frozen.awaitFrozenAt("recovery-claimed");
      Response repeat;
      try (Ledger further = further("ledger.drive.lease-seconds=2")) {
        await().atMost(SOON).until(() -> errand.standingAt(orders).equals("FAILED"));
        repeat = errand.sendTo(orders.at(further.uri()));
        assertThat(repeat.status()).as(repeat.toString()).isEqualTo(201);
      }

      frozen.signal("CONT");

      recoversAgain(orders);
      isDone(errand, repeat, orders);
    }
  }

  /** What it would write is true of the first send, and no longer of the operation. */
  @Test
  void woken_with_the_evidence_of_an_earlier_send_it_does_not_fail_the_one_under_way() {
    Api orders = front().orders();
    Errand errand = Errand.charge("tok_arrives_late");
    try (Program frozen = recovering("key-closed:stop")) {
      assertThat(errand.sendTo(orders).status()).isEqualTo(202);
      frozen.awaitFrozenAt("key-closed");
      // Longer than the second send is under way.
      try (Ledger further = further("ledger.drive.lease-seconds=11")) {
        await().atMost(SOON).until(() -> errand.standingAt(orders).equals("FAILED"));
        assertThat(errand.sendTo(orders.at(further.uri())).status()).isEqualTo(202);
        assertThat(front().sandbox().executed(errand.paymentId())).isEmpty();

        frozen.signal("CONT");

        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> !errand.standingAt(orders).equals("PROCESSING"));
        Response answer = errand.sendTo(orders);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
        assertThat(answer.at("/state")).isEqualTo("CAPTURED");
        assertThat(errand.historyAt(orders))
            .containsExactly(
                "PaymentCreated", "PaymentFailed", "OperationReopened", "PaymentCharged");
        isDone(errand, answer, orders);
      }
    }
  }

  /** Once it has resolved something else, it is also through with what it was frozen in. */
  private void recoversAgain(Api orders) {
    Errand other = Errand.charge("tok_lost_reply");
    assertThat(other.sendTo(orders).status()).isEqualTo(202);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> other.standingAt(orders).equals("SUCCEEDED"));
  }

  private void isDone(Errand errand, Response answer, Api orders) {
    assertThat(front().sandbox().executed(errand.paymentId())).isEqualTo(errand.executed());
    assertThat(errand.standingAt(orders)).isEqualTo("SUCCEEDED");
    Response replay = errand.sendTo(orders);
    assertThat(replay.status()).isEqualTo(201);
    assertThat(replay.body()).isEqualTo(answer.body());
    assertThat(orders.get("/v1/payments/" + errand.paymentId()).body()).isEqualTo(answer.body());
    assertThat(
            front()
                .jdbc()
                .queryForList(
                    "select operation_id from open_operation where payment_id = ?",
                    String.class,
                    errand.paymentId()))
        .isEmpty();
  }

  private Program recovering(String crash) {
    return front()
        .process(
            crash,
            "ledger.gateway.sandbox.read-timeout-millis=10000",
            "ledger.drive.lease-seconds=2",
            "ledger.recovery.grace-seconds=1",
            "ledger.recovery.poll-millis=100",
            "ledger.recovery.first-pause-seconds=1",
            "ledger.recovery.last-pause-seconds=1")
        .awaitReady("/actuator/health/readiness");
  }

  private Ledger further(String lease) {
    return front()
        .node(
            lease,
            "ledger.gateway.sandbox.read-timeout-millis=1000",
            "ledger.recovery.grace-seconds=1",
            "ledger.recovery.poll-millis=100",
            "ledger.recovery.first-pause-seconds=1",
            "ledger.recovery.last-pause-seconds=1");
  }

  private Ledger front() {
    return Objects.requireNonNull(front);
  }
}
