package dev.onceledger.gateway;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayName;

/**
 * A payment gateway. Every method blocks, bounded by the adapter's own time-outs, and answers: what
 * goes wrong on the way is an answer too ({@link GatewayAnswer.Outcome#NOT_SENT}, {@link
 * GatewayAnswer.Outcome#IN_DOUBT}) and never an exception.
 *
 * <p>It is called outside any database transaction.
 */
public interface Gateway {
  GatewayName name();

  GatewayTraits traits();

  /** Reads what it tells of its own accord. */
  NotificationReader notifications();

  /** Does what the call asks, at most once per key however often it is sent. */
  GatewayAnswer execute(GatewayCall call);

  /**
   * What became of the call's key. Changes nothing at the gateway. An authorization that has run
   * out answers EXPIRED.
   */
  GatewayAnswer inquire(GatewayCall call);

  /**
   * Fences the call's key: if the gateway has not executed it yet, it never will. Answers CLOSED
   * then, and what became of the key otherwise. A gateway that does not close by key can do so only
   * to what it has taken already, and answers UNKNOWN for the rest.
   */
  GatewayAnswer close(GatewayCall call);
}
