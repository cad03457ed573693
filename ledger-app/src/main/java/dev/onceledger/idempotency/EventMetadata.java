package dev.onceledger.idempotency;

import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.Scope;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.CreatePayment;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.store.LedgerEngine;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.axonframework.eventhandling.EventMessage;
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

  /** Whether the event was written by a client's request, and so tells of its claim. */
  static boolean isOfRequest(Map<String, ?> event) {
    return event.containsKey("claimedAt");
  }

  /** The claim under which a request wrote the event. */
  static Claim claimOf(Map<String, ?> event) {
    IdempotentRequest request = requestOf(event);
    Instant claimedAt = Instant.parse(text(event, "claimedAt"));
    String day = LocalDate.ofInstant(claimedAt, ZoneOffset.UTC).toString();
    int execution = Integer.parseInt(optional(event, "execution", "1"));
    return new Claim(
        execution == 1 ? Claim.Kind.FRESH : Claim.Kind.RECLAIMED,
        new Place(
            KeyHash.of(request.scope(), request.key()),
            LocalDate.parse(optional(event, "bucket", day))),
        claimedAt,
        execution);
  }

  /**
   * Makes sure that the reply after this event can be made again as it was sent.
   *
   * @throws IllegalStateException if a newer ledger sent it
   */
  static void requireKnownReply(Map<String, ?> event) {
    String format = optional(event, "replyFormat", REPLY_FORMAT);
    if (!format.equals(REPLY_FORMAT)) {
      throw new IllegalStateException(
          "a reply has the format "
              + format
              + ", which this ledger does not know; use a newer one");
    }
  }

  /** Names the command that wrote the event: those of one command have the same. */
  static String commandOf(EventMessage<?> event) {
    return optional(event.getMetaData(), "commandId", event.getIdentifier());
  }

  /** The request behind an intent, from what its event tells. */
  public static IdempotentRequest requestOf(Map<String, ?> intent) {
    return new IdempotentRequest(
        new Scope(text(intent, LedgerEngine.SCOPE)),
        new IdempotencyKey(text(intent, "idempotencyKey")),
        RequestFingerprint.parse(text(intent, "pointerHashes")),
        optional(intent, "token", RECOVERED),
        text(intent, "method"),
        text(intent, "path"),
        text(intent, "actor"),
        text(intent, "requestId"));
  }

  private static String text(Map<String, ?> intent, String name) {
    return Objects.requireNonNull((String) intent.get(name), name);
  }

  /** What events of before do not tell. */
  private static String optional(Map<String, ?> event, String name, String otherwise) {
    return event.get(name) instanceof String told ? told : otherwise;
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
    data.put("commandId", message.getIdentifier());
    data.put("replyFormat", REPLY_FORMAT);
    if (message.getPayload() instanceof RecordOutcome outcome) {
      data.put("send", Integer.toString(outcome.evidence().send()));
    } else if (message.getPayload() instanceof PaymentCommand.Request
        && Claim.current().isPresent()) {
      // Axon asks for this also when it wraps an answer that wrote no event.
      Claim claim = Claim.current().get();
      data.put("pointerHashes", request.fingerprint().text());
      data.put("method", request.method());
      data.put("path", request.path());
      data.put("claimedAt", claim.createdAt().toString());
      data.put("bucket", claim.place().bucket().toString());
      data.put("execution", Integer.toString(claim.attempts()));
      data.put("token", request.token());
    }
    if (message.getPayload() instanceof CreatePayment create) {
      data.put("attempt", Integer.toString(create.attempt()));
    }
    return data;
  }
}
