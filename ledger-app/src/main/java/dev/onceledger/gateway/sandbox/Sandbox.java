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
  private final Gateway gateway;

  private Sandbox(@Nullable SandboxServer inside, URI uri, SandboxSettings settings) {
    this.inside = inside;
    this.uri = uri;
    this.gateway = new SandboxGateway(NAME, uri, settings.connectTimeout(), settings.readTimeout());
  }

  /**
   * Opens what the settings describe.
   *
   * @param defaultDirectory keeps the account of a sandbox inside if the settings name no directory
   * @throws UncheckedIOException if the directory is in use by another sandbox, or damaged
   */
  public static Sandbox open(SandboxSettings settings, Path defaultDirectory) {
    if (settings.url() != null) {
      return new Sandbox(null, settings.url(), settings);
    }
    Path directory = Optional.ofNullable(settings.dataDirectory()).orElse(defaultDirectory);
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try {
      SandboxServer server =
          new SandboxServer(anyPort, directory, SandboxTimes.lateAfter(settings.lateAfter()), null);
      return new Sandbox(server, server.uri(), settings);
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
   *
   * @param secret signs them
   */
  public void notifyAt(URI url, String secret) {
    if (inside != null) {
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
