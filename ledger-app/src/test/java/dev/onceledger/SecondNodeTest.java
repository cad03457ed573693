package dev.onceledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.support.Api;
import dev.onceledger.support.Errand;
import dev.onceledger.support.Errand.Kind;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Program;
import dev.onceledger.support.Response;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two nodes on one database and one sandbox. One is a process that dies in the middle of a request;
 * the other brings the request to its end by itself.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecondNodeTest {
  private static final int LEASE_SECONDS = 4;
  private static final int GRACE_SECONDS = 2;
  private static final Duration SOON = Duration.ofSeconds(LEASE_SECONDS + GRACE_SECONDS + 6);

  /** Where a node dies, and in what. */
  enum Death {
    CHARGE_AFTER_INTENT(Kind.CHARGE, "after-intent"),
    VOID_AFTER_INTENT(Kind.VOID, "after-intent"),
    /** The gateway has executed it, and takes three seconds to say so. */
    CHARGE_DURING_THE_CALL(Kind.CHARGE, "tok_slow", ""),
    CAPTURE_DURING_THE_CALL(Kind.CAPTURE, "tok_capture_slow", ""),
    CHARGE_AFTER_ANSWER(Kind.CHARGE, "after-answer"),
    REFUND_AFTER_ANSWER(Kind.REFUND, "after-answer"),
    CHARGE_AFTER_OUTCOME(Kind.CHARGE, "after-outcome");

    private final Kind kind;
    private final String method;
    private final String point;

    Death(Kind kind, String point) {
      this(kind, "tok_ok", point);
    }

    Death(Kind kind, String method, String point) {
      this.kind = kind;
      this.method = method;
      this.point = point;
    }

    boolean isBeforeTheCall() {
      return point.equals("after-intent");
    }
  }

  private final Map<Death, Program> dying = new EnumMap<>(Death.class);
  private @Nullable Ledger second;

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
  }

  /** Starts the next one already, for a start takes longer than a test. */
  private Program dying(Death death) {
    EnumSet.range(death, Death.CHARGE_AFTER_OUTCOME).stream()
        .limit(2)
        .forEach(near -> dying.computeIfAbsent(near, this::start));
    return Objects.requireNonNull(dying.get(death)).awaitReady("/actuator/health/readiness");
  }

  private Program start(Death death) {
    return second()
        .process(
            death.point.isEmpty() ? "" : death.point + ":kill",
            "ledger.gateway.sandbox.read-timeout-millis=30000",
            "ledger.drive.lease-seconds=" + LEASE_SECONDS,
            "ledger.recovery.enabled=false");
  }

  @AfterAll
  void stop() {
    dying.values().forEach(Program::kill);
    second().close();
  }

  @ParameterizedTest
  @EnumSource
  void what_a_dead_node_leaves_behind_the_other_finishes(Death death) {
    Api orders = second().orders();
    Errand errand = Errand.of(death.kind, death.method, orders);

    die(death, errand, orders);

    await().atMost(SOON).until(() -> !errand.standingAt(orders).equals("PROCESSING"));
    if (death.isBeforeTheCall()) {
      assertThat(errand.standingAt(orders)).isEqualTo("FAILED");
      assertThat(second().sandbox().executed(errand.paymentId())).isEqualTo(errand.before());
    } else {
      assertThat(errand.standingAt(orders)).isEqualTo("SUCCEEDED");
      assertThat(second().sandbox().executed(errand.paymentId())).isEqualTo(errand.executed());
    }
    Response repeat = errand.sendTo(orders);
    assertThat(repeat.status()).as(repeat.toString()).isEqualTo(201);
    assertThat(Errand.shape(repeat)).isEqualTo(Errand.shape(undisturbed(death.kind)));
    int operation = errand.before().size();
    assertThat(repeat.json().path("operations")).hasSize(operation + 1);
    assertThat(repeat.at("/operations/" + operation + "/attempts"))
        .isEqualTo(death.isBeforeTheCall() ? "2" : "1");
    assertThat(repeat.header("Idempotent-Replayed"))
        .isEqualTo(death.isBeforeTheCall() ? "" : "true");
    isDone(errand, repeat, orders);
  }

  private void die(Death death, Errand errand, Api orders) {
    Program first = dying(death);
    var client = CompletableFuture.supplyAsync(() -> errand.sendTo(orders.at(first.uri())));
    if (death.point.isEmpty()) {
      await()
          .atMost(Duration.ofSeconds(30))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> second().sandbox().executed(errand.paymentId()).equals(errand.executed()));
      first.kill();
    } else {
      first.awaitDeathAt(death.point);
    }
    assertThat(client).failsWithin(Duration.ofSeconds(30));
  }

  private Response undisturbed(Kind kind) {
    Api orders = second().orders();
    Response answer = Errand.of(kind, "tok_ok", orders).sendTo(orders);
    assertThat(answer.status()).isEqualTo(201);
    return answer;
  }

  private void isDone(Errand errand, Response answer, Api orders) {
    assertThat(second().sandbox().executed(errand.paymentId())).isEqualTo(errand.executed());
    assertThat(errand.standingAt(orders)).isEqualTo("SUCCEEDED");
    Response replay = errand.sendTo(orders);
    assertThat(replay.status()).isEqualTo(201);
    assertThat(replay.body()).isEqualTo(answer.body());
    assertThat(replay.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(
            second()
                .jdbc()
                .queryForList(
                    "select operation_id from open_operation where payment_id = ?",
                    String.class,
                    errand.paymentId()))
        .isEmpty();
  }

  private Ledger second() {
    return Objects.requireNonNull(second);
  }
}
