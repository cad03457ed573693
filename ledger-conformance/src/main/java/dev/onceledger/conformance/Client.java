package dev.onceledger.conformance;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Sends requests as a careful client does: the same again until the answer is final. */
final class Client {
  private static final long FIRST_PAUSE_MILLIS = 25;
  private static final long LAST_PAUSE_MILLIS = 800;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final Limits limits;

  Client(Limits limits) {
    this.limits = limits;
  }

  /** Sends it once. */
  Exchange send(Request request) {
    HttpRequest.Builder built =
        HttpRequest.newBuilder(request.uri())
            .timeout(limits.timeout())
            .method(
                request.method(),
                request.body().isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(request.body()));
    request.headers().forEach(built::header);
    try {
      HttpResponse<byte[]> response = http.send(built.build(), BodyHandlers.ofByteArray());
      return new Exchange(request, Answer.of(response.statusCode(), response.body()), "");
    } catch (IOException e) {
      return new Exchange(request, null, e.toString());
    } catch (InterruptedException e) {
      throw Pause.interrupted(e);
    }
  }

  /** Sends it until the answer is none of those after which a client sends it again. */
  Talk untilFinal(Request request) {
    return until(request, limits::isFinal);
  }

  /** Sends what is no matter of the moment: any refusal is the answer, also a 409. */
  Exchange untilDecided(Request request) {
    return until(request, answer -> answer.isAccepted() || answer.isRefusal()).last();
  }

  private Talk until(Request request, Predicate<Answer> isFinal) {
    List<Exchange> exchanges = new ArrayList<>();
    long end = System.nanoTime() + limits.patience().toNanos();
    for (long pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(2 * pause, LAST_PAUSE_MILLIS)) {
      Exchange exchange = send(request);
      exchanges.add(exchange);
      if (exchange.answer() != null && isFinal.test(exchange.answer())) {
        return new Talk(exchanges, true);
      }
      if (System.nanoTime() > end) {
        return new Talk(exchanges, false);
      }
      Pause.millis(pause);
    }
  }
}
