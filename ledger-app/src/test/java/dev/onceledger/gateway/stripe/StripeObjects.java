package dev.onceledger.gateway.stripe;

import dev.onceledger.api.payment.GatewayCall;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Objects of Stripe's API with the fields of its reference, as JSON. */
final class StripeObjects {
  private static final JsonMapper JSON = new JsonMapper();

  private StripeObjects() {}

  /** A PaymentIntent of a call that opens one, 1999 EUR cents. */
  static Json intent(GatewayCall call, String status) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("onceledger_payment", call.paymentId().value());
    metadata.put("onceledger_operation", call.operationId().value());
    metadata.put("onceledger_key", call.key().value());
    boolean manual = !call.kind().name().equals("CHARGE");
    return new Json()
        .with("id", Calls.INTENT)
        .with("object", "payment_intent")
        .with("amount", 1999)
        .with("amount_capturable", status.equals("requires_capture") ? 1999 : 0)
        .with("amount_received", status.equals("succeeded") ? 1999 : 0)
        .with("cancellation_reason", null)
        .with("capture_method", manual ? "manual" : "automatic")
        .with("client_secret", Calls.INTENT + "_secret_YrKJUKribcBjcG8HVhfZluoGH")
        .with("created", 1_790_000_000)
        .with("currency", "eur")
        .with("last_payment_error", null)
        .with("latest_charge", null)
        .with("livemode", false)
        .with("metadata", metadata)
        .with("next_action", null)
        .with("payment_method_types", new String[] {"card"})
        .with("status", status);
  }

  /** The authorization that a capture, void or refund acts on, made by some earlier call. */
  static Json target(String status) {
    return intent(Calls.authorize(), status);
  }

  static Json charge(String status) {
    return new Json()
        .with("id", "ch_3MmlLrLkdIwHu7ix0snN0B15")
        .with("object", "charge")
        .with("captured", false)
        .with("status", status);
  }

  static Json refund(GatewayCall call, String status) {
    return new Json()
        .with("id", "re_1Nispe2eZvKYlo2Cd31jOCgZ")
        .with("object", "refund")
        .with("amount", 700)
        .with("currency", "eur")
        .with("created", 1_790_000_100)
        .with("payment_intent", Calls.INTENT)
        .with("metadata", Marks.of(call))
        .with("status", status);
  }

  static Json page(String object, boolean hasMore, Json... data) {
    return new Json()
        .with("object", object)
        .with("url", "/v1/refunds")
        .with("has_more", hasMore)
        .with("data", Arrays.stream(data).map(json -> json.fields).toList());
  }

  static Json error(String type, @Nullable String code) {
    return wrapped(
        new Json()
            .with("type", type)
            .with("code", code)
            .with("message", "No such payment_method: 'pm_card_visa'"));
  }

  static Json refused(String code, Json intent) {
    return wrapped(
        new Json()
            .with("type", "invalid_request_error")
            .with("code", code)
            .with("message", "This PaymentIntent's state does not allow that.")
            .with("payment_intent", intent));
  }

  static Json cardError(String code, @Nullable String declineCode, Json intent) {
    return wrapped(
        new Json()
            .with("type", "card_error")
            .with("code", code)
            .with("decline_code", declineCode)
            .with("message", "Your card was declined.")
            .with("payment_intent", intent));
  }

  private static Json wrapped(Json error) {
    return new Json().with("error", error);
  }

  /** Fields in the making. */
  static final class Json {
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    Json with(String name, @Nullable Object value) {
      fields.put(name, value instanceof Json json ? json.fields : value);
      return this;
    }

    /** Adds to the metadata. */
    @SuppressWarnings("unchecked")
    Json marked(String name, String value) {
      Map<String, @Nullable Object> all = new LinkedHashMap<>();
      Object present = fields.get("metadata");
      if (present != null) {
        all.putAll((Map<String, Object>) present);
      }
      all.put(name, value);
      fields.put("metadata", all);
      return this;
    }

    Json without(String name) {
      fields.remove(name);
      return this;
    }

    @Override
    public String toString() {
      return JSON.writeValueAsString(fields);
    }
  }
}
