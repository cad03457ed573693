package dev.onceledger.payment.http;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.IfMatch;
import dev.onceledger.api.Origin;
import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.idempotency.IdempotentRequest;
import dev.onceledger.idempotency.KeyHeader;
import dev.onceledger.idempotency.RequestFingerprint;
import dev.onceledger.security.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import tools.jackson.databind.node.ObjectNode;

/**
 * What all commands have in common, read from the request in the order in which it is refused: size
 * and type, key, form of the body.
 *
 * @param operationId fresh for this very try
 */
record CommandRequest(
    Scope scope,
    IdempotencyKey key,
    ObjectNode body,
    IfMatch ifMatch,
    int waitSeconds,
    OperationId operationId,
    IdempotentRequest identity) {

  static CommandRequest read(HttpServletRequest request, Caller caller) throws IOException {
    Scope scope = caller.ownScope();
    byte[] bytes = JsonBody.receive(request);
    IdempotencyKey key = KeyHeader.parse(Preferences.lines(request, "Idempotency-Key"));
    ObjectNode body = JsonBody.parse(bytes);
    OperationId operationId = OperationId.of(UuidCreator.getTimeOrderedEpoch());
    IdempotentRequest identity =
        new IdempotentRequest(
            scope,
            key,
            RequestFingerprint.of(scope, route(request), JsonBody.leaves(body)),
            operationId.value(),
            request.getMethod(),
            request.getRequestURI(),
            caller.actor(),
            RequestIds.of(request));
    return new CommandRequest(
        scope,
        key,
        body,
        Preferences.ifMatch(Preferences.lines(request, "If-Match")),
        Preferences.waitSeconds(Preferences.lines(request, "Prefer")),
        operationId,
        identity);
  }

  Origin origin() {
    return identity.origin();
  }

  /** The reference of an operation for which the client chose none is its key. */
  Reference defaultReference() {
    return Reference.of(key);
  }

  private static String route(HttpServletRequest request) {
    String query = request.getQueryString();
    return request.getMethod() + " " + request.getRequestURI() + (query == null ? "" : "?" + query);
  }
}
