package dev.onceledger.idempotency.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.idempotency.IdempotencyRecord;
import dev.onceledger.problem.Problem;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.ByteArrayBuilder;
import tools.jackson.databind.json.JsonMapper;

/** A record as the contract shows it. */
final class KeyJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private KeyJson() {}

  static byte[] write(IdempotencyRecord record) {
    ByteArrayBuilder out = new ByteArrayBuilder();
    try (JsonGenerator json = MAPPER.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringProperty("key", record.key().value());
      json.writeStringProperty("status", record.status().name());
      json.writeNumberProperty("attempts", record.attempts());
      json.writeObjectPropertyStart("request");
      json.writeStringProperty("method", record.method());
      json.writeStringProperty("path", record.path());
      json.writeStringProperty("fingerprint", record.fingerprint().whole().value());
      json.writeEndObject();
      text(json, "paymentId", record.paymentId());
      text(json, "operationId", record.operationId());
      response(json, record);
      problem(json, record);
      text(json, "createdAt", record.createdAt());
      text(json, "completedAt", record.completedAt());
      text(json, "leaseUntil", record.leaseUntil());
      text(json, "expiresAt", record.expiresAt());
      json.writeEndObject();
    }
    return out.toByteArray();
  }

  /** The stored body is JSON already, and shown as it was sent. */
  private static void response(JsonGenerator json, IdempotencyRecord record) {
    if (record.reply() == null) {
      json.writeNullProperty("response");
      return;
    }
    json.writeObjectPropertyStart("response");
    json.writeNumberProperty("status", record.reply().status());
    json.writeName("body").writeRawValue(new String(record.reply().body(), UTF_8));
    json.writeEndObject();
  }

  /** The problem as the command was answered with it. */
  private static void problem(JsonGenerator json, IdempotencyRecord record) {
    if (record.problem() == null) {
      json.writeNullProperty("problem");
      return;
    }
    String detail = record.problem().detail();
    Problem told =
        reason(record.problem().name())
            .map(reason -> Problem.ofCommand(new Rejection(reason, detail)))
            .orElseGet(() -> Problem.untyped(HttpStatus.UNPROCESSABLE_CONTENT, detail));
    json.writeName("problem").writeRawValue(new String(told.at(record.path()).json(), UTF_8));
  }

  private static Optional<Reason> reason(String name) {
    return Arrays.stream(Reason.values()).filter(r -> r.wireName().equals(name)).findFirst();
  }

  private static void text(JsonGenerator json, String name, @Nullable Object value) {
    if (value == null) {
      json.writeNullProperty(name);
    } else {
      json.writeStringProperty(
          name, value instanceof Instant at ? at.toString() : value.toString());
    }
  }
}
