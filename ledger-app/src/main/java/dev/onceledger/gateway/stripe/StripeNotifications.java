package dev.onceledger.gateway.stripe;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.stripe.exception.SignatureVerificationException;
import com.stripe.net.Webhook;
import dev.onceledger.api.Rejection;
import dev.onceledger.gateway.GatewayNotification;
import dev.onceledger.gateway.NotificationReader;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Stripe's webhook events. Who has no secret believes none of them. */
final class StripeNotifications implements NotificationReader {
  private static final String SIGNATURE = "Stripe-Signature";
  private static final long TOLERANCE_SECONDS = 300;

  private final @Nullable String secret;

  StripeNotifications(@Nullable String secret) {
    this.secret = secret;
  }

  @Override
  public GatewayNotification read(
      byte[] body, Function<String, @Nullable String> header, Instant now) {
    String payload = new String(body, UTF_8);
    if (!isSigned(payload, header.apply(SIGNATURE), now)) {
      throw new Rejection(
          Rejection.Reason.BAD_SIGNATURE,
          "the Stripe-Signature is missing, wrong or older than five minutes");
    }
    return EventMeaning.of(StripeEvent.parse(payload));
  }

  private boolean isSigned(String payload, @Nullable String signature, Instant now) {
    if (secret == null || signature == null) {
      return false;
    }
    try {
      return Webhook.Signature.verifyHeader(
          payload, signature, secret, TOLERANCE_SECONDS, Clock.fixed(now, ZoneOffset.UTC));
    } catch (SignatureVerificationException | RuntimeException e) {
      // The library stumbles over headers that are not of Stripe's form.
      return false;
    }
  }
}
