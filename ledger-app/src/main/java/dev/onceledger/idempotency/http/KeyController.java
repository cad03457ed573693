package dev.onceledger.idempotency.http;

import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.Scope;
import dev.onceledger.idempotency.IdempotencyRecord;
import dev.onceledger.idempotency.IdempotencyRecords;
import dev.onceledger.idempotency.KeyHeader;
import dev.onceledger.listing.QueryParameters;
import dev.onceledger.problem.Problem;
import dev.onceledger.security.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What became of the request under a key, in the caller's own scope. */
@RestController
@RequestMapping("/v1/idempotency-keys")
class KeyController {
  private final IdempotencyRecords records;

  KeyController(IdempotencyRecords records) {
    this.records = records;
  }

  /** For any legal key: one with a slash or a percent sign does not fit into every path. */
  @GetMapping
  ResponseEntity<byte[]> byQuery(HttpServletRequest http, Caller caller) {
    Scope scope = scope(http, caller);
    QueryParameters query = QueryParameters.of(http, "key", "scope");
    String key =
        query
            .text("key")
            .orElseThrow(
                () ->
                    new Rejection(
                        Reason.MALFORMED_REQUEST, "name the key in the query parameter key"));
    return answer(key, scope);
  }

  @GetMapping("/{key}")
  ResponseEntity<byte[]> byPath(HttpServletRequest http, Caller caller, @PathVariable String key) {
    Scope scope = scope(http, caller);
    QueryParameters.of(http, "scope");
    return answer(key, scope);
  }

  /** Bare text is the key as it is, with spaces at its ends; quoted it stands as in the header. */
  private static IdempotencyKey key(String text) {
    if (text.startsWith("\"")) {
      return KeyHeader.parse(List.of(text));
    }
    try {
      return new IdempotencyKey(text);
    } catch (IllegalArgumentException e) {
      throw new Rejection(Reason.IDEMPOTENCY_KEY_INVALID, String.valueOf(e.getMessage()));
    }
  }

  /** Before anything else of the query: what is forbidden is not read. */
  private static @Nullable Scope scope(HttpServletRequest http, Caller caller) {
    return caller.scopeFor(QueryParameters.first(http, "scope").orElse(null));
  }

  private ResponseEntity<byte[]> answer(String text, @Nullable Scope scope) {
    IdempotencyKey key = key(text);
    if (scope == null) {
      throw new Rejection(
          Reason.MALFORMED_REQUEST, "a key belongs to a scope: name it in the parameter scope");
    }
    Optional<IdempotencyRecord> record = records.find(scope, key);
    if (record.isEmpty()) {
      return Problem.untyped(
              HttpStatus.NOT_FOUND,
              "No record of this key. That proves nothing: its request may still be on its way.")
          .toResponse();
    }
    return ResponseEntity.ok()
        .contentType(MediaType.APPLICATION_JSON)
        .body(KeyJson.write(record.get()));
  }
}
