package dev.onceledger.idempotency;

import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.Scope;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.CreatePayment;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.store.LedgerEngine;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.axonframework.messaging.Message;
import org.axonframework.messaging.correlation.CorrelationDataProvider;

/**
 * What every event tells of the request behind it, as text. From it the records of the retention
 * window can be made anew.
 */
public final class EventMetadata implements CorrelationDataProvider {
  /** The version of the reply's format; a reply made anew from events must be told apart. */
  private static final String REPLY_FORMAT = "1";

  /** The token of a request that no try of its own stands behind. */
  private static final String RECOVERED = "recovered";

  private final Clock clock;

  public EventMetadata(Clock clock) {
    this.clock = clock;
  }

  /** The request behind an intent, from what its event tells. */
  public static IdempotentRequest requestOf(Map<String, ?> intent) {
    return new IdempotentRequest(
        new Scope(text(intent, LedgerEngine.SCOPE)),
        new IdempotencyKey(text(intent, "idempotencyKey")),
        RequestFingerprint.parse(text(intent, "pointerHashes")),
        RECOVERED,
        text(intent, "method"),
        text(intent, "path"),
        text(intent, "actor"),
        text(intent, "requestId"));
  }

  private static String text(Map<String, ?> intent, String name) {
    return Objects.requireNonNull((String) intent.get(name), name);
  }

  @Override
  public Map<String, ?> correlationDataFor(Message<?> message) {
    if (!(message.getMetaData().get(IdempotencyInterceptor.REQUEST)
        instanceof IdempotentRequest request)) {
      return Map.of();
    }
    Map<String, String> data = new LinkedHashMap<>();
    data.put(LedgerEngine.SCOPE, request.scope().value());
    data.put("actor", request.actor());
    data.put("idempotencyKey", request.key().value());
    data.put("fingerprint", request.fingerprint().whole().value());
    data.put("requestId", request.requestId());
    if (message.getPayload() instanceof RecordOutcome outcome) {
      data.put("send", Integer.toString(outcome.evidence().send()));
      data.put("replyFormat", REPLY_FORMAT);
    } else if (message.getPayload() instanceof PaymentCommand.Request) {
      data.put("pointerHashes", request.fingerprint().text());
      data.put("method", request.method());
      data.put("path", request.path());
      data.put("claimedAt", clock.instant().toString());
    }
    if (message.getPayload() instanceof CreatePayment create) {
      data.put("attempt", Integer.toString(create.attempt()));
    }
    return data;
  }
}
