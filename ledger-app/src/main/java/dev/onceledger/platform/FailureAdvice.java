package dev.onceledger.platform;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.idempotency.StoreUnavailable;
import dev.onceledger.payment.drive.OutcomeUnknown;
import dev.onceledger.payment.http.ReplyLost;
import dev.onceledger.problem.Effect;
import dev.onceledger.problem.Problem;
import dev.onceledger.store.StoreFault;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** What a controller throws, told as a problem. */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
class FailureAdvice {
  private static final Logger LOG = LoggerFactory.getLogger(FailureAdvice.class);

  @ExceptionHandler
  ResponseEntity<byte[]> storeUnavailable(StoreUnavailable e, HttpServletRequest request) {
    LOG.warn("the store was unavailable for a command: {}", rootOf(e));
    return problem(unavailable(), e.mayHaveCommitted() ? Effect.UNKNOWN : Effect.NONE, request);
  }

  @ExceptionHandler({OutcomeUnknown.class, ReplyLost.class})
  ResponseEntity<byte[]> outcomeUnknown(RuntimeException e, HttpServletRequest request) {
    if (e.getCause() instanceof Rejection rejection) {
      return problem(rejection, Effect.UNKNOWN, request);
    }
    boolean store = e.getCause() instanceof StoreUnavailable || StoreFault.of(e).isPresent();
    if (store) {
      LOG.warn("the store was unavailable for an outcome: {}", rootOf(e));
    } else {
      LOG.error("an operation was left in doubt", e);
    }
    return problem(store ? unavailable() : internalError(), Effect.UNKNOWN, request);
  }

  /** The query is one that no client means, such as one with control characters in its names. */
  @ExceptionHandler
  ResponseEntity<byte[]> rejected(RequestRejectedException e, HttpServletRequest request) {
    LOG.debug("a query was rejected: {}", e.getClass().getName());
    Rejection rejection = new Rejection(Reason.MALFORMED_REQUEST, "the query is not acceptable");
    return Problem.answering(request, rejection).toResponse();
  }

  /** Before a command's first transaction, or in a read: nothing has moved. */
  @ExceptionHandler
  ResponseEntity<byte[]> unexpected(RuntimeException e, HttpServletRequest request) {
    if (StoreFault.of(e).isPresent()) {
      LOG.warn("the store was unavailable: {}", rootOf(e));
      return problem(unavailable(), Effect.NONE, request);
    }
    LOG.error("a request failed", e);
    return problem(internalError(), Effect.NONE, request);
  }

  /** The client went away, or sent less than it said. */
  @ExceptionHandler
  ResponseEntity<byte[]> unreadable(IOException e, HttpServletRequest request) {
    LOG.debug("a request could not be read: {}", e.getClass().getName());
    Rejection rejection = new Rejection(Reason.MALFORMED_REQUEST, "the body did not arrive whole");
    return Problem.answering(request, rejection).toResponse();
  }

  private static ResponseEntity<byte[]> problem(
      Rejection rejection, Effect effect, HttpServletRequest request) {
    boolean command = request.getMethod().equals("POST");
    Problem problem = command ? Problem.ofCommand(rejection, effect) : Problem.of(rejection);
    return problem.at(request.getRequestURI()).toResponse();
  }

  private static Rejection unavailable() {
    return new Rejection(
        Reason.STORE_UNAVAILABLE, "the store is unavailable; send the same request again shortly");
  }

  private static Rejection internalError() {
    return new Rejection(
        Reason.INTERNAL_ERROR, "the ledger failed; send the same request again with the same key");
  }

  private static String rootOf(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.toString();
  }
}
