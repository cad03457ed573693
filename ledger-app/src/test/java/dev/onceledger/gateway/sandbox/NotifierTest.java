package dev.onceledger.gateway.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class NotifierTest {
  private static final String SECRET = "whsec_of_a_test";

  /** A notification as it arrived. */
  private record Arrival(String signature, String body) {
    JsonNode json() {
      return SandboxJson.MAPPER.readTree(body);
    }

    String told() {
      return json().get("outcome").asString() + " " + json().get("version").asInt();
    }
  }

  @TempDir Path directory;
  private final List<Arrival> arrivals = new CopyOnWriteArrayList<>();
  private final AtomicInteger refusalsLeft = new AtomicInteger();
  private HttpServer listener;
  private RunningSandbox sandbox;

  @BeforeEach
  void start() throws IOException {
    listener = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    listener.createContext("/", this::take);
    listener.start();
    sandbox = new RunningSandbox(directory.resolve("outside"), new Notifier(url(), SECRET));
  }

  @AfterEach
  void stop() {
    sandbox.close();
    listener.stop(0);
  }

  @Test
  void a_pending_operation_is_told_when_it_succeeds() {
    GatewayCall charge = Calls.charge("tok_pending");
    sandbox.execute(charge);
    assertThat(arrivals).isEmpty();

    await().untilAsserted(() -> assertThat(arrivals).hasSize(1));

    JsonNode body = arrivals.get(0).json();
    assertThat(body.get("id").asString()).startsWith("evt_");
    assertThat(body.get("operationId").asString()).isEqualTo(charge.operationId().value());
    assertThat(body.get("outcome").asString()).isEqualTo("SUCCEEDED");
    assertThat(body.get("gatewayReference").asString()).isEqualTo(sandbox.approved(charge).value());
    assertThat(body.get("amount").toString()).isEqualTo("{\"minor\":1999,\"currency\":\"CNY\"}");
    assertThat(Instant.parse(body.get("occurredAt").asString())).isBefore(Instant.now());
  }

  @Test
  void it_is_signed_over_its_time_and_body() throws Exception {
    sandbox.approved(Calls.charge("tok_notify_twice"));
    await().untilAsserted(() -> assertThat(arrivals).hasSize(2));

    for (Arrival arrival : arrivals) {
      String[] parts = arrival.signature().split("[=,]");
      assertThat(parts).hasSize(4).contains("t", "v1");
      assertThat(Instant.ofEpochSecond(Long.parseLong(parts[1])))
          .isBetween(Instant.now().minus(Duration.ofMinutes(1)), Instant.now());
      assertThat(parts[3]).isEqualTo(hmac(parts[1] + "." + arrival.body()));
    }
  }

  @Test
  void tok_notify_twice_tells_the_same_twice() {
    sandbox.approved(Calls.charge("tok_notify_twice"));

    await().untilAsserted(() -> assertThat(arrivals).hasSize(2));
    assertThat(arrivals.get(1).body()).isEqualTo(arrivals.get(0).body());
  }

  @Test
  void tok_notify_out_of_order_tells_closed_after_succeeded_with_an_older_version() {
    sandbox.approved(Calls.charge("tok_notify_out_of_order"));

    await()
        .untilAsserted(
            () ->
                assertThat(arrivals)
                    .extracting(Arrival::told)
                    .containsExactly("SUCCEEDED 2", "CLOSED 1"));
  }

  @Test
  void versions_grow_over_the_generations_of_an_operation() {
    sandbox.approved(Calls.charge("tok_notify_out_of_order").reopened());

    await()
        .untilAsserted(
            () ->
                assertThat(arrivals)
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
                assertThat(arrivals)
                    .extracting(Arrival::told)
                    .containsExactlyInAnyOrder("SUCCEEDED 2", "DECLINED 2"));
  }

  @Test
  void a_notification_is_repeated_until_it_is_taken() {
    refusalsLeft.set(2);
    sandbox.execute(Calls.charge("tok_pending"));

    await().untilAsserted(() -> assertThat(arrivals).hasSize(3));
    assertThat(arrivals).extracting(Arrival::body).containsOnly(arrivals.get(0).body());
    assertThat(refusalsLeft).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tok_ok", "tok_decline", "tok_error_500"})
  void other_operations_are_not_told(String method) {
    sandbox.execute(Calls.charge(method));
    sandbox.approved(Calls.charge("tok_notify_twice"));

    await().untilAsserted(() -> assertThat(arrivals).hasSize(2));
    assertThat(arrivals.get(0).body()).isEqualTo(arrivals.get(1).body());
  }

  @Test
  void a_repeated_send_is_not_told_again() {
    GatewayCall charge = Calls.charge("tok_notify_twice");
    sandbox.approved(charge);
    sandbox.approved(charge.resent());
    sandbox.approved(Calls.charge("tok_notify_out_of_order"));

    await()
        .untilAsserted(() -> assertThat(arrivals).extracting(Arrival::told).contains("CLOSED 1"));
    await()
        .untilAsserted(
            () ->
                assertThat(arrivals)
                    .filteredOn(a -> a.body().contains(charge.operationId().value()))
                    .hasSize(2));
  }

  @Test
  void a_sandbox_inside_the_ledger_notifies_once_it_was_told_where() {
    SandboxSettings settings = new SandboxSettings(true, null, null, 5000, 20_000, 120);
    try (Sandbox inside = Sandbox.open(settings, directory.resolve("inside"))) {
      inside.gateway().execute(Calls.charge("tok_notify_twice"));
      inside.notifyAt(url(), SECRET);
      inside.gateway().execute(Calls.charge("tok_notify_out_of_order"));

      await()
          .untilAsserted(
              () ->
                  assertThat(arrivals)
                      .extracting(Arrival::told)
                      .containsExactly("SUCCEEDED 2", "CLOSED 1"));
    }
  }

  private URI url() {
    return URI.create("http://127.0.0.1:" + listener.getAddress().getPort() + "/notify");
  }

  private void take(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    arrivals.add(new Arrival(exchange.getRequestHeaders().getFirst("Gateway-Signature"), body));
    boolean refused = refusalsLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    exchange.sendResponseHeaders(refused ? 503 : 204, -1);
    exchange.close();
  }

  private static String hmac(String text) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
  }
}
