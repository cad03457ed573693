package dev.onceledger.support;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The line from one node to its gateway: it can go dead, and counts what goes over it. */
public final class Line implements AutoCloseable {
  /** How it stands. */
  public enum Mode {
    UP,
    /** Takes each request, and is cut without an answer. Every second one got through before. */
    LOSES,
    /** Takes each request, and never answers. */
    SILENT,
    /** Takes each request and is cut; none gets through. */
    CUT,
    /** Refuses every connection. */
    REFUSES
  }

  /**
   * One request that came in.
   *
   * @param nanos by {@link System#nanoTime()}
   * @param isInquiry whether it only asks
   */
  public record Call(long nanos, boolean isInquiry, String path) {
    boolean repeats(Call before) {
      return isInquiry && path.equals(before.path) && nanos - before.nanos < 500_000_000L;
    }
  }

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "line");
            thread.setDaemon(true);
            return thread;
          });
  private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
  private final Queue<HttpExchange> silent = new ConcurrentLinkedQueue<>();
  private final AtomicInteger lost = new AtomicInteger();
  private final URI gateway;
  private final InetSocketAddress address;
  private volatile Mode mode = Mode.UP;
  private @Nullable HttpServer server;

  public Line(URI gateway) {
    this.gateway = gateway;
    this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Program.freePort());
    listen();
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + address.getPort());
  }

  /**
   * What was asked at or after an instant and before another, in that order. The JDK's client
   * repeats an inquiry whose connection was cut, once and at once; that counts as one.
   */
  public List<Call> calls(long fromNanos, long untilNanos) {
    List<Call> asked = new ArrayList<>();
    requests(fromNanos, untilNanos)
        .filter(call -> asked.stream().noneMatch(call::repeats))
        .forEach(asked::add);
    return asked;
  }

  /** Every single request of that time. */
  public Stream<Call> requests(long fromNanos, long untilNanos) {
    return calls.stream()
        .filter(call -> call.nanos() >= fromNanos && call.nanos() < untilNanos)
        .sorted(Comparator.comparingLong(Call::nanos));
  }

  /** How many came in within any second at most, wherever that second begins. */
  public static int mostInASecond(List<Call> calls, Predicate<Call> which) {
    long[] times = calls.stream().filter(which).mapToLong(Call::nanos).toArray();
    int most = 0;
    int first = 0;
    for (int last = 0; last < times.length; last++) {
      while (times[last] - times[first] >= 1_000_000_000L) {
        first++;
      }
      most = Math.max(most, last - first + 1);
    }
    return most;
  }

  public synchronized void turn(Mode other) {
    mode = other;
    for (HttpExchange exchange = silent.poll(); exchange != null; exchange = silent.poll()) {
      exchange.close();
    }
    if (other == Mode.REFUSES) {
      hangUp();
    } else if (server == null) {
      listen();
    }
  }

  private void listen() {
    try {
      HttpServer created = HttpServer.create(address, 1024);
      created.createContext("/", this::take);
      created.setExecutor(threads);
      created.start();
      server = created;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void hangUp() {
    if (server != null) {
      server.stop(0);
      server = null;
    }
  }

  private void take(HttpExchange exchange) throws IOException {
    Mode now = mode;
    calls.add(
        new Call(
            System.nanoTime(),
            exchange.getRequestMethod().equals("GET"),
            exchange.getRequestURI().getPath()));
    byte[] body = exchange.getRequestBody().readAllBytes();
    if (now == Mode.SILENT) {
      silent.add(exchange);
      return;
    }
    try (exchange) {
      if (now == Mode.UP) {
        HttpResponse<byte[]> answer = forward(exchange, body);
        exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
        exchange.getResponseBody().write(answer.body());
      } else if (now == Mode.LOSES && lost.getAndIncrement() % 2 == 0) {
        forward(exchange, body);
      }
    }
  }

  private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(gateway.resolve(exchange.getRequestURI()))
            .header("Content-Type", "application/json")
            .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body))
            .build();
    try {
      return client.send(request, BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Override
  public synchronized void close() {
    hangUp();
    threads.shutdownNow();
  }
}
