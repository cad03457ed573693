package dev.onceledger.problem;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The last resort: what nobody answered, or the container refused, becomes a problem here and not a
 * page of the container's own.
 */
@RestController
class ContainerErrors implements ErrorController {

  @RequestMapping("/error")
  ResponseEntity<byte[]> error(HttpServletRequest request) {
    Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    // The error is dispatched as a GET; the request's own method stands beside it (Servlet 6.1).
    Object method = request.getAttribute(RequestDispatcher.ERROR_METHOD);
    Object path = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
    Problem problem =
        problem(
            code instanceof Integer number ? number : HttpStatus.NOT_FOUND.value(),
            method == null ? request.getMethod() : method.toString());
    return (path == null ? problem : problem.at(path.toString())).toResponse();
  }

  /** What a status says of which nothing else is known. */
  static Problem problem(int code, @Nullable String method) {
    HttpStatus known = HttpStatus.resolve(code);
    HttpStatus status = known == null ? HttpStatus.NOT_FOUND : known;
    return status.is5xxServerError()
        ? failed(method)
        : Problem.untyped(status, "The request was not understood or is not allowed.");
  }

  /** Nobody knows how far the request came, so a command's effect is unknown. */
  private static Problem failed(@Nullable String method) {
    Rejection rejection =
        new Rejection(Reason.INTERNAL_ERROR, "The request could not be answered. See the log.");
    boolean read = method != null && Problem.isRead(method);
    return read ? Problem.of(rejection) : Problem.ofCommand(rejection, Effect.UNKNOWN);
  }
}
