package dev.onceledger.gateway.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each ending, as {@code tok_capture_...} and as {@code tok_refund_...}. */
class LaterOperationsTest {
  @TempDir Path directory;
  private Listener listener;
  private RunningSandbox sandbox;

  @BeforeEach
  void start() throws IOException {
    listener = new Listener();
    Notifier notifier = new Notifier(listener.url(), new NotificationSecret(Signed.SECRET));
    sandbox = new RunningSandbox(directory, notifier);
  }

  @AfterEach
  void stop() {
    sandbox.close();
    listener.close();
  }

  @ParameterizedTest
  @CsvSource({
    "CAPTURE, lost_reply",
    "REFUND, lost_reply",
    "CAPTURE, error_500",
    "REFUND, error_500"
  })
  void one_that_is_executed_and_not_answered_is_executed_once(OperationKind kind, String ending) {
    GatewayCall call = later(kind, ending, 400);

    assertThat(sandbox.executeImpatiently(call).outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(sandbox.executeImpatiently(call.resent()).outcome()).isEqualTo(Outcome.IN_DOUBT);

    assertThat(sandbox.inquire(call).outcome()).isEqualTo(Outcome.SUCCEEDED);
    assertThat(sandbox.close(call).outcome()).isEqualTo(Outcome.SUCCEEDED);
    assertExecuted(call, 400);
  }

  @ParameterizedTest
  @EnumSource(names = {"CAPTURE", "REFUND"})
  void one_that_never_arrived_is_approved_under_its_next_key(OperationKind kind) {
    GatewayCall call = later(kind, "never_arrived", 400);

    assertThat(sandbox.executeImpatiently(call).outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(sandbox.inquire(call).outcome()).isEqualTo(Outcome.UNKNOWN);
    assertThat(sandbox.close(call).outcome()).isEqualTo(Outcome.CLOSED);
    assertThat(sandbox.executed(call)).isEmpty();

    sandbox.approved(call.reopened());
    assertExecuted(call, 400);
  }

  @ParameterizedTest
  @EnumSource(names = {"CAPTURE", "REFUND"})
  void one_that_arrives_late_is_unknown_until_it_is_executed_and_told(OperationKind kind) {
    GatewayCall call = later(kind, "arrives_late", 400);

    assertThat(sandbox.executeImpatiently(call).outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(sandbox.inquire(call).outcome()).isEqualTo(Outcome.UNKNOWN);

    assertTold(call, "SUCCEEDED 2");
    assertThat(sandbox.inquire(call).outcome()).isEqualTo(Outcome.SUCCEEDED);
    assertExecuted(call, 400);
  }

  @ParameterizedTest
  @EnumSource(names = {"CAPTURE", "REFUND"})
  void a_pending_one_succeeds_later_and_is_told(OperationKind kind) {
    GatewayCall call = later(kind, "pending", 400);

    assertThat(sandbox.execute(call).outcome()).isEqualTo(Outcome.PENDING);
    assertThat(sandbox.inquire(call).outcome()).isEqualTo(Outcome.PENDING);
    assertThat(sandbox.executed(call)).isEmpty();

    assertTold(call, "SUCCEEDED 2");
    assertThat(sandbox.inquire(call).outcome()).isEqualTo(Outcome.SUCCEEDED);
    assertExecuted(call, 400);
  }

  @ParameterizedTest
  @EnumSource(names = {"CAPTURE", "REFUND"})
  void a_pending_one_that_does_not_fit_any_more_is_declined_and_told(OperationKind kind) {
    GatewayReference payment = payment(kind, "pending");
    GatewayCall first = Calls.call(kind, 700, null, payment);
    GatewayCall second = Calls.call(kind, 700, null, payment);

    sandbox.execute(first);
    sandbox.execute(second);

    assertTold(first, "SUCCEEDED 2");
    assertTold(second, "DECLINED 2");
    assertThat(sandbox.executed(second)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "CAPTURE, notify_twice, SUCCEEDED 2, SUCCEEDED 2",
    "REFUND, notify_twice, SUCCEEDED 2, SUCCEEDED 2",
    "CAPTURE, notify_out_of_order, SUCCEEDED 2, CLOSED 1",
    "REFUND, notify_out_of_order, SUCCEEDED 2, CLOSED 1"
  })
  void an_approved_one_is_told_as_its_method_says(
      OperationKind kind, String ending, String first, String second) {
    GatewayCall call = later(kind, ending, 400);

    sandbox.approved(call);

    assertTold(call, first, second);
    assertExecuted(call, 400);
  }

  @ParameterizedTest
  @EnumSource(names = {"CAPTURE", "REFUND"})
  void a_slow_one_is_answered_after_a_while(OperationKind kind) {
    GatewayCall call = later(kind, "slow", 400);
    long start = System.nanoTime();

    sandbox.approved(call);

    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(RunningSandbox.SLOW);
    assertExecuted(call, 400);
  }

  @ParameterizedTest
  @CsvSource({"CAPTURE, decline, DECLINED", "REFUND, decline, DECLINED"})
  void a_declined_one_moves_nothing(OperationKind kind, String ending, Outcome outcome) {
    GatewayCall call = later(kind, ending, 400);

    assertThat(sandbox.execute(call).outcome()).isEqualTo(outcome);
    assertThat(sandbox.inquire(call).outcome()).isEqualTo(outcome);
    assertThat(sandbox.executed(call)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"CAPTURE", "REFUND"})
  void one_whose_gateway_is_down_moves_nothing_and_is_not_answered(OperationKind kind) {
    GatewayCall call = later(kind, "down", 400);

    assertThat(sandbox.execute(call).outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(sandbox.inquire(call).outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(sandbox.close(call).outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(sandbox.executed(call)).isEmpty();
  }

  private GatewayCall later(OperationKind kind, String ending, long minor) {
    return Calls.call(kind, minor, null, payment(kind, ending));
  }

  /** A payment of 1000, ready to be captured or refunded. */
  private GatewayReference payment(OperationKind kind, String ending) {
    return kind == OperationKind.CAPTURE
        ? sandbox.approved(Calls.authorize(1000, "tok_capture_" + ending))
        : sandbox.approved(Calls.call(OperationKind.CHARGE, 1000, "tok_refund_" + ending, null));
  }

  private void assertExecuted(GatewayCall call, long minor) {
    assertThat(sandbox.executed(call))
        .singleElement()
        .satisfies(entry -> assertThat(entry.get("minor").asLong()).isEqualTo(minor));
  }

  private void assertTold(GatewayCall call, String... told) {
    await()
        .untilAsserted(
            () -> assertThat(listener.told(call.operationId().value())).containsExactly(told));
  }
}
