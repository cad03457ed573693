package dev.onceledger.problem;

import dev.onceledger.api.Rejection;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * A refusal that a controller lets through; one that knows more about its effect answers itself.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE - 1) // Before whoever answers for all that is unexpected.
class LedgerRefusals {

  @ExceptionHandler(Rejection.class)
  ResponseEntity<byte[]> refused(Rejection rejection, HttpServletRequest request) {
    return Problem.answering(request, rejection).toResponse();
  }
}
