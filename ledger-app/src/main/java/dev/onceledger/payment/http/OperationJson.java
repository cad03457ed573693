package dev.onceledger.payment.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.onceledger.gateway.GatewayNotification;
import dev.onceledger.payment.drive.OpenOperation;
import dev.onceledger.payment.drive.StoredNotification;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.ByteArrayBuilder;
import tools.jackson.databind.json.JsonMapper;

/** What is in doubt, and what gateways told, as operators read it. */
final class OperationJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private OperationJson() {}

  /** An operation whose outcome is not known, with its payment. */
  static byte[] write(OpenOperation operation, byte[] payment) {
    ByteArrayBuilder out = new ByteArrayBuilder();
    try (JsonGenerator json = MAPPER.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringProperty("id", operation.id().value());
      json.writeStringProperty("paymentId", operation.paymentId().value());
      json.writeStringProperty("scope", operation.scope());
      json.writeStringProperty("kind", operation.kind().name());
      json.writeStringProperty("state", "PROCESSING");
      json.writeStringProperty("gateway", operation.gateway().value());
      json.writeNumberProperty("attempts", operation.sends());
      text(json, "requestedAt", operation.requestedAt());
      json.writeNumberProperty("ageSeconds", operation.ageSeconds());
      json.writeNumberProperty("inquiries", operation.inquiries());
      text(json, "lastEvidence", operation.lastEvidence());
      text(json, "lastInquiryAt", operation.lastInquiryAt());
      text(json, "nextInquiryAt", operation.nextInquiryAt());
      json.writeName("payment").writeRawValue(new String(payment, UTF_8));
      json.writeEndObject();
    }
    return out.toByteArray();
  }

  static byte[] write(StoredNotification notification) {
    GatewayNotification told = notification.told();
    ByteArrayBuilder out = new ByteArrayBuilder();
    try (JsonGenerator json = MAPPER.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringProperty("id", told.eventId());
      json.writeStringProperty("status", notification.status().name());
      text(json, "note", notification.note());
      json.writeNumberProperty("tries", notification.tries());
      json.writeStringProperty("outcome", told.kind().name());
      text(json, "operationId", told.operationId());
      text(json, "gatewayReference", told.gatewayReference());
      text(json, "occurredAt", told.occurredAt());
      text(json, "receivedAt", notification.receivedAt());
      json.writeEndObject();
    }
    return out.toByteArray();
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
