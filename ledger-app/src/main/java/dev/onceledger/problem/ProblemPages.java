package dev.onceledger.problem;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.onceledger.api.Rejection.Reason;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Arrays;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The pages to which the type of a problem leads. They are open, and hold nothing but text. */
@RestController
class ProblemPages {
  private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, UTF_8);
  private static final Duration MAX_AGE = Duration.ofHours(1);

  @GetMapping("/problems")
  ResponseEntity<byte[]> index() {
    return page(ProblemHtml.index());
  }

  @GetMapping("/problems/{name}")
  ResponseEntity<byte[]> problem(@PathVariable String name, HttpServletRequest request) {
    return Arrays.stream(Reason.values())
        .filter(reason -> reason.wireName().equals(name))
        .findFirst()
        .map(reason -> page(ProblemHtml.of(reason)))
        .orElseGet(
            () ->
                Problem.untyped(HttpStatus.NOT_FOUND, "There is no problem of this name.")
                    .at(request.getRequestURI())
                    .toResponse());
  }

  private static ResponseEntity<byte[]> page(String html) {
    return ResponseEntity.ok()
        .contentType(HTML)
        .cacheControl(CacheControl.maxAge(MAX_AGE).cachePublic())
        .header("Content-Security-Policy", ProblemHtml.CONTENT_SECURITY_POLICY)
        .header("X-Content-Type-Options", "nosniff")
        .header("Referrer-Policy", "no-referrer")
        .body(html.getBytes(UTF_8));
  }
}
