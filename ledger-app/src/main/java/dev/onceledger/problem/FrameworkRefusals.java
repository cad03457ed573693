package dev.onceledger.problem;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/**
 * What is refused before a controller is found for it, told as a problem like any other. It comes
 * first, so that whatever catches everything else does not take these for defects.
 */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class FrameworkRefusals {

  @ExceptionHandler({NoResourceFoundException.class, NoHandlerFoundException.class})
  ResponseEntity<byte[]> unknownPath(HttpServletRequest request) {
    return untyped(HttpStatus.NOT_FOUND, "There is nothing at this path.", request).toResponse();
  }

  @ExceptionHandler(HttpRequestMethodNotSupportedException.class)
  ResponseEntity<byte[]> unknownMethod(
      HttpRequestMethodNotSupportedException e, HttpServletRequest request) {
    String[] supported = e.getSupportedMethods();
    List<String> allowed = supported == null ? List.of() : List.of(supported);
    return untyped(HttpStatus.METHOD_NOT_ALLOWED, "This path has no such method.", request)
        .with(HttpHeaders.ALLOW, String.join(", ", allowed))
        .toResponse();
  }

  @ExceptionHandler(HttpMediaTypeNotAcceptableException.class)
  ResponseEntity<byte[]> unacceptable(HttpServletRequest request) {
    return untyped(
            HttpStatus.NOT_ACCEPTABLE, "None of the types that Accept names is made here.", request)
        .toResponse();
  }

  @ExceptionHandler(HttpMediaTypeNotSupportedException.class)
  ResponseEntity<byte[]> unsupported(HttpServletRequest request) {
    Rejection rejection =
        new Rejection(Reason.UNSUPPORTED_MEDIA_TYPE, "The body is not of a type read here.");
    return Problem.answering(request, rejection).toResponse();
  }

  private static Problem untyped(HttpStatus status, String detail, HttpServletRequest request) {
    return Problem.untyped(status, detail).at(request.getRequestURI());
  }
}
