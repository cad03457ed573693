package dev.onceledger.gateway.sandbox;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
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
 */
@ConfigurationProperties("ledger.gateway.sandbox")
public record SandboxSettings(
    @DefaultValue("true") boolean enabled,
    @Nullable URI url,
    @Nullable Path dataDirectory,
    @DefaultValue("2000") int connectTimeoutMillis,
    @DefaultValue("5000") int readTimeoutMillis,
    @DefaultValue("120") int lateAfterSeconds) {

  public SandboxSettings {
    if (connectTimeoutMillis < 1 || readTimeoutMillis < 1 || lateAfterSeconds < 1) {
      throw new IllegalArgumentException("ledger.gateway.sandbox: times are positive");
    }
  }

  Duration connectTimeout() {
    return Duration.ofMillis(connectTimeoutMillis);
  }

  Duration readTimeout() {
    return Duration.ofMillis(readTimeoutMillis);
  }

  Duration lateAfter() {
    return Duration.ofSeconds(lateAfterSeconds);
  }
}
