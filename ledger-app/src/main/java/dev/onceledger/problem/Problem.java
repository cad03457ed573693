package dev.onceledger.problem;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.json.JsonMapper;

/**
 * An answer that is a refusal, as problem details of RFC 9457. Its JSON has the members in the
 * order of the components, without those that are absent; the headers go beside it.
 *
 * @param type where the problem is explained, relative to this server; {@code about:blank} if the
 *     status says it all
 * @param instance the path of the request, without its query
 * @param retryable for a command: is the same request under the same key worth sending again
 * @param effect for a command: may money have moved
 * @param pointers JSON pointers (RFC 6901) to the places in the body that are wrong
 * @param differs JSON pointers to the places in which the request differs from the first one
 * @param headers what the answer says in its headers, such as {@code Retry-After}
 */
@JsonPropertyOrder({
  "type",
  "title",
  "status",
  "detail",
  "instance",
  "retryable",
  "effect",
  "pointers",
  "differs"
})
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Problem(
    String type,
    String title,
    int status,
    String detail,
    @Nullable String instance,
    @Nullable Boolean retryable,
    @Nullable Effect effect,
    List<String> pointers,
    List<String> differs,
    @JsonIgnore Map<String, String> headers) {

  static final String BASE = "/problems/";
  private static final String KEYS = "/v1/idempotency-keys";
  private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  public Problem {
    pointers = List.copyOf(pointers);
    differs = List.copyOf(differs);
    headers = Map.copyOf(headers);
  }

  /** The problem of a refusal, as a read tells it: without retryable and effect. */
  public static Problem of(Rejection rejection) {
    Reason reason = rejection.reason();
    Explanation explanation = Explanation.of(reason);
    boolean reused = reason == Reason.IDEMPOTENCY_KEY_REUSED;
    return new Problem(
        BASE + reason.wireName(),
        explanation.title(),
        explanation.status(),
        rejection.detail(),
        null,
        null,
        null,
        reused ? List.of() : rejection.pointers(),
        reused ? rejection.pointers() : List.of(),
        headersOf(reason, explanation));
  }

  /** The problem of a refused command, with the effect that the reason usually has. */
  public static Problem ofCommand(Rejection rejection) {
    return ofCommand(rejection, Explanation.of(rejection.reason()).effect());
  }

  /** The problem of a refused command. */
  public static Problem ofCommand(Rejection rejection, Effect effect) {
    Problem p = of(rejection);
    boolean again = Explanation.of(rejection.reason()).retryable();
    return new Problem(
        p.type, p.title, p.status, p.detail, null, again, effect, p.pointers, p.differs, p.headers);
  }

  /** The answer to this request: whatever is not a read is told as a command. */
  public static Problem answering(HttpServletRequest request, Rejection rejection) {
    Problem problem = isRead(request.getMethod()) ? of(rejection) : ofCommand(rejection);
    return problem.at(request.getRequestURI());
  }

  static boolean isRead(String method) {
    return READS.contains(method);
  }

  /** A problem that is none of the ledger's own: its status says it all. */
  public static Problem untyped(HttpStatus status, String detail) {
    return new Problem(
        "about:blank",
        status.getReasonPhrase(),
        status.value(),
        detail,
        null,
        null,
        null,
        List.of(),
        List.of(),
        Map.of());
  }

  /**
   * The same, of a request to this path. The look-up of a key has the key in its path, and an
   * answer never repeats a key; nor does it repeat an encoded path, which may hide one.
   */
  public Problem at(String path) {
    int key = path.indexOf(KEYS);
    String safe = key >= 0 ? path.substring(0, key + KEYS.length()) : path;
    String shown = safe.contains("%") ? null : safe;
    return new Problem(
        type, title, status, detail, shown, retryable, effect, pointers, differs, headers);
  }

  /** The same, with one more header. */
  public Problem with(String header, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(header, value);
    return new Problem(
        type, title, status, detail, instance, retryable, effect, pointers, differs, more);
  }

  /** The body, in UTF-8. */
  public byte[] json() {
    return JSON.writeValueAsBytes(this);
  }

  /** Answers with this, unless an answer is already under way. */
  public void writeTo(HttpServletResponse response) throws IOException {
    if (response.isCommitted()) {
      return;
    }
    byte[] body = json();
    response.setStatus(status);
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.setContentLength(body.length);
    headers.forEach(response::setHeader);
    response.getOutputStream().write(body);
  }

  /** This as the answer of a controller. */
  public ResponseEntity<byte[]> toResponse() {
    HttpHeaders all = new HttpHeaders();
    headers.forEach(all::set);
    all.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
    return ResponseEntity.status(HttpStatusCode.valueOf(status)).headers(all).body(json());
  }

  private static Map<String, String> headersOf(Reason reason, Explanation explanation) {
    Map<String, String> headers = new TreeMap<>();
    if (explanation.retryAfterSeconds() > 0) {
      headers.put(HttpHeaders.RETRY_AFTER, Integer.toString(explanation.retryAfterSeconds()));
    }
    // Every 401 names how to do better (RFC 9110, section 11.6.1).
    if (reason == Reason.UNAUTHENTICATED) {
      headers.put(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
    }
    if (reason == Reason.BAD_SIGNATURE) {
      headers.put(HttpHeaders.WWW_AUTHENTICATE, "Gateway-Signature");
    }
    return headers;
  }
}
