package dev.onceledger.gateway.sandbox;

import static java.lang.System.Logger.Level.WARNING;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.delayedExecutor;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Posts notifications, signed as Stripe signs its webhooks: {@code t=<unix seconds>,v1=<hex
 * HMAC-SHA256 of "t.body">}. Each is tried a bounded number of times until it is taken; one that is
 * lost with the process is not sent again.
 */
final class Notifier implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Notifier.class.getName());
  private static final Duration TRY_TIMEOUT = Duration.ofSeconds(5);
  private static final int TRIES_MAX = 8;
  private static final long BACK_OFF_MILLIS = 200;

  private final URI url;
  private final SecretKeySpec secret;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(TRY_TIMEOUT)
          .proxy(HttpClient.Builder.NO_PROXY)
          .build();
  private volatile boolean closed;

  Notifier(URI url, String secret) {
    this.url = url;
    this.secret = new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256");
    request(""); // an address that cannot be called is told now
  }

  /** Sends them one after the other, each as soon as the one before is taken or given up. */
  void send(List<Notification> notifications) {
    CompletableFuture<?> before = completedFuture(null);
    for (Notification notification : notifications) {
      String body = SandboxJson.MAPPER.writeValueAsString(notification);
      before = before.thenCompose(done -> post(notification.id(), body, 1));
    }
  }

  private CompletableFuture<Void> post(String id, String body, int tryNumber) {
    if (closed) {
      return completedFuture(null);
    }
    return client
        .sendAsync(request(body), BodyHandlers.discarding())
        .handle((reply, trouble) -> trouble == null && reply.statusCode() / 100 == 2)
        .thenCompose(taken -> taken ? completedFuture(null) : again(id, body, tryNumber));
  }

  private CompletableFuture<Void> again(String id, String body, int tryNumber) {
    if (tryNumber == TRIES_MAX) {
      LOG.log(WARNING, "notification {0} was not taken in {1} tries", id, TRIES_MAX);
      return completedFuture(null);
    }
    long delayMillis = BACK_OFF_MILLIS << (tryNumber - 1);
    return CompletableFuture.runAsync(() -> {}, delayedExecutor(delayMillis, TimeUnit.MILLISECONDS))
        .thenCompose(waited -> post(id, body, tryNumber + 1));
  }

  private HttpRequest request(String body) {
    long seconds = Instant.now().getEpochSecond();
    return HttpRequest.newBuilder(url)
        .timeout(TRY_TIMEOUT)
        .header("Content-Type", "application/json")
        .header("Gateway-Signature", "t=" + seconds + ",v1=" + sign(seconds + "." + body))
        .POST(BodyPublishers.ofString(body))
        .build();
  }

  private String sign(String signed) {
    try {
      Mac mac = Mac.getInstance(secret.getAlgorithm());
      mac.init(secret);
      return HexFormat.of().formatHex(mac.doFinal(signed.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HMAC-SHA256", e);
    }
  }

  /** Lets go of what is not taken yet. */
  @Override
  public void close() {
    closed = true;
  }
}
