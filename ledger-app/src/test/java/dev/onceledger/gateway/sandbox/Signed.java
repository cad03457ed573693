package dev.onceledger.gateway.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.onceledger.gateway.GatewayNotification;
import java.time.Instant;
import java.util.Map;

/** Notifications as another implementation of the contract would sign them. */
final class Signed {
  static final String SECRET = "whsec_of_a_test";
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00.900Z");
  static final long T = NOW.getEpochSecond();

  /** One that is sound in every respect. */
  static final String SOUND =
      """
      {"id":"evt_1","operationId":"op_00000000000000000000000000","gatewayReference":"sbx_1",
       "outcome":"SUCCEEDED","amount":{"minor":1999,"currency":"CNY"},"version":2,
       "occurredAt":"2026-03-01T11:59:58.123456Z"}
      """;

  private Signed() {}

  static String v1(String secret, long t, String body) {
    return v1(secret, t, body.getBytes(UTF_8));
  }

  static String v1(String secret, long t, byte[] body) {
    return dev.onceledger.support.Signed.v1(secret, t, body);
  }

  static String header(long t, String body) {
    return "t=" + t + ",v1=" + v1(SECRET, t, body);
  }

  /** Reads bytes that are well signed. */
  static GatewayNotification read(byte[] body) {
    return read(body, "t=" + T + ",v1=" + v1(SECRET, T, body));
  }

  /** Reads what arrived with this header. */
  static GatewayNotification read(byte[] body, String header) {
    Map<String, String> headers = Map.of("Gateway-Signature", header);
    return new SandboxNotifications(new NotificationSecret(SECRET)).read(body, headers::get, NOW);
  }
}
