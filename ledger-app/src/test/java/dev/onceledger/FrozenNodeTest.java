package dev.onceledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.support.Api;
import dev.onceledger.support.Errand;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Program;
import dev.onceledger.support.Response;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * A node is frozen in the middle of a request, another brings the request to its end meanwhile, and
 * then the first wakes up as if nothing had happened.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FrozenNodeTest {
  private static final int LEASE_SECONDS = 4;
  private static final int GRACE_SECONDS = 2;
  private static final Duration SOON = Duration.ofSeconds(LEASE_SECONDS + GRACE_SECONDS + 6);

  private @Nullable Ledger second;
  private @Nullable Program beforeTheCall;
  private @Nullable Program beforeItToo;
  private @Nullable Program afterTheCall;

  @BeforeAll
  void startNodes() {
    second =
        Ledger.start(
            "ledger.gateway.sandbox.read-timeout-millis=30000",
            "ledger.drive.lease-seconds=" + LEASE_SECONDS,
            "ledger.recovery.grace-seconds=" + GRACE_SECONDS,
            "ledger.recovery.poll-millis=100",
            "ledger.recovery.first-pause-seconds=1",
            "ledger.recovery.last-pause-seconds=1");
    beforeTheCall = process("after-intent:stop");
    beforeItToo = process("after-intent:stop");
    afterTheCall = process("after-answer:stop");
  }

  private Program process(String crash) {
    return second()
        .process(
            crash,
            "ledger.gateway.sandbox.read-timeout-millis=30000",
            "ledger.drive.lease-seconds=" + LEASE_SECONDS,
            "ledger.recovery.enabled=false");
  }

  @AfterAll
  void stop() {
    for (Program program : List.of(some(beforeTheCall), some(beforeItToo), some(afterTheCall))) {
      program.kill();
    }
    second().close();
  }

  @Test
  void woken_before_its_call_when_the_client_has_repeated_it_executes_nothing() {
    Api orders = second().orders();
    Errand errand = Errand.charge("tok_ok");
    CompletableFuture<Response> client = freeze(some(beforeTheCall), "after-intent", errand);
    await().atMost(SOON).until(() -> errand.standingAt(orders).equals("FAILED"));
    Response repeat = errand.sendTo(orders);
    assertThat(repeat.status()).isEqualTo(201);

    some(beforeTheCall).signal("CONT");

    assertThat(client).succeedsWithin(Duration.ofSeconds(30));
    assertThat(client.join().status()).as(client.join().toString()).isEqualTo(201);
    assertThat(client.join().body()).isEqualTo(repeat.body());
    assertThat(errand.historyAt(orders))
        .containsExactly("PaymentCreated", "PaymentFailed", "OperationReopened", "PaymentCharged");
    isUnchanged(errand, repeat, orders);
  }

  @Test
  void woken_before_its_call_when_it_was_fenced_it_says_that_nothing_happened() {
    Api orders = second().orders();
    Errand errand = Errand.charge("tok_ok");
    CompletableFuture<Response> client = freeze(some(beforeItToo), "after-intent", errand);
    await().atMost(SOON).until(() -> errand.standingAt(orders).equals("FAILED"));

    some(beforeItToo).signal("CONT");

    assertThat(client).succeedsWithin(Duration.ofSeconds(30));
    assertThat(client.join().status()).as(client.join().toString()).isEqualTo(503);
    assertThat(client.join().problem()).isEqualTo("gateway-not-reached");
    assertThat(client.join().at("/effect")).isEqualTo("none");
    assertThat(second().sandbox().executed(errand.paymentId())).isEmpty();
    Response repeat = errand.sendTo(orders);
    assertThat(repeat.status()).as(repeat.toString()).isEqualTo(201);
    isUnchanged(errand, repeat, orders);
  }

  @Test
  void woken_after_its_call_it_finds_the_outcome_written() {
    Api orders = second().orders();
    Errand errand = Errand.charge("tok_ok");
    CompletableFuture<Response> client = freeze(some(afterTheCall), "after-answer", errand);
    await().atMost(SOON).until(() -> errand.standingAt(orders).equals("SUCCEEDED"));
    Response repeat = errand.sendTo(orders);
    assertThat(repeat.status()).isEqualTo(201);

    some(afterTheCall).signal("CONT");

    assertThat(client).succeedsWithin(Duration.ofSeconds(30));
    assertThat(client.join().status()).as(client.join().toString()).isEqualTo(201);
    assertThat(client.join().body()).isEqualTo(repeat.body());
    assertThat(errand.historyAt(orders)).containsExactly("PaymentCreated", "PaymentCharged");
    isUnchanged(errand, repeat, orders);
  }

  private CompletableFuture<Response> freeze(Program node, String point, Errand errand) {
    node.awaitReady("/actuator/health/readiness");
    Api client = second().orders().at(node.uri());
    var answer = CompletableFuture.supplyAsync(() -> errand.sendTo(client));
    node.awaitFrozenAt(point);
    assertThat(answer).isNotDone();
    return answer;
  }

  private void isUnchanged(Errand errand, Response answer, Api orders) {
    assertThat(second().sandbox().executed(errand.paymentId())).isEqualTo(errand.executed());
    assertThat(errand.standingAt(orders)).isEqualTo("SUCCEEDED");
    assertThat(errand.sendTo(orders).body()).isEqualTo(answer.body());
    assertThat(orders.get("/v1/payments/" + errand.paymentId()).body()).isEqualTo(answer.body());
  }

  private static Program some(@Nullable Program program) {
    return Objects.requireNonNull(program);
  }

  private Ledger second() {
    return Objects.requireNonNull(second);
  }
}
