package dev.onceledger.security;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.problem.Problem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.security.web.firewall.RequestRejectedHandler;

/** What Spring Security refuses, told as problems. */
final class Refusals
    implements AuthenticationEntryPoint, AccessDeniedHandler, RequestRejectedHandler {

  static Rejection unauthenticated() {
    return new Rejection(Reason.UNAUTHENTICATED, "This needs one valid bearer token.");
  }

  @Override
  public void commence(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
      throws IOException {
    Problem.answering(request, unauthenticated()).writeTo(response);
  }

  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException e)
      throws IOException {
    Rejection forbidden =
        new Rejection(Reason.FORBIDDEN, "The token's role does not include this request.");
    Problem.answering(request, forbidden).writeTo(response);
  }

  /** The path is one that no client means, such as one with {@code ..}: it is not repeated. */
  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, RequestRejectedException e)
      throws IOException {
    Problem.untyped(HttpStatus.BAD_REQUEST, "The path or a header is not acceptable.")
        .writeTo(response);
  }
}
