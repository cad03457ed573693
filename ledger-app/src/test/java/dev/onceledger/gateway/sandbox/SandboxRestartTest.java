package dev.onceledger.gateway.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxRestartTest {
  @TempDir Path directory;

  @Test
  void decided_keys_budgets_and_sends_are_known_after_a_restart() throws IOException {
    GatewayCall authorization = Calls.authorize(1000, "tok_ok");
    GatewayCall declined = Calls.charge("tok_decline");
    GatewayReference payment;
    GatewayAnswer decline;
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      payment = sandbox.approved(authorization);
      sandbox.approved(Calls.capture(400, payment));
      decline = sandbox.execute(declined);
    }
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      assertThat(sandbox.executed()).hasSize(2);
      assertThat(sandbox.approved(authorization.resent())).isEqualTo(payment);
      assertThat(sandbox.execute(declined.resent())).isEqualTo(decline);
      assertThat(sandbox.sends(authorization).get(0).get("sends").asInt()).isEqualTo(2);
      assertThat(sandbox.execute(Calls.capture(601, payment)).outcome())
          .isEqualTo(Outcome.DECLINED);
      assertThat(sandbox.execute(Calls.withAmount(authorization, Calls.cny(1))).outcome())
          .isEqualTo(Outcome.IN_DOUBT);
      assertThat(sandbox.executed()).hasSize(2);
    }
  }

  @Test
  void waiting_operations_execute_after_a_restart() throws IOException {
    GatewayCall late = Calls.charge("tok_arrives_late");
    GatewayCall pending = Calls.charge("tok_pending");
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      sandbox.execute(pending);
      sandbox.executeImpatiently(late);
      assertThat(sandbox.executed(late)).isEmpty();
    }
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      await().until(() -> sandbox.inquire(late).outcome() == Outcome.SUCCEEDED);
      await().until(() -> sandbox.inquire(pending).outcome() == Outcome.SUCCEEDED);
      assertThat(sandbox.executed()).hasSize(2);
    }
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      assertThat(sandbox.executed()).hasSize(2);
    }
  }

  @Test
  void a_closed_key_stays_closed_after_a_restart() throws IOException {
    GatewayCall unseen = Calls.charge("tok_ok");
    GatewayCall late = Calls.charge("tok_arrives_late");
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      sandbox.executeImpatiently(late);
      assertThat(sandbox.close(late).outcome()).isEqualTo(Outcome.CLOSED);
      assertThat(sandbox.close(unseen).outcome()).isEqualTo(Outcome.CLOSED);
    }
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      assertThat(sandbox.execute(unseen).outcome()).isEqualTo(Outcome.CLOSED);
      assertThat(sandbox.inquire(late).outcome()).isEqualTo(Outcome.CLOSED);
      assertThat(sandbox.executed()).isEmpty();
    }
  }

  @Test
  void a_gateway_that_is_down_for_a_key_stays_so() throws IOException {
    GatewayCall charge = Calls.charge("tok_down");
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      sandbox.execute(charge);
    }
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      assertThat(sandbox.inquire(charge).outcome()).isEqualTo(Outcome.IN_DOUBT);
    }
  }

  @Test
  void a_torn_last_line_is_cut_off_and_the_account_goes_on() throws IOException {
    GatewayCall before = Calls.charge("tok_ok");
    GatewayCall after = Calls.charge("tok_ok");
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      sandbox.approved(before);
    }
    append("{\"key\":\"op_torn.1\",\"standing\":\"SUCC");
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      sandbox.approved(after);
    }
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      assertThat(sandbox.executed()).hasSize(2);
      assertThat(sandbox.executed(before)).hasSize(1);
      assertThat(sandbox.executed(after)).hasSize(1);
    }
  }

  @Test
  void a_damaged_line_in_the_middle_stops_the_start_and_is_named() throws IOException {
    try (RunningSandbox sandbox = new RunningSandbox(directory)) {
      sandbox.approved(Calls.charge("tok_ok"));
    }
    append("{\"key\":\n");
    assertThatThrownBy(this::opened)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("account.jsonl");
  }

  @Test
  void a_second_sandbox_on_one_directory_is_refused_until_the_first_closes() throws IOException {
    try (RunningSandbox first = new RunningSandbox(directory)) {
      assertThat(first.executed()).isEmpty();
      assertThatThrownBy(this::opened)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another sandbox gateway uses")
          .hasMessageContaining(directory.toString());
    }
    opened().close();
  }

  private SandboxAccount opened() throws IOException {
    return new SandboxAccount(directory, RunningSandbox.times(Duration.ofDays(7)));
  }

  private void append(String text) throws IOException {
    Files.write(
        directory.resolve("account.jsonl"), text.getBytes(UTF_8), StandardOpenOption.APPEND);
  }
}
