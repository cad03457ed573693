package dev.onceledger.gateway.sandbox;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;
import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.delayedExecutor;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Posts signed notifications. Each is tried a bounded number of times until it is taken; one that
 * is lost with the process is not sent again.
 */
final class Notifier implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Notifier.class.getName());
  private static final Duration TRY_TIMEOUT = Duration.ofSeconds(5);
  private static final int TRIES_MAX = 8;
  private static final Duration BACK_OFF = Duration.ofMillis(200);

  private final URI url;
  private final NotificationSecret secret;
  private final Duration backOff;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(TRY_TIMEOUT)
          .proxy(HttpClient.Builder.NO_PROXY)
          .build();
  private final AtomicBoolean losing = new AtomicBoolean();
  private volatile boolean closed;

  Notifier(URI url, NotificationSecret secret) {
    this(url, secret, BACK_OFF);
  }

  /**
   * @param backOff waits before the second try; each wait is twice the one before
   */
  Notifier(URI url, NotificationSecret secret, Duration backOff) {
    this.backOff = backOff;
    this.url = url;
    this.secret = secret;
    request(new byte[0]); // an address that cannot be called is told now
  }

  /** Sends them one after the other, each as soon as the one before is taken or given up. */
  void send(List<Notification> notifications) {
    CompletableFuture<?> before = completedFuture(null);
    for (Notification notification : notifications) {
      byte[] body = SandboxJson.MAPPER.writeValueAsBytes(notification);
      before = before.thenCompose(done -> post(notification.id(), body, 1));
    }
  }

  private CompletableFuture<Void> post(String id, byte[] body, int tryNumber) {
    if (closed) {
      return completedFuture(null);
    }
    return client
        .sendAsync(request(body), BodyHandlers.discarding())
        .handle((reply, trouble) -> trouble == null && reply.statusCode() / 100 == 2)
        .thenCompose(taken -> taken ? taken() : again(id, body, tryNumber));
  }

  private CompletableFuture<Void> taken() {
    losing.set(false);
    return completedFuture(null);
  }

  private CompletableFuture<Void> again(String id, byte[] body, int tryNumber) {
    if (tryNumber == TRIES_MAX) {
      lost(id);
      return completedFuture(null);
    }
    long delayMillis = backOff.toMillis() << (tryNumber - 1);
    return CompletableFuture.runAsync(() -> {}, delayedExecutor(delayMillis, TimeUnit.MILLISECONDS))
        .thenCompose(waited -> post(id, body, tryNumber + 1));
  }

  /** A warning for the first only: while nobody takes any, each would say the same. */
  private void lost(String id) {
    LOG.log(
        losing.getAndSet(true) ? DEBUG : WARNING,
        "notification {0} was not taken in {1} tries; others may follow unsaid",
        id,
        TRIES_MAX);
  }

  private HttpRequest request(byte[] body) {
    return HttpRequest.newBuilder(url)
        .timeout(TRY_TIMEOUT)
        .header("Content-Type", "application/json")
        .header(
            NotificationSignature.HEADER,
            NotificationSignature.of(secret, Instant.now(), body).header())
        .POST(BodyPublishers.ofByteArray(body))
        .build();
  }

  /** Lets go of what is not taken yet. */
  @Override
  public void close() {
    closed = true;
  }
}
