package dev.onceledger.gateway.stripe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.stripe.exception.ApiConnectionException;
import com.stripe.net.HttpClient;
import com.stripe.net.HttpContent;
import com.stripe.net.HttpHeaders;
import com.stripe.net.StripeRequest;
import com.stripe.net.StripeResponse;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends each POST once, and bounds the whole exchange.
 *
 * <p>The library's own client is {@link java.net.HttpURLConnection}. On a connection that was kept
 * alive and is cut, that repeats a POST by itself; a refused connection of the second try would
 * then look as if nothing had ever been sent.
 */
final class StripeTransport extends HttpClient {
  private final java.net.http.HttpClient client;
  private final Duration readTimeout;

  StripeTransport(Duration connectTimeout, Duration readTimeout) {
    this.readTimeout = readTimeout;
    this.client =
        java.net.http.HttpClient.newBuilder()
            .version(java.net.http.HttpClient.Version.HTTP_1_1)
            .connectTimeout(connectTimeout)
            .followRedirects(java.net.http.HttpClient.Redirect.NEVER)
            .build();
  }

  /** Whether an exception proves that no connection came about, so that nothing was sent. */
  static boolean wasNotConnected(ApiConnectionException trouble) {
    Throwable cause = trouble.getCause();
    return cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException;
  }

  @Override
  public StripeResponse request(StripeRequest request) throws ApiConnectionException {
    CompletableFuture<HttpResponse<String>> reply =
        client.sendAsync(http(request), BodyHandlers.ofString(UTF_8));
    try {
      HttpResponse<String> response = reply.get(readTimeout.toNanos(), NANOSECONDS);
      return new StripeResponse(
          response.statusCode(), HttpHeaders.of(response.headers().map()), response.body());
    } catch (ExecutionException e) {
      Throwable trouble = e.getCause() == null ? e : e.getCause();
      throw new ApiConnectionException(trouble.getClass().getSimpleName(), trouble);
    } catch (TimeoutException e) {
      reply.cancel(true);
      throw new ApiConnectionException("no answer in " + readTimeout, e);
    } catch (InterruptedException e) {
      reply.cancel(true);
      Thread.currentThread().interrupt();
      throw new ApiConnectionException("interrupted", e);
    }
  }

  private static HttpRequest http(StripeRequest request) {
    HttpRequest.Builder http = HttpRequest.newBuilder(URI.create(request.url().toString()));
    request.headers().map().forEach((name, values) -> http.header(name, String.join(",", values)));
    http.header("User-Agent", buildUserAgentString(request));
    @Nullable HttpContent content = request.content();
    if (content == null) {
      return http.method(request.method().name(), BodyPublishers.noBody()).build();
    }
    return http.header("Content-Type", content.contentType())
        .method(request.method().name(), BodyPublishers.ofByteArray(content.byteArrayContent()))
        .build();
  }
}
