package dev.onceledger.problem;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
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
    HttpStatus status = status(request);
    Object path = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
    Problem problem = status.is5xxServerError() ? failed(request) : refused(status);
    return (path == null ? problem : problem.at(path.toString())).toResponse();
  }

  private static Problem refused(HttpStatus status) {
    return Problem.untyped(status, "The request was not understood or is not allowed.");
  }

  /** Nobody knows how far the request came, so a command's effect is unknown. */
  private static Problem failed(HttpServletRequest request) {
    Rejection rejection =
        new Rejection(Reason.INTERNAL_ERROR, "The request could not be answered. See the log.");
    // The error is dispatched as a GET; the request's own method stands beside it (Servlet 6.1).
    Object method = request.getAttribute(RequestDispatcher.ERROR_METHOD);
    boolean read = Problem.isRead(method == null ? request.getMethod() : method.toString());
    return read ? Problem.of(rejection) : Problem.ofCommand(rejection, Effect.UNKNOWN);
  }

  private static HttpStatus status(HttpServletRequest request) {
    Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    HttpStatus status = code instanceof Integer number ? HttpStatus.resolve(number) : null;
    return status == null ? HttpStatus.NOT_FOUND : status;
  }
}
