package dev.onceledger.gateway.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.gateway.GatewayNotification;
import dev.onceledger.gateway.GatewayNotification.Kind;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The body of a notification, read strictly: types are not converted, and no member stands twice.
 * Members that are not known are left alone, because a gateway may add some.
 */
final class NotificationJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final Pattern NAME = Pattern.compile("[\\x21-\\x7e]{1,255}");
  private static final Pattern INSTANT =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z");
  private static final Set<Kind> TOLD =
      EnumSet.complementOf(EnumSet.of(Kind.CHANGED, Kind.IRRELEVANT));

  private NotificationJson() {}

  /**
   * What a body says.
   *
   * @throws Rejection malformed-request, with the place and no value
   */
  static GatewayNotification read(byte[] bytes) {
    ObjectNode body = object(bytes);
    Kind kind = kind(body);
    GatewayReference reference = reference(body, kind.isDispute());
    return new GatewayNotification(
        matching(body, "id", NAME),
        kind,
        operationId(body),
        reference,
        kind.isDispute() ? reference : null,
        amount(body, kind == Kind.SUCCEEDED || kind.isDispute()),
        version(body),
        occurredAt(body));
  }

  /** Decoded here: the parser would guess the encoding, and is lenient with what is no UTF-8. */
  private static ObjectNode object(byte[] bytes) {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (MAPPER.readTree(text) instanceof ObjectNode object) {
        return object;
      }
    } catch (CharacterCodingException | JacksonException e) {
      // Told below; their own words would repeat parts of the body.
    }
    throw malformed("the body is one JSON object in UTF-8 without duplicate members", "");
  }

  private static Kind kind(ObjectNode body) {
    String name = text(body, "outcome");
    return TOLD.stream()
        .filter(kind -> kind.name().equals(name))
        .findFirst()
        .orElseThrow(() -> malformed("the outcome is none of the contract's", "/outcome"));
  }

  private static OperationId operationId(ObjectNode body) {
    return OperationId.parse(text(body, "operationId"))
        .orElseThrow(() -> malformed("the operation id is none of the ledger's", "/operationId"));
  }

  private static @Nullable GatewayReference reference(ObjectNode body, boolean required) {
    return required || body.hasNonNull("gatewayReference")
        ? new GatewayReference(matching(body, "gatewayReference", NAME))
        : null;
  }

  private static @Nullable Money amount(ObjectNode body, boolean required) {
    if (!required && !body.hasNonNull("amount")) {
      return null;
    }
    JsonNode amount = body.path("amount");
    JsonNode minor = amount.path("minor");
    JsonNode currency = amount.path("currency");
    if (!isWhole(minor, Money.REQUEST_MINOR_MAX)) {
      throw malformed("an amount has a whole number of minor units", "/amount/minor");
    }
    Optional<CurrencyCode> code =
        currency.isString() ? CurrencyCode.find(currency.stringValue()) : Optional.empty();
    return new Money(
        minor.longValue(),
        code.orElseThrow(
            () -> malformed("an amount has a currency of ISO 4217", "/amount/currency")));
  }

  private static int version(ObjectNode body) {
    JsonNode version = body.path("version");
    if (!isWhole(version, Integer.MAX_VALUE)) {
      throw malformed("the version is a whole number from 1", "/version");
    }
    return version.intValue();
  }

  private static boolean isWhole(JsonNode node, long most) {
    return node.isIntegralNumber()
        && node.canConvertToLong()
        && node.longValue() >= 1
        && node.longValue() <= most;
  }

  private static Instant occurredAt(ObjectNode body) {
    try {
      return Instant.parse(matching(body, "occurredAt", INSTANT));
    } catch (DateTimeException e) {
      throw malformed("there is no such time", "/occurredAt");
    }
  }

  private static String matching(ObjectNode body, String member, Pattern form) {
    String text = text(body, member);
    if (!form.matcher(text).matches()) {
      throw malformed("the member is not of its form", "/" + member);
    }
    return text;
  }

  private static String text(ObjectNode body, String member) {
    JsonNode node = body.path(member);
    if (!node.isString()) {
      throw malformed("the member is a string and has to be there", "/" + member);
    }
    return node.stringValue();
  }

  private static Rejection malformed(String detail, String pointer) {
    return new Rejection(Reason.MALFORMED_REQUEST, detail, List.of(pointer));
  }
}
