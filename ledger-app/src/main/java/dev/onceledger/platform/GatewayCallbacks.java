package dev.onceledger.platform;

import dev.onceledger.gateway.sandbox.Sandbox;
import java.net.InetAddress;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.servlet.context.ServletWebServerInitializedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Tells the sandbox inside where it can notify the ledger, once the ledger listens. */
@Component
class GatewayCallbacks {
  private static final String PATH = "/v1/gateways/sandbox/notifications";

  private final ObjectProvider<Sandbox> sandboxes;
  private final ServerProperties server;
  private final ApplicationContext context;

  GatewayCallbacks(
      ObjectProvider<Sandbox> sandboxes, ServerProperties server, ApplicationContext context) {
    this.sandboxes = sandboxes;
    this.server = server;
    this.context = context;
  }

  /** The server of the management port has a context of its own, whose events arrive here too. */
  @EventListener
  void listening(ServletWebServerInitializedEvent event) {
    if (event.getApplicationContext() == context) {
      URI url = address(server.getAddress(), event.getWebServer().getPort());
      sandboxes.ifAvailable(sandbox -> sandbox.notifyAt(url));
    }
  }

  /** Where it is to be called from inside. One that listens everywhere does so at localhost. */
  static URI address(@Nullable InetAddress bound, int port) {
    if (bound == null || bound.isAnyLocalAddress()) {
      return URI.create("http://localhost:" + port + PATH);
    }
    String host = bound.getHostAddress();
    String literal = host.contains(":") ? "[" + host + "]" : host;
    return URI.create("http://" + literal + ":" + port + PATH);
  }
}
