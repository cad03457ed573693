package dev.onceledger.gateway.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.api.payment.GatewayCall;
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

  @Test
  void a_key_is_never_both_closed_and_executed() throws Exception {
    SandboxTimes times = SandboxTimes.lateAfter(Duration.ofHours(1));
    ExecutorService threads = Executors.newFixedThreadPool(2);
    Map<String, Standing> standings = new HashMap<>();
    try (SandboxAccount account = new SandboxAccount(directory, times)) {
      for (int i = 0; i < RACES; i++) {
        Operation late = Operation.of(Calls.charge("tok_arrives_late"));
        account.execute(late);
        CyclicBarrier barrier = new CyclicBarrier(2);
        Future<Entry> closed = threads.submit(together(barrier, () -> account.close(late.key())));
        Future<Optional<Entry>> settled =
            threads.submit(together(barrier, () -> account.settle(late.key())));

        boolean executed = settled.get().isPresent();
        Standing standing = executed ? Standing.SUCCEEDED : Standing.CLOSED;
        assertThat(closed.get().standing()).isEqualTo(standing);
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
