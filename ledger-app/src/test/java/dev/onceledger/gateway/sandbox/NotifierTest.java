package dev.onceledger.gateway.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.gateway.GatewayNotification;
import dev.onceledger.gateway.GatewayNotification.Kind;
import dev.onceledger.gateway.sandbox.Listener.Arrival;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class NotifierTest {
  private static final String SECRET = Signed.SECRET;

  /** How often each is tried. */
  private static final int TRIES = 8;

  @TempDir Path directory;
  private Listener listener;
  private RunningSandbox sandbox;

  @BeforeEach
  void start() throws IOException {
    listener = new Listener();
    sandbox =
        new RunningSandbox(
            directory.resolve("outside"),
            new Notifier(listener.url(), new NotificationSecret(SECRET)));
  }

  @AfterEach
  void stop() {
    sandbox.close();
    listener.close();
  }

  @Test
  void a_pending_operation_is_told_when_it_succeeds() {
    GatewayCall charge = Calls.charge("tok_pending");
    sandbox.execute(charge);
    assertThat(listener.arrivals).isEmpty();

    await().untilAsserted(() -> assertThat(listener.arrivals).hasSize(1));

    JsonNode body = listener.arrivals.get(0).json();
    assertThat(body.get("id").asString()).startsWith("evt_");
    assertThat(body.get("operationId").asString()).isEqualTo(charge.operationId().value());
    assertThat(body.get("outcome").asString()).isEqualTo("SUCCEEDED");
    assertThat(body.get("gatewayReference").asString()).isEqualTo(sandbox.approved(charge).value());
    assertThat(body.get("amount").toString()).isEqualTo("{\"minor\":1999,\"currency\":\"CNY\"}");
    assertThat(Instant.parse(body.get("occurredAt").asString())).isBefore(Instant.now());
  }

  @Test
  void it_is_signed_over_its_time_and_body() {
    sandbox.approved(Calls.charge("tok_notify_twice"));
    await().untilAsserted(() -> assertThat(listener.arrivals).hasSize(2));

    for (Arrival arrival : listener.arrivals) {
      String[] parts = arrival.signature().split("[=,]");
      assertThat(parts).hasSize(4).contains("t", "v1");
      assertThat(Instant.ofEpochSecond(Long.parseLong(parts[1])))
          .isBetween(Instant.now().minus(Duration.ofMinutes(1)), Instant.now());
      assertThat(parts[3]).isEqualTo(Signed.v1(SECRET, Long.parseLong(parts[1]), arrival.body()));
    }
  }

  @Test
  void tok_notify_twice_tells_the_same_twice() {
    sandbox.approved(Calls.charge("tok_notify_twice"));

    await().untilAsserted(() -> assertThat(listener.arrivals).hasSize(2));
    assertThat(listener.arrivals.get(1).body()).isEqualTo(listener.arrivals.get(0).body());
  }

  @Test
  void tok_notify_out_of_order_tells_closed_after_succeeded_with_an_older_version() {
    sandbox.approved(Calls.charge("tok_notify_out_of_order"));

    await()
        .untilAsserted(
            () ->
                assertThat(listener.arrivals)
                    .extracting(Arrival::told)
                    .containsExactly("SUCCEEDED 2", "CLOSED 1"));
  }

  @Test
  void versions_grow_over_the_generations_of_an_operation() {
    sandbox.approved(Calls.charge("tok_notify_out_of_order").reopened());

    await()
        .untilAsserted(
            () ->
                assertThat(listener.arrivals)
                    .extracting(Arrival::told)
                    .containsExactly("SUCCEEDED 4", "CLOSED 3"));
  }

  @Test
  void a_late_execution_is_told_and_a_late_decline_too() {
    GatewayReference payment = sandbox.approved(Calls.charge("tok_refund_arrives_late"));
    sandbox.executeImpatiently(Calls.refund(1500, payment));
    sandbox.executeImpatiently(Calls.refund(1500, payment));

    await()
        .untilAsserted(
            () ->
                assertThat(listener.arrivals)
                    .extracting(Arrival::told)
                    .containsExactlyInAnyOrder("SUCCEEDED 2", "DECLINED 2"));
  }

  @Test
  void a_notification_is_repeated_until_it_is_taken() {
    listener.refusalsLeft.set(2);
    sandbox.execute(Calls.charge("tok_pending"));

    await().untilAsserted(() -> assertThat(listener.arrivals).hasSize(3));
    assertThat(listener.arrivals)
        .extracting(Arrival::body)
        .containsOnly(listener.arrivals.get(0).body());
    assertThat(listener.refusalsLeft).hasValue(0);
  }

  @Test
  void everything_that_is_told_can_be_read_and_is_believed() {
    GatewayCall closed = Calls.charge("tok_pending");
    sandbox.execute(closed);
    sandbox.close(closed);
    sandbox.approved(Calls.charge("tok_notify_out_of_order"));
    await().untilAsserted(() -> assertThat(listener.arrivals).hasSize(3));

    SandboxNotifications reader = new SandboxNotifications(new NotificationSecret(SECRET));
    assertThat(listener.arrivals)
        .extracting(
            arrival ->
                reader.read(
                    arrival.body().getBytes(UTF_8), header -> arrival.signature(), Instant.now()))
        .extracting(GatewayNotification::kind)
        .containsExactlyInAnyOrder(Kind.CLOSED, Kind.CLOSED, Kind.SUCCEEDED);
  }

  @Test
  void many_that_are_not_taken_are_one_warning_until_one_is_taken() throws IOException {
    List<LogRecord> warnings = new CopyOnWriteArrayList<>();
    Logger log = Logger.getLogger(Notifier.class.getName());
    Handler handler = recording(warnings);
    log.addHandler(handler);
    Notifier hasty = new Notifier(listener.url(), new NotificationSecret(SECRET), Duration.ZERO);
    try (RunningSandbox impatient = new RunningSandbox(directory.resolve("hasty"), hasty)) {
      listener.refusalsLeft.set(2 * TRIES);
      impatient.approved(Calls.charge("tok_notify_twice"));
      await().untilAsserted(() -> assertThat(listener.refusalsLeft).hasValue(0));
      impatient.approved(Calls.charge("tok_notify_twice"));
      await().untilAsserted(() -> assertThat(listener.arrivals).hasSize(2 * TRIES + 2));
      assertThat(warnings).hasSize(1);

      listener.refusalsLeft.set(2 * TRIES);
      impatient.approved(Calls.charge("tok_notify_twice"));

      await().untilAsserted(() -> assertThat(warnings).hasSize(2));
    } finally {
      log.removeHandler(handler);
    }
  }

  private static Handler recording(List<LogRecord> warnings) {
    return new Handler() {
      @Override
      public void publish(LogRecord event) {
        if (event.getLevel().intValue() >= Level.WARNING.intValue()) {
          warnings.add(event);
        }
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"tok_ok", "tok_decline", "tok_error_500"})
  void other_operations_are_not_told(String method) {
    sandbox.execute(Calls.charge(method));
    sandbox.approved(Calls.charge("tok_notify_twice"));

    await().untilAsserted(() -> assertThat(listener.arrivals).hasSize(2));
    assertThat(listener.arrivals.get(0).body()).isEqualTo(listener.arrivals.get(1).body());
  }

  @Test
  void a_repeated_send_is_not_told_again() {
    GatewayCall charge = Calls.charge("tok_notify_twice");
    sandbox.approved(charge);
    sandbox.approved(charge.resent());
    sandbox.approved(Calls.charge("tok_notify_out_of_order"));

    await()
        .untilAsserted(
            () -> assertThat(listener.arrivals).extracting(Arrival::told).contains("CLOSED 1"));
    await()
        .untilAsserted(
            () ->
                assertThat(listener.arrivals)
                    .filteredOn(a -> a.body().contains(charge.operationId().value()))
                    .hasSize(2));
  }

  @Test
  void a_sandbox_inside_the_ledger_notifies_once_it_was_told_where() {
    SandboxSettings settings =
        new SandboxSettings(true, null, null, 5000, 20_000, 120, 604_800, SECRET, null);
    try (Sandbox inside = Sandbox.open(settings, directory.resolve("inside"))) {
      inside.gateway().execute(Calls.charge("tok_notify_twice"));
      inside.notifyAt(listener.url());
      inside.gateway().execute(Calls.charge("tok_notify_out_of_order"));

      await()
          .untilAsserted(
              () ->
                  assertThat(listener.arrivals)
                      .extracting(Arrival::told)
                      .containsExactly("SUCCEEDED 2", "CLOSED 1"));
    }
  }
}
