package dev.onceledger.gateway.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A sandbox with short times, and an adapter that asks it. */
final class RunningSandbox implements AutoCloseable {
  static final Duration LATE = Duration.ofSeconds(3);
  static final Duration SLOW = Duration.ofMillis(300);
  static final Duration PENDING = Duration.ofSeconds(2);

  /** Long enough for an answer that comes, short enough to wait for one that does not. */
  static final Duration IMPATIENCE = Duration.ofSeconds(1);

  static {
    // The first JSON of a process can take longer than the impatient wait.
    byte[] json = SandboxJson.MAPPER.writeValueAsBytes(Operation.of(Calls.charge("tok_ok")));
    assertThat(SandboxJson.MAPPER.readValue(json, Operation.class)).isNotNull();
  }

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final SandboxServer server;
  private final SandboxGateway gateway;

  RunningSandbox(Path directory) throws IOException {
    this(directory, null);
  }

  RunningSandbox(Path directory, @Nullable Notifier notifier) throws IOException {
    this(directory, times(Duration.ofDays(7)), notifier);
  }

  RunningSandbox(Path directory, SandboxTimes times, @Nullable Notifier notifier)
      throws IOException {
    server =
        new SandboxServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), directory, times, notifier);
    gateway = gatewayAt(server.uri());
  }

  static SandboxTimes times(Duration authorizationValid) {
    return new SandboxTimes(LATE, SLOW, PENDING, Duration.ofMinutes(2), authorizationValid);
  }

  static SandboxGateway gatewayAt(URI base) {
    return gatewayAt(base, PATIENCE);
  }

  static SandboxGateway gatewayAt(URI base, Duration readTimeout) {
    return gatewayAt(base, Duration.ofSeconds(5), readTimeout);
  }

  static SandboxGateway gatewayAt(URI base, Duration connectTimeout, Duration readTimeout) {
    return new SandboxGateway(
        new GatewayName("sandbox"),
        base,
        connectTimeout,
        readTimeout,
        Duration.ofDays(7),
        new SandboxNotifications(null));
  }

  GatewayAnswer execute(GatewayCall call) {
    return gateway.execute(call);
  }

  /** Executes what may get no answer. */
  GatewayAnswer executeImpatiently(GatewayCall call) {
    return gatewayAt(uri(), IMPATIENCE).execute(call);
  }

  GatewayAnswer inquire(GatewayCall call) {
    return gateway.inquire(call);
  }

  GatewayAnswer close(GatewayCall call) {
    return gateway.close(call);
  }

  /** Executes what has to succeed, and returns its reference. */
  GatewayReference approved(GatewayCall call) {
    GatewayAnswer answer = execute(call);
    assertThat(answer.outcome()).isEqualTo(Outcome.SUCCEEDED);
    return Objects.requireNonNull(answer.gatewayReference());
  }

  URI uri() {
    return server.uri();
  }

  /** What was really executed for this operation. */
  JsonNode executed(GatewayCall call) {
    return get(uri(), "/account?operationId=" + call.operationId());
  }

  JsonNode executed() {
    return get(uri(), "/account");
  }

  /** How often each key of this operation arrived. */
  JsonNode sends(GatewayCall call) {
    return get(uri(), "/account/sends?operationId=" + call.operationId());
  }

  static JsonNode get(URI base, String path) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(base + path)).build();
    try {
      HttpResponse<String> response =
          HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(200);
      return SandboxJson.MAPPER.readTree(response.body()).get("items");
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
