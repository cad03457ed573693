package dev.onceledger.conformance.tiny;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A shop over HTTP: {@code POST /orders}, {@code GET /effects?reference}, {@code DELETE /keys/KEY},
 * {@code GET /health}.
 */
public final class TinyServer implements AutoCloseable {
  private static final String TOKEN = "Bearer tiny-secret";

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Journal journal;
  private final Shop shop;
  private final HttpServer server;

  private TinyServer(int port, Path directory, String kind) throws IOException {
    this.journal = new Journal(directory);
    this.shop =
        switch (kind) {
          case "flagged" -> new FlaggedShop(journal);
          case "marked-after" -> new MarkedAfterShop(journal);
          default -> new OnceShop(journal, Flaw.valueOf(kind));
        };
    this.server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 256);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  /** A shop of this kind: {@code flagged}, {@code marked-after}, or the name of a {@link Flaw}. */
  public static TinyServer start(int port, Path directory, String kind) throws IOException {
    return new TinyServer(port, directory, kind);
  }

  public static void main(String[] args) throws IOException {
    start(Integer.parseInt(args[0]), Path.of(args[1]), args[2]);
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Reply reply = reply(exchange);
      byte[] body = reply.body().getBytes(UTF_8);
      exchange.sendResponseHeaders(reply.status(), body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Reply reply(HttpExchange exchange) throws IOException, InterruptedException {
    String path = exchange.getRequestURI().getPath();
    String query = exchange.getRequestURI().getQuery();
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    return switch (exchange.getRequestMethod() + " " + path.replaceFirst("(/keys/).*", "$1")) {
      case "GET /health" -> new Reply(200, "{}");
      case "GET /effects" -> new Reply(200, "{\"effects\":{\"n\":" + effects(query) + "}}");
      case "DELETE /keys/" -> forget(path.substring("/keys/".length()));
      case "POST /orders" -> take(exchange, body);
      default -> Reply.refused(404, "not-found");
    };
  }

  private Reply take(HttpExchange exchange, String body) throws InterruptedException {
    String token = exchange.getRequestHeaders().getFirst("Authorization");
    String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    if (!TOKEN.equals(token)) {
      return Reply.refused(401, "unauthenticated");
    }
    return body.contains("\"XXX\"")
        ? Reply.refused(422, "no-such-currency")
        : shop.take(new Order(Objects.requireNonNullElse(key, ""), body));
  }

  private long effects(@Nullable String reference) {
    return journal.effects(line -> reference == null || line.reference().equals(reference));
  }

  private Reply forget(String key) {
    journal.append(Line.forget(key));
    return new Reply(200, "{}");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
