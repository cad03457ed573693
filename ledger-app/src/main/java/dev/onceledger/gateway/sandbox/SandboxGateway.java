package dev.onceledger.gateway.sandbox;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayKey;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.gateway.Gateway;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import dev.onceledger.gateway.GatewayTraits;
import dev.onceledger.gateway.NotificationReader;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sandbox, asked over HTTP. It closes by key, and its keys live for ever.
 *
 * <p>Only a connection that did not come about proves that nothing was sent. Everything else that
 * is no clear answer, a refused mismatch of parameters included, leaves the operation in doubt.
 */
final class SandboxGateway implements Gateway {
  private static final Logger LOG = LoggerFactory.getLogger(SandboxGateway.class);
  private static final int BODY_MAX = 64 * 1024;
  private static final Set<Outcome> OF_A_CALL =
      EnumSet.of(Outcome.SUCCEEDED, Outcome.DECLINED, Outcome.PENDING, Outcome.CLOSED);
  private static final Set<Outcome> OF_AN_INQUIRY =
      EnumSet.of(
          Outcome.SUCCEEDED,
          Outcome.EXPIRED,
          Outcome.DECLINED,
          Outcome.PENDING,
          Outcome.CLOSED,
          Outcome.UNKNOWN);

  private final GatewayName name;
  private final String operations;
  private final Duration readTimeout;
  private final Duration authorizationValid;
  private final NotificationReader notifications;
  private final HttpClient client;

  /**
   * @param base where the sandbox listens, such as {@code http://127.0.0.1:8090}
   * @param readTimeout bounds a whole exchange, from the connect to the last byte of the answer
   * @throws IllegalArgumentException if the base is no address that HTTP can call
   */
  SandboxGateway(
      GatewayName name,
      URI base,
      Duration connectTimeout,
      Duration readTimeout,
      Duration authorizationValid,
      NotificationReader notifications) {
    this.name = name;
    this.operations = base.toString().replaceFirst("/+$", "") + "/operations";
    this.readTimeout = readTimeout;
    this.authorizationValid = authorizationValid;
    this.notifications = notifications;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(connectTimeout)
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
    HttpRequest.newBuilder(URI.create(operations)); // refuses what cannot be called
  }

  @Override
  public GatewayName name() {
    return name;
  }

  @Override
  public GatewayTraits traits() {
    return new GatewayTraits(null, true, authorizationValid);
  }

  @Override
  public NotificationReader notifications() {
    return notifications;
  }

  @Override
  public GatewayAnswer execute(GatewayCall call) {
    byte[] body = SandboxJson.MAPPER.writeValueAsBytes(Operation.of(call));
    return exchange(post("", BodyPublishers.ofByteArray(body)), call.key(), OF_A_CALL);
  }

  @Override
  public GatewayAnswer inquire(GatewayCall call) {
    HttpRequest request = to("/" + call.key()).GET().build();
    return exchange(request, call.key(), OF_AN_INQUIRY);
  }

  @Override
  public GatewayAnswer close(GatewayCall call) {
    HttpRequest request = post("/" + call.key() + "/close", BodyPublishers.noBody());
    return exchange(request, call.key(), OF_A_CALL);
  }

  private HttpRequest post(String path, BodyPublisher body) {
    return to(path).header("Content-Type", "application/json").POST(body).build();
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(operations + path));
  }

  private GatewayAnswer exchange(HttpRequest request, GatewayKey key, Set<Outcome> expected) {
    CompletableFuture<HttpResponse<byte[]>> reply =
        client.sendAsync(request, head -> new BoundedBody(BODY_MAX));
    try {
      HttpResponse<byte[]> response = reply.get(readTimeout.toNanos(), NANOSECONDS);
      return Answer.read(response.statusCode(), response.body(), key.value(), expected)
          .orElseGet(() -> inDoubt(key, "status " + response.statusCode()));
    } catch (ExecutionException e) {
      Throwable trouble = e.getCause() == null ? e : e.getCause();
      return wasNotConnected(trouble) ? notSent(key) : inDoubt(key, trouble.toString());
    } catch (TimeoutException e) {
      reply.cancel(true);
      return inDoubt(key, "no answer in " + readTimeout);
    } catch (InterruptedException e) {
      reply.cancel(true);
      Thread.currentThread().interrupt();
      return inDoubt(key, "interrupted");
    }
  }

  private static boolean wasNotConnected(Throwable trouble) {
    return trouble instanceof ConnectException || trouble instanceof HttpConnectTimeoutException;
  }

  private static GatewayAnswer notSent(GatewayKey key) {
    LOG.debug("no connection to the sandbox gateway for {}", key);
    return GatewayAnswer.of(Outcome.NOT_SENT);
  }

  private static GatewayAnswer inDoubt(GatewayKey key, String trouble) {
    LOG.debug("no clear answer of the sandbox gateway for {}: {}", key, trouble);
    return GatewayAnswer.of(Outcome.IN_DOUBT);
  }
}
