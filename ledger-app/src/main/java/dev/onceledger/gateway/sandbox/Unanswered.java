package dev.onceledger.gateway.sandbox;

import com.sun.net.httpserver.HttpExchange;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Calls that get no answer. They hold a connection and no thread, until their time is over or too
 * many are open; then the connection is cut, the oldest first.
 */
final class Unanswered implements AutoCloseable {
  static final int OPEN_MAX = 256;

  private final Deque<HttpExchange> open = new ConcurrentLinkedDeque<>();
  private final SandboxTimer timer;
  private final Duration keptFor;

  Unanswered(SandboxTimer timer, Duration keptFor) {
    this.timer = timer;
    this.keptFor = keptFor;
  }

  void add(HttpExchange exchange) {
    open.add(exchange);
    timer.after(keptFor, () -> cut(exchange));
    if (open.size() > OPEN_MAX) {
      HttpExchange oldest = open.peek();
      if (oldest != null) {
        cut(oldest);
      }
    }
  }

  private void cut(HttpExchange exchange) {
    if (open.remove(exchange)) {
      exchange.close();
    }
  }

  /** Cuts them all. */
  @Override
  public void close() {
    open.forEach(this::cut);
  }
}
