package dev.onceledger.gateway.sandbox;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentMethodsTest {
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tok_ok",
        "tok_notify_twice",
        "tok_notify_out_of_order",
        "tok_refund_ok",
        "tok_capture_down"
      })
  void these_are_approved_and_executed_once(String method) {
    GatewayCall charge = Calls.charge(method);

    GatewayAnswer answer = sandbox.execute(charge);

    assertThat(answer.outcome()).isEqualTo(Outcome.SUCCEEDED);
    assertThat(answer.gatewayReference()).asString().startsWith("sbx_");
    assertThat(sandbox.inquire(charge)).isEqualTo(answer);
    assertThat(sandbox.executed(charge)).hasSize(1);
  }

  @Test
  void the_account_shows_what_was_executed_and_no_payment_method() {
    GatewayCall charge = Calls.charge("tok_ok");
    GatewayReference reference = sandbox.approved(charge);

    var entry = sandbox.executed(charge).get(0);

    assertThat(entry.get("key").asString()).isEqualTo(charge.key().value());
    assertThat(entry.get("paymentId").asString()).isEqualTo(charge.paymentId().value());
    assertThat(entry.get("kind").asString()).isEqualTo("CHARGE");
    assertThat(entry.get("minor").asLong()).isEqualTo(1999);
    assertThat(entry.get("currency").asString()).isEqualTo("CNY");
    assertThat(entry.get("reference").asString()).isEqualTo(reference.value());
    assertThat(Instant.parse(entry.get("at").asString())).isBeforeOrEqualTo(Instant.now());
    assertThat(entry.get("sends").asInt()).isEqualTo(1);
    assertThat(entry.toString()).doesNotContain("tok_ok");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tok_nonsense", "tok_none", "card", "tok_refund_nonsense", "tok_"})
  void an_unknown_payment_method_is_declined(String method) {
    GatewayCall charge = Calls.charge(method);

    assertThat(sandbox.execute(charge))
        .returns(Outcome.DECLINED, GatewayAnswer::outcome)
        .returns("unknown-payment-method", GatewayAnswer::reason);
    assertThat(sandbox.executed()).isEmpty();
  }

  @Test
  void tok_decline_is_declined_for_insufficient_funds() {
    GatewayCall charge = Calls.charge("tok_decline");

    GatewayAnswer answer = sandbox.execute(charge);

    assertThat(answer.outcome()).isEqualTo(Outcome.DECLINED);
    assertThat(answer.reason()).isEqualTo("insufficient-funds");
    assertThat(sandbox.inquire(charge)).isEqualTo(answer);
    assertThat(sandbox.executed()).isEmpty();
  }

  @Test
  void tok_lost_reply_executes_once_and_leaves_every_send_in_doubt() {
    GatewayCall charge = Calls.charge("tok_lost_reply");

    assertThat(sandbox.executeImpatiently(charge).outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(sandbox.executeImpatiently(charge.resent()).outcome()).isEqualTo(Outcome.IN_DOUBT);

    assertThat(sandbox.inquire(charge).outcome()).isEqualTo(Outcome.SUCCEEDED);
    assertThat(sandbox.executed(charge)).hasSize(1);
    assertThat(sandbox.sends(charge).get(0).get("sends").asInt()).isEqualTo(2);
  }

  @Test
  void tok_never_arrived_drops_the_first_generation_and_approves_the_next() {
    GatewayCall charge = Calls.charge("tok_never_arrived");

    assertThat(sandbox.executeImpatiently(charge).outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(sandbox.inquire(charge).outcome()).isEqualTo(Outcome.UNKNOWN);
    assertThat(sandbox.sends(charge)).isEmpty();
    assertThat(sandbox.close(charge).outcome()).isEqualTo(Outcome.CLOSED);

    sandbox.approved(charge.reopened());
    assertThat(sandbox.executed(charge)).hasSize(1);
  }

  @Test
  void tok_arrives_late_is_unknown_until_it_executes() {
    GatewayCall charge = Calls.charge("tok_arrives_late");

    assertThat(sandbox.executeImpatiently(charge).outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(sandbox.inquire(charge).outcome()).isEqualTo(Outcome.UNKNOWN);
    assertThat(sandbox.executed(charge)).isEmpty();

    await().until(() -> sandbox.inquire(charge).outcome() == Outcome.SUCCEEDED);
    assertThat(sandbox.executed(charge)).hasSize(1);
    assertThat(sandbox.execute(charge.resent()).outcome()).isEqualTo(Outcome.SUCCEEDED);
  }

  @Test
  void tok_slow_answers_after_a_while() {
    GatewayCall charge = Calls.charge("tok_slow");
    long start = System.nanoTime();

    sandbox.approved(charge);

    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(RunningSandbox.SLOW);
    assertThat(sandbox.executed(charge)).hasSize(1);
  }

  @Test
  void tok_pending_is_pending_and_succeeds_later() {
    GatewayCall charge = Calls.charge("tok_pending");

    assertThat(sandbox.execute(charge).outcome()).isEqualTo(Outcome.PENDING);
    assertThat(sandbox.inquire(charge).outcome()).isEqualTo(Outcome.PENDING);
    assertThat(sandbox.executed(charge)).isEmpty();

    await().until(() -> sandbox.inquire(charge).outcome() == Outcome.SUCCEEDED);
    assertThat(sandbox.executed(charge)).hasSize(1);
  }

  @Test
  void tok_error_500_executes_and_leaves_the_call_in_doubt() {
    GatewayCall charge = Calls.charge("tok_error_500");

    assertThat(sandbox.execute(charge).outcome()).isEqualTo(Outcome.IN_DOUBT);

    assertThat(sandbox.inquire(charge).outcome()).isEqualTo(Outcome.SUCCEEDED);
    assertThat(sandbox.executed(charge)).hasSize(1);
  }

  @Test
  void tok_down_executes_nothing_and_answers_nobody() {
    GatewayCall charge = Calls.charge("tok_down");

    assertThat(sandbox.execute(charge).outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(sandbox.inquire(charge).outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(sandbox.close(charge).outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(sandbox.executed()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void tok_refund_methods_steer_only_the_refund(Ending ending) {
    GatewayReference payment =
        sandbox.approved(Calls.authorize(1000, "tok_refund_" + nameOf(ending)));
    sandbox.approved(Calls.capture(1000, payment));

    assertThat(sandbox.executeImpatiently(Calls.refund(400, payment)).outcome())
        .isEqualTo(firstOutcome(ending));
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void tok_capture_methods_steer_only_the_capture(Ending ending) {
    GatewayReference payment =
        sandbox.approved(Calls.authorize(1000, "tok_capture_" + nameOf(ending)));

    assertThat(sandbox.executeImpatiently(Calls.capture(400, payment)).outcome())
        .isEqualTo(firstOutcome(ending));
    sandbox.approved(Calls.voiding(600, payment));
  }

  @Test
  void later_operations_of_a_plain_payment_method_are_approved() {
    GatewayCall authorization = Calls.authorize(1000, "tok_lost_reply");
    sandbox.executeImpatiently(authorization);
    GatewayReference payment = requireNonNull(sandbox.inquire(authorization).gatewayReference());

    sandbox.approved(Calls.capture(700, payment));
    sandbox.approved(Calls.refund(200, payment));
    sandbox.approved(Calls.voiding(300, payment));
  }

  private static String nameOf(Ending ending) {
    return ending.name().toLowerCase(Locale.ROOT);
  }

  private static Outcome firstOutcome(Ending ending) {
    return switch (ending) {
      case OK, SLOW, NOTIFY_TWICE, NOTIFY_OUT_OF_ORDER -> Outcome.SUCCEEDED;
      case DECLINE -> Outcome.DECLINED;
      case PENDING -> Outcome.PENDING;
      case LOST_REPLY, NEVER_ARRIVED, ARRIVES_LATE, ERROR_500, DOWN, NONE -> Outcome.IN_DOUBT;
    };
  }
}
