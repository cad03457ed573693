package dev.onceledger.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/** What came back, whoever sent it. */
final class Answer {
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

  private final int status;
  private final HttpHeaders headers;
  private final byte[] body;

  Answer(HttpResponse<byte[]> response) {
    this.status = response.statusCode();
    this.headers = response.headers();
    this.body = response.body();
  }

  int status() {
    return status;
  }

  /** The JSON object in the body. */
  JsonNode json() {
    return Json.read(body);
  }

  /** The ledger's own problem; empty if the answer is something else. */
  Optional<Problem> problem() {
    return isProblem() ? Problem.read(json(), status) : Optional.empty();
  }

  /** Whether the body is problem details, which a proxy's page of errors is not. */
  boolean isProblem() {
    String type = headers.firstValue("Content-Type").orElse("");
    if (!type.startsWith("application/problem+json")) {
      return false;
    }
    try {
      json();
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** How long to wait (RFC 9110, section 10.2.3): seconds, or a date; zero if nothing is said. */
  Duration retryAfter(Instant now) {
    String text = headers.firstValue("Retry-After").orElse("0").strip();
    if (SECONDS.matcher(text).matches()) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    try {
      Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return then.isAfter(now) ? Duration.between(now, then) : Duration.ZERO;
    } catch (DateTimeException e) {
      return Duration.ZERO;
    }
  }

  /** Until when the ledger keeps the key, where it says so. */
  Optional<Instant> keyExpires() {
    try {
      return headers.firstValue("Idempotency-Key-Expires").map(Instant::parse);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
