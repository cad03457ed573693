package dev.onceledger.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * One try over HTTP, with a limit of time over all of it and a bound on what is read.
 *
 * <p>It never follows a redirect, which would hand the token to another host. The JDK's client may
 * by itself send again on a fresh connection what it could not send on an old one; that is the same
 * request under the same key, and so does no harm.
 */
record Transport(HttpClient http, URI base, String token, int waitSeconds, Duration tryLimit) {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

  /** A bearer token of RFC 6750, section 2.1. */
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

  Transport {
    Limits.require(
        TOKEN.matcher(token).matches(),
        "a token is one word of letters, digits and -._~+/: check for blanks and line ends");
    Limits.require(
        waitSeconds >= 0 && waitSeconds <= 30, "the ledger waits for an outcome 0 to 30 s");
    Limits.require(
        tryLimit.compareTo(Duration.ofSeconds(waitSeconds)) > 0,
        "a try takes longer than the ledger is asked to wait");
  }

  static Transport to(URI base, String token) {
    Limits.require(
        base.getHost() != null
            && ("https".equals(base.getScheme()) || "http".equals(base.getScheme()))
            && base.getRawUserInfo() == null
            && base.getRawQuery() == null
            && base.getRawFragment() == null,
        "the ledger's address is like https://ledger.example, without user, query and fragment");
    HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_LIMIT)
            .build();
    return new Transport(http, base, token, 0, Duration.ofSeconds(60));
  }

  /** Empty if there was no answer, in which case anything may have happened. */
  Optional<Answer> post(Command command, Duration left) throws InterruptedException {
    HttpRequest.Builder request =
        request(command.path())
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", command.key().value())
            .POST(BodyPublishers.ofString(command.body()));
    if (waitSeconds > 0) {
      request.header("Prefer", "wait=" + waitSeconds);
    }
    return exchange(request, left.compareTo(tryLimit) < 0 ? left : tryLimit);
  }

  Optional<Answer> get(String path) throws InterruptedException {
    return exchange(request(path).GET(), tryLimit);
  }

  private HttpRequest.Builder request(String path) {
    String root = base.toString().replaceAll("/+$", "");
    return HttpRequest.newBuilder(URI.create(root + path))
        .header("Accept", "application/json, application/problem+json")
        .header("Authorization", "Bearer " + token);
  }

  private Optional<Answer> exchange(HttpRequest.Builder request, Duration limit)
      throws InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> answer =
        http.sendAsync(request.build(), head -> new BoundedBody());
    try {
      return Optional.of(new Answer(answer.get(limit.toNanos(), TimeUnit.NANOSECONDS)));
    } catch (ExecutionException | TimeoutException e) {
      // Refused, cut, too slow, too large: none of it says whether the request was executed.
      return Optional.empty();
    } finally {
      answer.cancel(true);
    }
  }

  @Override
  public String toString() {
    return "Transport[" + base + "]";
  }
}
