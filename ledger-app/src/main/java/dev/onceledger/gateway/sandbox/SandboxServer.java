package dev.onceledger.gateway.sandbox;

import static java.lang.System.Logger.Level.WARNING;
import static java.util.concurrent.TimeUnit.SECONDS;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** A running sandbox: an account and the HTTP server in front of it. */
final class SandboxServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(SandboxServer.class.getName());
  private static final int BACKLOG = 1024;
  private static final int THREADS = 32;
  private static final int CLOSE_SECONDS = 5;

  static {
    // The JDK's server writes head and body apart; without this the second waits 40 ms for an
    // acknowledgement of the first. It is read when the server's classes are loaded.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final SandboxAccount account;
  private final HttpServer http;
  private final ExecutorService threads;
  private final SandboxTimer timer;
  private final SandboxDesk desk;
  private final Unanswered unanswered;

  /**
   * Starts a sandbox.
   *
   * @param address where to listen; port 0 takes any free one
   * @param directory where the account is kept, created if absent
   * @param notifier null to send no notifications
   * @throws IOException if the address or the directory is in use, or the account is damaged
   */
  SandboxServer(
      InetSocketAddress address, Path directory, SandboxTimes times, @Nullable Notifier notifier)
      throws IOException {
    if (address.isUnresolved()) {
      throw new IOException("cannot listen on " + address.getHostString() + ": no such host");
    }
    account = new SandboxAccount(directory, times);
    try {
      http = HttpServer.create(address, BACKLOG);
    } catch (IOException e) {
      account.close();
      throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
    }
    threads = Executors.newFixedThreadPool(THREADS, daemons());
    timer = new SandboxTimer(daemons());
    desk = new SandboxDesk(account, timer, notifier);
    unanswered = new Unanswered(timer, times.unansweredFor());
    http.createContext("/", new SandboxHandler(account, desk, timer, unanswered, times));
    http.setExecutor(threads);
    http.start();
  }

  private static ThreadFactory daemons() {
    return task -> {
      Thread thread = new Thread(task, "sandbox-gateway");
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Where it listens. */
  URI uri() {
    InetSocketAddress address = http.getAddress();
    String host = address.getAddress().getHostAddress();
    String literal = host.contains(":") ? "[" + host + "]" : host;
    return URI.create("http://" + literal + ":" + address.getPort());
  }

  void notifyBy(Notifier notifier) {
    desk.notifyBy(notifier);
  }

  /**
   * Cuts what is unanswered, lets what is being executed reach the disk, and frees the directory.
   */
  @Override
  public void close() {
    unanswered.close();
    http.stop(0);
    desk.close();
    timer.close();
    threads.shutdown();
    try {
      if (!threads.awaitTermination(CLOSE_SECONDS, SECONDS)) {
        LOG.log(WARNING, "the sandbox closes although something is still being executed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closeAccount();
  }

  private void closeAccount() {
    try {
      account.close();
    } catch (IOException e) {
      LOG.log(WARNING, "the account could not be closed", e);
    }
  }
}
