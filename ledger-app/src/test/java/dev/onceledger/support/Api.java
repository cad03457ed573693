package dev.onceledger.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A client of one ledger with one token. */
public final class Api {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  private final URI base;
  private final String token;
  private final Check check;

  public Api(URI base, String token) {
    this(base, token, (method, path, response) -> {});
  }

  private Api(URI base, String token, Check check) {
    this.base = base;
    this.token = token;
    this.check = check;
  }

  /** Looks at every answer, and throws if it is not what it should be. */
  public interface Check {
    void answered(String method, String path, Response response);
  }

  /** The same caller at another node. */
  public Api at(URI other) {
    return new Api(other, token, check);
  }

  /** The same caller, whose every answer is looked at. */
  public Api checkedBy(Check other) {
    return new Api(base, token, other);
  }

  /** A command under a key. Further headers are given as name, value, name, value. */
  public Response post(String path, String key, String body, String... headers) {
    String[] all = new String[headers.length + 4];
    System.arraycopy(headers, 0, all, 4, headers.length);
    all[0] = "Idempotency-Key";
    all[1] = key;
    all[2] = "Content-Type";
    all[3] = "application/json";
    return send("POST", path, body, all);
  }

  public Response get(String path, String... headers) {
    return send("GET", path, "", headers);
  }

  /** What was asked, byte for byte, with a token in place of {@code $TOKEN}. */
  public RawHttp.Answer raw(String request) {
    return RawHttp.exchange(base, request.replace("$TOKEN", token));
  }

  /** Any request; the token is added. */
  public Response send(String method, String path, String body, String... headers) {
    return send(method, path, BodyPublishers.ofString(body), headers);
  }

  public Response send(
      String method, String path, HttpRequest.BodyPublisher body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(Duration.ofSeconds(60))
            .header("Authorization", "Bearer " + token)
            .method(method, body);
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      HttpResponse<String> answer = CLIENT.send(request.build(), BodyHandlers.ofString());
      Response response = new Response(answer.statusCode(), answer.headers(), answer.body());
      check.answered(method, path, response);
      return response;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
