package dev.onceledger.gateway.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthorizationExpiryTest {
  /** Long enough for a capture in time, on a busy machine too. */
  private static final Duration VALID = Duration.ofSeconds(3);

  @TempDir Path directory;
  private RunningSandbox sandbox;

  @BeforeEach
  void start() throws IOException {
    sandbox = running(VALID);
  }

  @AfterEach
  void stop() {
    sandbox.close();
  }

  @Test
  void an_authorization_is_inquired_as_succeeded_until_it_runs_out() {
    GatewayCall authorization = Calls.authorize(1000, "tok_ok");
    GatewayReference payment = sandbox.approved(authorization);
    assertThat(sandbox.inquire(authorization)).isEqualTo(GatewayAnswer.succeeded(payment));

    awaitExpiry(authorization);

    assertThat(sandbox.inquire(authorization)).isEqualTo(GatewayAnswer.expired(payment));
    assertThat(sandbox.approved(authorization.resent())).isEqualTo(payment);
    assertThat(sandbox.close(authorization)).isEqualTo(GatewayAnswer.succeeded(payment));
  }

  @Test
  void captures_and_voids_of_what_ran_out_are_declined_and_refunds_are_not() {
    GatewayCall authorization = Calls.authorize(1000, "tok_ok");
    GatewayReference payment = sandbox.approved(authorization);
    sandbox.approved(Calls.capture(400, payment));

    awaitExpiry(authorization);

    assertExpired(Calls.capture(100, payment));
    assertExpired(Calls.capture(601, payment));
    assertExpired(Calls.voiding(600, payment));
    sandbox.approved(Calls.refund(400, payment));
  }

  @Test
  void what_was_captured_in_full_or_let_go_does_not_run_out() {
    GatewayCall captured = Calls.authorize(1000, "tok_ok");
    GatewayCall voided = Calls.authorize(1000, "tok_ok");
    GatewayCall charged = Calls.charge("tok_ok");
    GatewayReference payment = sandbox.approved(captured);
    sandbox.approved(Calls.capture(400, payment));
    sandbox.approved(Calls.capture(600, payment));
    sandbox.approved(Calls.voiding(1000, sandbox.approved(voided)));
    sandbox.approved(charged);
    GatewayCall last = Calls.authorize(1, "tok_ok");
    sandbox.approved(last);

    awaitExpiry(last);

    assertThat(sandbox.inquire(captured).outcome()).isEqualTo(Outcome.SUCCEEDED);
    assertThat(sandbox.inquire(voided).outcome()).isEqualTo(Outcome.SUCCEEDED);
    assertThat(sandbox.inquire(charged).outcome()).isEqualTo(Outcome.SUCCEEDED);
    assertThat(sandbox.execute(Calls.capture(1, payment)).reason()).isEqualTo("exceeds-authorized");
    assertThat(sandbox.execute(Calls.voiding(1, payment)).reason()).isEqualTo("nothing-to-void");
  }

  @Test
  void a_capture_that_is_decided_too_late_is_declined() {
    GatewayCall authorization = Calls.authorize(1000, "tok_capture_arrives_late");
    GatewayReference payment = sandbox.approved(authorization);
    GatewayCall late = Calls.capture(400, payment);
    sandbox.executeImpatiently(late);

    await().until(() -> sandbox.inquire(late).outcome() != Outcome.UNKNOWN);

    assertThat(sandbox.inquire(late).reason()).isEqualTo("authorization-expired");
    assertThat(sandbox.executed(late)).isEmpty();
  }

  @Test
  void it_runs_out_although_the_sandbox_was_restarted_with_another_time() throws IOException {
    GatewayCall authorization = Calls.authorize(1000, "tok_ok");
    GatewayReference payment = sandbox.approved(authorization);
    sandbox.approved(authorization.resent());

    sandbox.close();
    sandbox = running(Duration.ofDays(7));
    assertThat(sandbox.inquire(authorization)).isEqualTo(GatewayAnswer.succeeded(payment));
    awaitExpiry(authorization);
    assertExpired(Calls.capture(1, payment));

    sandbox.close();
    sandbox = running(Duration.ofDays(7));
    assertThat(sandbox.inquire(authorization)).isEqualTo(GatewayAnswer.expired(payment));
    assertExpired(Calls.voiding(1, payment));
  }

  @Test
  void the_account_shows_what_was_executed_and_nothing_that_ran_out() {
    GatewayCall authorization = Calls.authorize(1000, "tok_ok");
    sandbox.approved(authorization);
    String before = sandbox.executed().toString();

    awaitExpiry(authorization);

    assertThat(sandbox.executed()).hasToString(before);
    assertThat(before).contains("AUTHORIZE").doesNotContain("validUntil");
  }

  private RunningSandbox running(Duration valid) throws IOException {
    return new RunningSandbox(directory, RunningSandbox.times(valid), null);
  }

  private void awaitExpiry(GatewayCall authorization) {
    await().until(() -> sandbox.inquire(authorization).outcome() == Outcome.EXPIRED);
  }

  private void assertExpired(GatewayCall call) {
    assertThat(sandbox.execute(call))
        .returns(Outcome.DECLINED, GatewayAnswer::outcome)
        .returns("authorization-expired", GatewayAnswer::reason);
    assertThat(sandbox.executed(call)).isEmpty();
  }
}
