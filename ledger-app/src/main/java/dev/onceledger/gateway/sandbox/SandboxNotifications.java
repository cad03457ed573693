package dev.onceledger.gateway.sandbox;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.gateway.GatewayNotification;
import dev.onceledger.gateway.NotificationReader;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads what the sandbox tells, once its signature is checked. */
final class SandboxNotifications implements NotificationReader {
  private final @Nullable NotificationSecret secret;

  /**
   * @param secret null if there is none: then every notification is refused
   */
  SandboxNotifications(@Nullable NotificationSecret secret) {
    this.secret = secret;
  }

  @Override
  public GatewayNotification read(
      byte[] body, Function<String, @Nullable String> header, Instant now) {
    checkSignature(body, header.apply(NotificationSignature.HEADER), now);
    return NotificationJson.read(body);
  }

  private void checkSignature(byte[] body, @Nullable String header, Instant now) {
    if (secret == null) {
      throw bad("the ledger was given no secret with which to check it");
    }
    NotificationSignature signature =
        NotificationSignature.parse(header)
            .orElseThrow(
                () -> bad("the header Gateway-Signature is sent once, as t=<seconds>,v1=<hex>"));
    if (!signature.isOf(secret, body)) {
      throw bad("no signature in it is made with the secret over these bytes");
    }
    if (!signature.isRecent(now)) {
      throw bad("its time is more than five minutes away from the ledger's");
    }
  }

  private static Rejection bad(String detail) {
    return new Rejection(Reason.BAD_SIGNATURE, detail);
  }
}
