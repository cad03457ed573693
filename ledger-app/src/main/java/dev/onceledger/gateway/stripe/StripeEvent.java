package dev.onceledger.gateway.stripe;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.GatewayReference;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An event of Stripe, read field by field: the classes of the library expect the shapes of one
 * version of the API, and an endpoint may have been made under another.
 */
record StripeEvent(String id, String type, Instant created, JsonNode object) {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final int ID_LENGTH_MAX = 255;

  /** Throws {@link Rejection} malformed-request if it is none. */
  static StripeEvent parse(String payload) {
    try {
      JsonNode event = MAPPER.readTree(payload);
      JsonNode id = event.path("id");
      JsonNode type = event.path("type");
      JsonNode created = event.path("created");
      JsonNode object = event.path("data").path("object");
      if (isName(id) && isName(type) && created.canConvertToLong() && object.isObject()) {
        return new StripeEvent(
            id.asString(), type.asString(), Instant.ofEpochSecond(created.asLong()), object);
      }
    } catch (JacksonException | DateTimeException e) {
      throw malformed();
    }
    throw malformed();
  }

  private static boolean isName(JsonNode node) {
    return node.isString()
        && !node.asString().isEmpty()
        && node.asString().length() <= ID_LENGTH_MAX;
  }

  static Rejection malformed() {
    return new Rejection(
        Rejection.Reason.MALFORMED_REQUEST, "this is not a snapshot event of Stripe as expected");
  }

  /** A field of the object as text; empty text if it has none. */
  String text(String field) {
    JsonNode node = object.path(field);
    return node.isString() ? node.asString() : "";
  }

  /** Whether the object says that it has no such thing; not the same as saying nothing. */
  boolean isNull(String field) {
    return object.path(field).isNull();
  }

  String metadata(String key) {
    JsonNode node = object.path("metadata").path(key);
    return node.isString() ? node.asString() : "";
  }

  /** The object's own id, or that of another, which may be there in full. */
  Optional<GatewayReference> reference(String field) {
    JsonNode node = object.path(field);
    JsonNode id = node.isObject() ? node.path("id") : node;
    return StripeAnswers.reference(id.isString() ? id.asString() : null);
  }

  /** An amount in the object's currency. */
  Optional<Money> amount(String field) {
    JsonNode units = object.path(field);
    return units.isIntegralNumber() && units.canConvertToLong()
        ? StripeAmounts.fromStripe(units.asLong(), text("currency"))
        : Optional.empty();
  }
}
