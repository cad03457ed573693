package dev.onceledger.idempotency;

import java.util.List;
import org.axonframework.eventhandling.DomainEventMessage;

/** Gives the reply that a payment gave after some of its events, byte for byte. */
@FunctionalInterface
public interface PastReplies {
  /**
   * The reply after the last of these events.
   *
   * @param events the payment's, from its first on
   * @param position the place of the last of them in the whole store
   */
  Reply after(List<? extends DomainEventMessage<?>> events, long position);
}
