package dev.onceledger.gateway;

import dev.onceledger.api.Rejection;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads what one gateway tells of its own accord, and makes sure that it was this gateway. */
@FunctionalInterface
public interface NotificationReader {
  /**
   * Reads one notification.
   *
   * @param body the raw bytes, as they were signed
   * @param header gives the value of a header by its name; null if it was not sent once
   * @param now for the tolerance of the signature's time
   * @throws Rejection bad-signature, or malformed-request if it is signed and cannot be read
   */
  GatewayNotification read(byte[] body, Function<String, @Nullable String> header, Instant now);
}
