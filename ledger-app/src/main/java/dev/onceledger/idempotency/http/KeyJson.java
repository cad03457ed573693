package dev.onceledger.idempotency.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.onceledger.idempotency.IdempotencyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
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

  private static void problem(JsonGenerator json, IdempotencyRecord record) {
    if (record.problem() == null) {
      json.writeNullProperty("problem");
      return;
    }
    json.writeObjectPropertyStart("problem");
    json.writeStringProperty("type", "/problems/" + record.problem().name());
    json.writeStringProperty("detail", record.problem().detail());
    json.writeEndObject();
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
