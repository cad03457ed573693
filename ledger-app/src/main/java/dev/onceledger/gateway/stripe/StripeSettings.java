package dev.onceledger.gateway.stripe;

import dev.onceledger.api.payment.GatewayName;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Stripe as the ledger uses it. {@link #toString()} shows no secret.
 *
 * @param enabled whether payments can be sent to Stripe at all
 * @param name under which requests choose it
 * @param secretKeyFile a file that holds the secret key; preferred to the key itself
 * @param secretKey the secret key, {@code sk_...}, or a restricted one, {@code rk_...}
 * @param webhookSecretFile a file that holds the webhook secret
 * @param webhookSecret the secret of the webhook endpoint, {@code whsec_...}; without one no
 *     notification is believed
 * @param readTimeoutMillis bounds a whole exchange; shorter than the lease of an operation
 */
@ConfigurationProperties("ledger.gateway.stripe")
public record StripeSettings(
    @DefaultValue("false") boolean enabled,
    @DefaultValue("stripe") GatewayName name,
    @Nullable Path secretKeyFile,
    @Nullable String secretKey,
    @Nullable Path webhookSecretFile,
    @Nullable String webhookSecret,
    @DefaultValue("https://api.stripe.com") URI apiBase,
    @DefaultValue("5000") int connectTimeoutMillis,
    @DefaultValue("20000") int readTimeoutMillis) {
  private static final String PREFIX = "ledger.gateway.stripe.";
  private static final Pattern SECRET_KEY = Pattern.compile("(sk|rk)_[A-Za-z0-9_]{1,250}");
  private static final Pattern WEBHOOK_SECRET = Pattern.compile("whsec_[\\x21-\\x7e]{1,250}");
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  public StripeSettings {
    secretKey = blankToNull(secretKey);
    webhookSecret = blankToNull(webhookSecret);
    if (connectTimeoutMillis < 1 || readTimeoutMillis < 1) {
      throw new IllegalArgumentException("ledger.gateway.stripe: times are positive");
    }
    if (!isSafe(apiBase)) {
      throw new IllegalArgumentException(
          PREFIX + "api-base must be https:// and a host; http:// is for this machine only");
    }
  }

  private static @Nullable String blankToNull(@Nullable String text) {
    return text == null || text.isBlank() ? null : text;
  }

  private static boolean isSafe(URI base) {
    String host = base.getHost();
    return host != null
        && base.getRawQuery() == null
        && ("https".equals(base.getScheme())
            || ("http".equals(base.getScheme()) && LOOPBACK.contains(host)));
  }

  Duration connectTimeout() {
    return Duration.ofMillis(connectTimeoutMillis);
  }

  Duration readTimeout() {
    return Duration.ofMillis(readTimeoutMillis);
  }

  /** Reads the secret key; throws {@link IllegalArgumentException} if there is none. */
  String readSecretKey() {
    return read("secret-key", secretKeyFile, secretKey, SECRET_KEY, "sk_ or rk_")
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Stripe is enabled without a key: set "
                        + PREFIX
                        + "secret-key-file to a file that holds the account's secret key"));
  }

  /** Reads the webhook secret; empty if none is set. */
  Optional<String> readWebhookSecret() {
    return read("webhook-secret", webhookSecretFile, webhookSecret, WEBHOOK_SECRET, "whsec_");
  }

  private static Optional<String> read(
      String name, @Nullable Path file, @Nullable String value, Pattern form, String start) {
    if (file != null && value != null) {
      throw new IllegalArgumentException(
          "set either " + PREFIX + name + "-file or " + PREFIX + name + ", not both");
    }
    if (file == null && value == null) {
      return Optional.empty();
    }
    String secret = value == null ? content(name, file) : value.strip();
    if (!form.matcher(secret).matches()) {
      throw new IllegalArgumentException(
          PREFIX + name + " holds something else: it must be one that starts with " + start);
    }
    return Optional.of(secret);
  }

  private static String content(String name, @Nullable Path file) {
    try {
      return file == null ? "" : Files.readString(file).strip();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          PREFIX + name + "-file names a file that cannot be read: " + file, e);
    }
  }

  @Override
  public String toString() {
    return "StripeSettings[enabled=" + enabled + ", name=" + name + ", apiBase=" + apiBase + "]";
  }
}
