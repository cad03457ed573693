package dev.onceledger.gateway.sandbox;

import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.gateway.Gateway;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The sandbox that a ledger uses: one that runs as a program of its own, or else one inside, which
 * ends when this is closed.
 */
public final class Sandbox implements AutoCloseable {
  private static final GatewayName NAME = new GatewayName("sandbox");

  private final @Nullable SandboxServer inside;
  private final URI uri;
  private final @Nullable NotificationSecret secret;
  private final Gateway gateway;

  private Sandbox(
      @Nullable SandboxServer inside,
      URI uri,
      SandboxSettings settings,
      @Nullable NotificationSecret secret) {
    this.inside = inside;
    this.uri = uri;
    this.secret = secret;
    this.gateway =
        new SandboxGateway(
            NAME,
            uri,
            settings.connectTimeout(),
            settings.readTimeout(),
            settings.authorizationValid(),
            new SandboxNotifications(secret));
  }

  /**
   * Opens what the settings describe.
   *
   * @param defaultDirectory keeps the account of a sandbox inside if the settings name no directory
   * @throws UncheckedIOException if the directory is in use by another sandbox, or damaged
   * @throws IllegalArgumentException if the secret is blank, or its file cannot be read
   */
  public static Sandbox open(SandboxSettings settings, Path defaultDirectory) {
    Optional<NotificationSecret> given = settings.secret();
    if (settings.url() != null) {
      return new Sandbox(null, settings.url(), settings, given.orElse(null));
    }
    Path directory = Optional.ofNullable(settings.dataDirectory()).orElse(defaultDirectory);
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try {
      SandboxServer server = new SandboxServer(anyPort, directory, settings.times(), null);
      NotificationSecret secret = given.orElseGet(NotificationSecret::random);
      return new Sandbox(server, server.uri(), settings, secret);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Gateway gateway() {
    return gateway;
  }

  /** Where it listens; {@code /account} there shows what it really executed. */
  public URI uri() {
    return uri;
  }

  /**
   * Tells a sandbox inside where to send its notifications, as soon as the ledger listens. One of
   * its own program is told by its options and keeps to them.
   */
  public void notifyAt(URI url) {
    if (inside != null && secret != null) {
      inside.notifyBy(new Notifier(url, secret));
    }
  }

  /** Ends a sandbox inside. One of its own program goes on. */
  @Override
  public void close() {
    if (inside != null) {
      inside.close();
    }
  }
}
