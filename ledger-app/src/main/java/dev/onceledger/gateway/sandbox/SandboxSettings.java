package dev.onceledger.gateway.sandbox;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The sandbox as the ledger uses it.
 *
 * @param enabled whether the ledger has a sandbox at all
 * @param url where a sandbox of its own program listens; none starts one inside the ledger
 * @param dataDirectory where the one inside keeps its account
 * @param readTimeoutMillis bounds a whole exchange
 * @param lateAfterSeconds how long the one inside holds a send that arrives late
 * @param authorizationValidSeconds how long what it authorizes can be captured
 * @param notificationSecret signs what it notifies; without one and without a file a sandbox inside
 *     gets a random one, and nothing is taken of one outside
 * @param notificationSecretFile keeps the secret instead
 */
@ConfigurationProperties("ledger.gateway.sandbox")
public record SandboxSettings(
    @DefaultValue("true") boolean enabled,
    @Nullable URI url,
    @Nullable Path dataDirectory,
    @DefaultValue("2000") int connectTimeoutMillis,
    @DefaultValue("5000") int readTimeoutMillis,
    @DefaultValue("120") int lateAfterSeconds,
    @DefaultValue("604800") int authorizationValidSeconds,
    @Nullable String notificationSecret,
    @Nullable Path notificationSecretFile) {

  public SandboxSettings {
    if (connectTimeoutMillis < 1
        || readTimeoutMillis < 1
        || lateAfterSeconds < 1
        || authorizationValidSeconds < 1) {
      throw new IllegalArgumentException("ledger.gateway.sandbox: times are positive");
    }
    if (notificationSecret != null && notificationSecretFile != null) {
      throw new IllegalArgumentException(
          "ledger.gateway.sandbox: give notification-secret or notification-secret-file, not both");
    }
  }

  Duration connectTimeout() {
    return Duration.ofMillis(connectTimeoutMillis);
  }

  Duration readTimeout() {
    return Duration.ofMillis(readTimeoutMillis);
  }

  Duration authorizationValid() {
    return Duration.ofSeconds(authorizationValidSeconds);
  }

  /** The times of a sandbox inside. */
  SandboxTimes times() {
    return SandboxTimes.of(Duration.ofSeconds(lateAfterSeconds), authorizationValid());
  }

  /**
   * The secret that is given, if any.
   *
   * @throws IllegalArgumentException if it is blank, or its file cannot be read
   */
  Optional<NotificationSecret> secret() {
    return notificationSecretFile == null
        ? Optional.ofNullable(notificationSecret).map(NotificationSecret::new)
        : Optional.of(NotificationSecret.read(notificationSecretFile));
  }

  /** Leaves the secret out, so that it never reaches a log. */
  @Override
  public String toString() {
    return "SandboxSettings[enabled=" + enabled + ", url=" + url + "]";
  }
}
