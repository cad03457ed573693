package dev.onceledger.gateway.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CloseTest {
  private static final int RACES = 300;

  @TempDir Path directory;

  @Test
  void a_key_closed_before_it_arrived_is_refused() throws IOException {
    GatewayCall charge = Calls.charge("tok_ok");
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      assertThat(sandbox.close(charge).outcome()).isEqualTo(Outcome.CLOSED);

      assertThat(sandbox.execute(charge).outcome()).isEqualTo(Outcome.CLOSED);
      assertThat(sandbox.inquire(charge).outcome()).isEqualTo(Outcome.CLOSED);
      assertThat(sandbox.close(charge).outcome()).isEqualTo(Outcome.CLOSED);
      assertThat(sandbox.executed()).isEmpty();
      assertThat(sandbox.sends(charge).get(0).get("sends").asInt()).isEqualTo(1);
      sandbox.approved(charge.reopened());
    }
  }

  @Test
  void closing_a_decided_key_tells_what_became_of_it() throws IOException {
    GatewayCall charge = Calls.charge("tok_ok");
    GatewayCall declined = Calls.charge("tok_decline");
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      GatewayAnswer success = sandbox.execute(charge);
      GatewayAnswer decline = sandbox.execute(declined);

      assertThat(sandbox.close(charge)).isEqualTo(success);
      assertThat(sandbox.close(declined)).isEqualTo(decline);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tok_arrives_late", "tok_pending"})
  void a_waiting_operation_that_is_closed_never_executes(String method) throws Exception {
    GatewayCall closed = Calls.charge(method);
    GatewayCall open = Calls.charge(method);
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      sandbox.executeImpatiently(closed);
      assertThat(sandbox.close(closed).outcome()).isEqualTo(Outcome.CLOSED);
      sandbox.executeImpatiently(open);

      // The one that was sent later is executed, thus the time of the closed one has passed.
      await().until(() -> sandbox.executed(open).size() == 1);
      assertThat(sandbox.executed(closed)).isEmpty();
      assertThat(sandbox.execute(closed.resent()).outcome()).isEqualTo(Outcome.CLOSED);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CAPTURE, tok_capture_arrives_late",
    "CAPTURE, tok_capture_pending",
    "REFUND, tok_refund_arrives_late",
    "REFUND, tok_refund_pending"
  })
  void a_waiting_capture_or_refund_that_is_closed_leaves_its_money_to_others(
      OperationKind kind, String method) throws IOException {
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      GatewayReference payment =
          sandbox.approved(
              kind == OperationKind.CAPTURE ? Calls.authorize(1999, method) : Calls.charge(method));
      GatewayCall closed = Calls.call(kind, 1999, null, payment);
      GatewayCall open = Calls.call(kind, 1999, null, payment);
      sandbox.executeImpatiently(closed);
      assertThat(sandbox.close(closed).outcome()).isEqualTo(Outcome.CLOSED);
      assertThat(sandbox.execute(closed.resent()).outcome()).isEqualTo(Outcome.CLOSED);
      sandbox.executeImpatiently(open);

      await().until(() -> sandbox.executed(open).size() == 1);
      assertThat(sandbox.executed(closed)).isEmpty();
      assertThat(sandbox.inquire(closed).outcome()).isEqualTo(Outcome.CLOSED);
    }
  }

  @Test
  void what_was_pending_is_told_to_be_closed_and_nothing_else_is() throws IOException {
    try (Listener listener = new Listener();
        RunningSandbox sandbox = notifying(listener)) {
      GatewayCall pending = Calls.charge("tok_pending");
      GatewayCall late = Calls.charge("tok_arrives_late");
      GatewayCall last = Calls.charge("tok_notify_twice");
      sandbox.execute(pending);
      sandbox.executeImpatiently(late);
      sandbox.close(late);
      sandbox.close(Calls.charge("tok_ok"));
      sandbox.close(pending);
      sandbox.close(pending);
      sandbox.approved(last);

      await().until(() -> listener.told(last.operationId().value()).size() == 2);
      await().until(() -> !listener.told(pending.operationId().value()).isEmpty());
      assertThat(listener.told(pending.operationId().value())).containsExactly("CLOSED 2");
      assertThat(listener.arrivals).hasSize(3);
      sandbox.execute(pending.reopened());
      await()
          .untilAsserted(
              () ->
                  assertThat(listener.told(pending.operationId().value()))
                      .containsExactly("CLOSED 2", "SUCCEEDED 4"));
      assertThat(listener.told(late.operationId().value())).isEmpty();
    }
  }

  @Test
  void a_void_that_was_closed_before_it_arrived_lets_nothing_go() throws IOException {
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      GatewayReference payment = sandbox.approved(Calls.authorize(1000, "tok_ok"));
      GatewayCall closed = Calls.voiding(1000, payment);
      assertThat(sandbox.close(closed).outcome()).isEqualTo(Outcome.CLOSED);

      assertThat(sandbox.execute(closed).outcome()).isEqualTo(Outcome.CLOSED);
      sandbox.approved(Calls.capture(400, payment));

      GatewayReference done = sandbox.approved(closed.reopened());
      assertThat(sandbox.executed(closed).get(0).get("minor").asLong()).isEqualTo(600);
      assertThat(sandbox.close(closed.reopened())).isEqualTo(GatewayAnswer.succeeded(done));
    }
  }

  @Test
  void a_void_goes_before_a_capture_that_is_pending() throws IOException {
    try (Listener listener = new Listener();
        RunningSandbox sandbox = notifying(listener)) {
      GatewayReference payment = sandbox.approved(Calls.authorize(1000, "tok_capture_pending"));
      GatewayCall capture = Calls.capture(400, payment);
      sandbox.execute(capture);

      sandbox.approved(Calls.voiding(1000, payment));

      await()
          .untilAsserted(
              () ->
                  assertThat(listener.told(capture.operationId().value()))
                      .containsExactly("DECLINED 2"));
      assertThat(sandbox.executed(capture)).isEmpty();
    }
  }

  @Test
  void a_key_is_never_both_closed_and_executed() throws Exception {
    SandboxTimes times = SandboxTimes.of(Duration.ofHours(1), Duration.ofDays(7));
    ExecutorService threads = Executors.newFixedThreadPool(2);
    Map<String, Standing> standings = new HashMap<>();
    try (SandboxAccount account = new SandboxAccount(directory, times)) {
      for (int i = 0; i < RACES; i++) {
        Operation late = Operation.of(Calls.charge("tok_arrives_late"));
        account.execute(late);
        CyclicBarrier barrier = new CyclicBarrier(2);
        Future<Closing> closed = threads.submit(together(barrier, () -> account.close(late.key())));
        Future<Optional<Entry>> settled =
            threads.submit(together(barrier, () -> account.settle(late.key())));

        boolean executed = settled.get().isPresent();
        Standing standing = executed ? Standing.SUCCEEDED : Standing.CLOSED;
        assertThat(closed.get().entry().standing()).isEqualTo(standing);
        standings.put(late.key(), standing);
      }
      assertStandings(account, standings);
    } finally {
      threads.shutdown();
    }
    try (SandboxAccount account = new SandboxAccount(directory, times)) {
      assertStandings(account, standings);
    }
  }

  private RunningSandbox notifying(Listener listener) throws IOException {
    return new RunningSandbox(
        directory, new Notifier(listener.url(), new NotificationSecret(Signed.SECRET)));
  }

  private static <T> Callable<T> together(CyclicBarrier barrier, Callable<T> task) {
    return () -> {
      barrier.await();
      return task.call();
    };
  }

  private static void assertStandings(SandboxAccount account, Map<String, Standing> standings) {
    assertThat(account.all()).hasSize(RACES);
    for (Entry entry : account.all()) {
      assertThat(entry.standing()).isEqualTo(standings.get(entry.key()));
    }
    assertThat(account.executed())
        .extracting(Entry::key)
        .doesNotHaveDuplicates()
        .allMatch(key -> standings.get(key) == Standing.SUCCEEDED);
  }
}
