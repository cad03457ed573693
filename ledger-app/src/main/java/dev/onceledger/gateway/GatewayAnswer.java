package dev.onceledger.gateway;

import dev.onceledger.api.payment.GatewayReference;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway answered, or what the lack of an answer proves.
 *
 * @param gatewayReference the gateway's name for what it did; present when it SUCCEEDED or has
 *     EXPIRED
 * @param reason why it was declined, as a short lower-case name such as {@code insufficient-funds};
 *     present when it was DECLINED
 */
public record GatewayAnswer(
    Outcome outcome, @Nullable GatewayReference gatewayReference, @Nullable String reason) {

  /** What is known after the exchange. */
  public enum Outcome {
    /** Done. */
    SUCCEEDED,
    /** Authorized, and what was not captured of it can no longer be: it ran out, or was let go. */
    EXPIRED,
    /** Refused for good under this key. */
    DECLINED,
    /** Taken, not decided yet. */
    PENDING,
    /** An inquiry or a close that does not know the key. Proves nothing: it may be on its way. */
    UNKNOWN,
    /** Fenced: not executed, and never will be under this key. */
    CLOSED,
    /** Surely nothing reached the gateway, for example because no connection came about. */
    NOT_SENT,
    /** It may or may not have been done: no answer, a cut connection, a server error. */
    IN_DOUBT
  }

  public static GatewayAnswer succeeded(GatewayReference reference) {
    return new GatewayAnswer(Outcome.SUCCEEDED, reference, null);
  }

  public static GatewayAnswer expired(GatewayReference reference) {
    return new GatewayAnswer(Outcome.EXPIRED, reference, null);
  }

  public static GatewayAnswer declined(String reason, @Nullable GatewayReference reference) {
    return new GatewayAnswer(Outcome.DECLINED, reference, reason);
  }

  /** An outcome that needs no more words: PENDING, UNKNOWN, CLOSED, NOT_SENT or IN_DOUBT. */
  public static GatewayAnswer of(Outcome outcome) {
    return new GatewayAnswer(outcome, null, null);
  }
}
