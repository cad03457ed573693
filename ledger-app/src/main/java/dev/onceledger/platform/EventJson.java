package dev.onceledger.platform;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.onceledger.api.Fingerprint;
import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentMethod;
import java.io.IOException;
import java.util.function.Function;

/**
 * How events become JSON. It is a database format: what it wrote once it reads for ever.
 *
 * <p>Types that hold one text are that text; everything else is its components by name.
 */
final class EventJson {
  private EventJson() {}

  static ObjectMapper mapper() {
    return JsonMapper.builder()
        .visibility(PropertyAccessor.ALL, Visibility.NONE)
        .visibility(PropertyAccessor.FIELD, Visibility.ANY)
        .visibility(PropertyAccessor.CREATOR, Visibility.ANY)
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .addModule(new JavaTimeModule())
        .addModule(texts())
        .build();
  }

  private static SimpleModule texts() {
    SimpleModule module = new SimpleModule("texts");
    text(module, Fingerprint.class, Fingerprint::value, Fingerprint::new);
    text(module, IdempotencyKey.class, IdempotencyKey::value, IdempotencyKey::new);
    text(module, Reference.class, Reference::value, Reference::new);
    text(module, Scope.class, Scope::value, Scope::new);
    text(module, CurrencyCode.class, CurrencyCode::code, CurrencyCode::new);
    text(module, GatewayName.class, GatewayName::value, GatewayName::new);
    text(module, GatewayReference.class, GatewayReference::value, GatewayReference::new);
    text(module, OperationId.class, OperationId::value, OperationId::new);
    text(module, PaymentId.class, PaymentId::value, PaymentId::new);
    text(module, PaymentMethod.class, PaymentMethod::token, PaymentMethod::new);
    return module;
  }

  private static <T> void text(
      SimpleModule module, Class<T> type, Function<T, String> write, Function<String, T> read) {
    module.addSerializer(
        new StdSerializer<>(type) {
          private static final long serialVersionUID = 1L;

          @Override
          public void serialize(T value, JsonGenerator json, SerializerProvider provider)
              throws IOException {
            json.writeString(write.apply(value));
          }
        });
    module.addDeserializer(
        type,
        new StdDeserializer<>(type) {
          private static final long serialVersionUID = 1L;

          @Override
          public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
            return read.apply(json.getText());
          }
        });
  }
}
