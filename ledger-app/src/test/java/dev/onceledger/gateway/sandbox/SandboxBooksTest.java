package dev.onceledger.gateway.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxBooksTest {
  private static final int THREADS = 20;

  @TempDir Path directory;
  private RunningSandbox sandbox;

  @BeforeEach
  void start() throws IOException {
    sandbox = new RunningSandbox(directory);
  }

  @AfterEach
  void stop() {
    sandbox.close();
  }

  @Test
  void captures_above_the_authorization_are_declined() {
    GatewayReference payment = sandbox.approved(Calls.authorize(1000, "tok_ok"));

    assertDeclined("exceeds-authorized", Calls.capture(1001, payment));
    sandbox.approved(Calls.capture(600, payment));
    assertDeclined("exceeds-authorized", Calls.capture(401, payment));
    sandbox.approved(Calls.capture(400, payment));
  }

  @Test
  void captures_after_a_void_are_declined() {
    GatewayReference payment = sandbox.approved(Calls.authorize(1000, "tok_ok"));
    sandbox.approved(Calls.capture(300, payment));
    sandbox.approved(Calls.voiding(700, payment));

    assertDeclined("exceeds-authorized", Calls.capture(1, payment));
  }

  @Test
  void refunds_above_what_was_captured_and_not_refunded_are_declined() {
    GatewayReference payment = sandbox.approved(Calls.authorize(1000, "tok_ok"));
    assertDeclined("exceeds-captured", Calls.refund(1, payment));
    sandbox.approved(Calls.capture(500, payment));

    assertDeclined("exceeds-captured", Calls.refund(501, payment));
    sandbox.approved(Calls.refund(300, payment));
    assertDeclined("exceeds-captured", Calls.refund(201, payment));
    sandbox.approved(Calls.refund(200, payment));
  }

  @Test
  void a_void_releases_what_is_left_and_is_declined_when_nothing_is() {
    GatewayReference payment = sandbox.approved(Calls.authorize(1000, "tok_ok"));
    sandbox.approved(Calls.capture(300, payment));
    GatewayCall first = Calls.voiding(1000, payment);
    sandbox.approved(first);

    assertThat(sandbox.executed(first).get(0).get("minor").asLong()).isEqualTo(700);
    assertDeclined("nothing-to-void", Calls.voiding(1000, payment));
    assertDeclined(
        "nothing-to-void", Calls.voiding(1999, sandbox.approved(Calls.charge("tok_ok"))));
  }

  @Test
  void an_unknown_target_another_currency_and_nothing_at_all_are_declined() {
    GatewayReference payment = sandbox.approved(Calls.charge("tok_ok"));
    Money yen = new Money(1, new CurrencyCode("JPY"));

    assertDeclined("unknown-target", Calls.refund(1, new GatewayReference("sbx_other")));
    assertDeclined("currency-mismatch", Calls.withAmount(Calls.refund(1, payment), yen));
    assertDeclined("invalid-amount", Calls.refund(0, payment));
    assertDeclined("invalid-amount", Calls.authorize(0, "tok_ok"));
  }

  @Test
  void a_decline_stands_for_its_key_even_when_it_would_fit_later() {
    GatewayReference payment = sandbox.approved(Calls.authorize(1000, "tok_ok"));
    GatewayCall early = Calls.refund(500, payment);
    assertDeclined("exceeds-captured", early);
    sandbox.approved(Calls.capture(1000, payment));

    assertDeclined("exceeds-captured", early.resent());
  }

  @Test
  void a_send_that_asks_for_something_else_proves_nothing_but_its_arrival() {
    GatewayCall charge = Calls.charge("tok_ok");
    GatewayReference reference = sandbox.approved(charge);

    GatewayCall other = Calls.withAmount(charge, Calls.cny(2000));

    assertThat(sandbox.execute(other).outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(sandbox.approved(charge.resent())).isEqualTo(reference);
    assertThat(sandbox.executed(charge)).hasSize(1);
    assertThat(sandbox.executed(charge).get(0).get("minor").asLong()).isEqualTo(1999);
  }

  @Test
  void twenty_threads_with_one_key_execute_once_and_hear_the_same() throws Exception {
    GatewayCall charge = Calls.charge("tok_ok");

    Set<GatewayAnswer> answers = new HashSet<>(inParallel(() -> sandbox.execute(charge)));

    assertThat(answers).hasSize(1);
    assertThat(sandbox.executed(charge)).hasSize(1);
    assertThat(sandbox.sends(charge).get(0).get("sends").asInt()).isEqualTo(THREADS);
  }

  @Test
  void parallel_refunds_never_exceed_what_was_captured() throws Exception {
    GatewayReference payment = sandbox.approved(Calls.charge("tok_ok"));

    List<GatewayAnswer> answers = inParallel(() -> sandbox.execute(Calls.refund(500, payment)));

    assertThat(answers).filteredOn(a -> a.outcome() == Outcome.SUCCEEDED).hasSize(3);
    assertThat(answers).filteredOn(a -> a.outcome() == Outcome.DECLINED).hasSize(THREADS - 3);
  }

  private void assertDeclined(String reason, GatewayCall call) {
    assertThat(sandbox.execute(call))
        .returns(Outcome.DECLINED, GatewayAnswer::outcome)
        .returns(reason, GatewayAnswer::reason);
    assertThat(sandbox.executed(call)).isEmpty();
  }

  private static <T> List<T> inParallel(Callable<T> task) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> result : threads.invokeAll(Collections.nCopies(THREADS, task))) {
        results.add(result.get());
      }
      return results;
    } finally {
      threads.shutdown();
    }
  }
}
