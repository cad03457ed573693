package dev.onceledger.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server that does step by step what a test says, and remembers what it was sent. */
final class ScriptedLedger implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Queue<Step> steps = new ConcurrentLinkedQueue<>();
  private final List<Sent> sent = new CopyOnWriteArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  /** What it does with one request. */
  interface Step {
    void on(HttpExchange exchange) throws IOException;
  }

  /** A request as it came. */
  record Sent(String method, String path, Headers headers, String body) {
    String header(String name) {
      return String.valueOf(headers.getFirst(name));
    }
  }

  ScriptedLedger(Step... script) {
    steps.addAll(List.of(script));
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  URI uri() {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  LedgerClient client() {
    return LedgerClient.of(uri(), "olk_secret");
  }

  /** The requests so far, in order. */
  List<Sent> sent() {
    return sent;
  }

  static Step answer(int status, String body, String... headers) {
    return exchange -> {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      for (int i = 0; i < headers.length; i += 2) {
        exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
      }
      byte[] bytes = body.getBytes(UTF_8);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
      exchange.close();
    };
  }

  /** A problem of the ledger; what more it says is given as JSON members. */
  static Step problem(int status, String name, String more, String... headers) {
    List<String> all = new ArrayList<>(List.of("Content-Type", "application/problem+json"));
    all.addAll(List.of(headers));
    return answer(
        status,
        """
        {"type":"/problems/%s","title":"A title","status":%d,"detail":"A detail",%s}"""
            .formatted(name, status, more),
        all.toArray(String[]::new));
  }

  /** Reads the request and hangs up. */
  static Step cut() {
    return HttpExchange::close;
  }

  /** Reads the request, and says nothing until the test is over. */
  Step silence() {
    return exchange -> {
      try {
        closing.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  void then(Step step) {
    steps.add(step);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    sent.add(
        new Sent(
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            exchange.getRequestHeaders(),
            body));
    Step step = steps.poll();
    if (step == null) {
      throw new IllegalStateException("the script is over");
    }
    step.on(exchange);
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
