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
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What all commands have in common, read from the request in the order in which it is refused: size
 * and type, key, form of the body.
 */
final class CommandRequest {
  private final HttpServletRequest http;
  private final Caller caller;
  private final @Nullable Scope scope;
  private final IdempotencyKey key;
  private final ObjectNode body;
  private final IfMatch ifMatch;
  private final int waitSeconds;
  private final OperationId operationId = OperationId.of(UuidCreator.getTimeOrderedEpoch());
  private @Nullable IdempotentRequest identity;

  private CommandRequest(
      HttpServletRequest http,
      Caller caller,
      @Nullable Scope scope,
      IdempotencyKey key,
      ObjectNode body) {
    this.http = http;
    this.caller = caller;
    this.scope = scope;
    this.key = key;
    this.body = body;
    this.ifMatch = Preferences.ifMatch(Preferences.lines(http, "If-Match"));
    this.waitSeconds = Preferences.waitSeconds(Preferences.lines(http, "Prefer"));
  }

  static CommandRequest read(HttpServletRequest http, Caller caller) throws IOException {
    return read(http, caller, caller.ownScope());
  }

  /**
   * Reads a request that acts in a scope.
   *
   * @param scope null if what it acts on does not exist, which is found out in its turn
   */
  static CommandRequest read(HttpServletRequest http, Caller caller, @Nullable Scope scope)
      throws IOException {
    byte[] bytes = JsonBody.receive(http);
    IdempotencyKey key = KeyHeader.parse(Preferences.lines(http, "Idempotency-Key"));
    return new CommandRequest(http, caller, scope, key, JsonBody.parse(bytes));
  }

  Scope scope() {
    return Objects.requireNonNull(scope, "the scope is known once what it acts on is");
  }

  ObjectNode body() {
    return body;
  }

  IfMatch ifMatch() {
    return ifMatch;
  }

  /** How long the client prefers to wait for an outcome; 0 if it does not. */
  int waitSeconds() {
    return waitSeconds;
  }

  /** Fresh for this very try. */
  OperationId operationId() {
    return operationId;
  }

  /**
   * Who asks what. To be called once the body is known to be of its form: the fingerprint of one
   * that is not could take long to make.
   */
  IdempotentRequest identity() {
    if (identity == null) {
      identity =
          new IdempotentRequest(
              scope(),
              key,
              RequestFingerprint.of(scope(), route(), JsonBody.leaves(body)),
              operationId.value(),
              http.getMethod(),
              http.getServletPath(),
              caller.actor(),
              RequestIds.of(http));
    }
    return identity;
  }

  Origin origin() {
    return identity().origin();
  }

  /** The reference of an operation for which the client chose none is its key. */
  Reference defaultReference() {
    return Reference.of(key);
  }

  /** The path as it is dispatched: however it was escaped, it asks the same. */
  private String route() {
    String query = http.getQueryString();
    return http.getMethod() + " " + http.getServletPath() + (query == null ? "" : "?" + query);
  }
}
