package dev.onceledger.gateway.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** Takes what a sandbox notifies, or refuses it a number of times. */
final class Listener implements AutoCloseable {
  /** A notification as it arrived. */
  record Arrival(String signature, String body) {
    JsonNode json() {
      return SandboxJson.MAPPER.readTree(body);
    }

    String operationId() {
      return json().get("operationId").asString();
    }

    String told() {
      return json().get("outcome").asString() + " " + json().get("version").asInt();
    }
  }

  final List<Arrival> arrivals = new CopyOnWriteArrayList<>();
  final AtomicInteger refusalsLeft = new AtomicInteger();
  private final HttpServer http;

  Listener() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::take);
    http.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort() + "/notify");
  }

  /** What was told of an operation, as {@code OUTCOME version}, in order. */
  List<String> told(String operationId) {
    return arrivals.stream()
        .filter(arrival -> arrival.operationId().equals(operationId))
        .map(Arrival::told)
        .toList();
  }

  private void take(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    arrivals.add(new Arrival(exchange.getRequestHeaders().getFirst("Gateway-Signature"), body));
    boolean refused = refusalsLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    exchange.sendResponseHeaders(refused ? 503 : 204, -1);
    exchange.close();
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
