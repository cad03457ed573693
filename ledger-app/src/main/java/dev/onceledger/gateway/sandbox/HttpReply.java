package dev.onceledger.gateway.sandbox;

import static java.lang.System.Logger.Level.DEBUG;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/** Ends an exchange with a JSON body. */
final class HttpReply {
  private static final System.Logger LOG = System.getLogger(HttpReply.class.getName());

  private HttpReply() {}

  static void send(HttpExchange exchange, int status, Object body) {
    byte[] json = SandboxJson.MAPPER.writeValueAsBytes(body);
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(status, json.length);
      exchange.getResponseBody().write(json);
    } catch (IOException e) {
      LOG.log(DEBUG, "the caller did not wait for the answer", e);
    }
  }
}
