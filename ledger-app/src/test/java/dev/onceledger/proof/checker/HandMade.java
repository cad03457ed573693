package dev.onceledger.proof.checker;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run of one payment, told by hand: authorized with 1000, captured with 700, and refunded with
 * 200. A test makes a lie of a part of it.
 */
final class HandMade {
  static final String PAYMENT = "pay_1";
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Instant AT = Instant.parse("2026-12-01T10:00:00Z");

  final List<Event> events = new ArrayList<>();
  final List<Execution> executions = new ArrayList<>();
  final List<Arrival> arrivals = new ArrayList<>();
  final Map<String, JsonNode> views = new LinkedHashMap<>();
  final List<KeyRecord> records = new ArrayList<>();
  final List<Exchange> exchanges = new ArrayList<>();
  final List<String> unresolved = new ArrayList<>();

  HandMade() {
    event("PaymentCreated", "op_1", 1000, "\"capture\":\"MANUAL\",\"reference\":\"order\"");
    event("PaymentAuthorized", "op_1", 1000, "\"gatewayReference\":\"sbx_1\"");
    event("CaptureRequested", "op_2", 700, "\"attempt\":1,\"reference\":\"parcel\"");
    event("PaymentCaptured", "op_2", 700, "\"gatewayReference\":\"sbx_2\"");
    event("RefundRequested", "op_3", 200, "\"attempt\":1,\"reference\":\"return\"");
    event("PaymentRefunded", "op_3", 200, "\"gatewayReference\":\"sbx_3\"");
    done("op_1", "AUTHORIZE", 1000);
    done("op_2", "CAPTURE", 700);
    done("op_3", "REFUND", 200);
    arrived("op_1", 1, "CLOSED");
    arrived("op_1", 2, "SUCCEEDED");
    views.put(PAYMENT, JSON.readTree(shown()));
    answered("key", "{}", 201, shown());
    answered("key", "{}", 201, shown());
    answered("key", "{\"amount\":{\"minor\":1}}", 422, "{\"retryable\":false}");
    records.add(new KeyRecord("key", "SUCCEEDED", 201, shown()));
  }

  Verdict judged() {
    return Checker.check(
        new Evidence(
            events, executions, arrivals, views, records, exchanges, unresolved, List.of()));
  }

  void event(String type, String operation, long minor, String more) {
    String data =
        """
        {"operationId":"%s","amount":{"minor":%d,"currency":"CNY"},%s}"""
            .formatted(operation, minor, more);
    int number = events.size();
    events.add(new Event(number + 1, PAYMENT, number, type, AT, "key", JSON.readTree(data)));
  }

  void done(String operation, String kind, long minor) {
    executions.add(
        new Execution(operation + ".1", PAYMENT, operation, kind, minor, "CNY", AT.toString(), 1));
  }

  void arrived(String operation, int generation, String standing) {
    arrivals.add(new Arrival(operation + "." + generation, PAYMENT, operation, standing, 1));
  }

  void answered(String key, String body, int status, String answer) {
    exchanges.add(
        new Exchange(AT, AT, "client", "node", "POST", "/v1/payments", key, body, status, answer));
  }

  /** A client reads the payment, a second after all else. */
  void read(int status, String answer) {
    Instant later = AT.plusSeconds(1);
    String path = "/v1/payments/" + PAYMENT;
    exchanges.add(
        new Exchange(later, later, "client", "node", "GET", path, "", "", status, answer));
  }

  /** The view, with a member that is another. */
  void show(String pointer, String member, long value) {
    ObjectNode view = (ObjectNode) JSON.readTree(shown());
    ((ObjectNode) view.at(pointer)).put(member, value);
    views.put(PAYMENT, view);
  }

  private static String amount(String name, long minor) {
    return "\"%s\":{\"minor\":%d,\"currency\":\"CNY\"}".formatted(name, minor);
  }

  private static String operation(String id, String kind, String reference, long minor) {
    return """
    {"id":"%s","kind":"%s","reference":"%s","state":"SUCCEEDED",%s,"attempts":1}"""
        .formatted(id, kind, reference, amount("amount", minor));
  }

  private static String shown() {
    List<String> members =
        List.of(
            "\"id\":\"pay_1\",\"reference\":\"order\",\"attempt\":1,\"state\":\"CAPTURED\"",
            "\"version\":6,\"position\":6",
            amount("amount", 1000),
            amount("authorized", 1000),
            amount("captured", 700),
            amount("refunded", 200),
            amount("chargedBack", 0),
            amount("capturable", 300),
            amount("refundable", 500),
            "\"operations\":["
                + String.join(
                    ",",
                    operation("op_1", "AUTHORIZE", "order", 1000),
                    operation("op_2", "CAPTURE", "parcel", 700),
                    operation("op_3", "REFUND", "return", 200))
                + "]");
    return "{" + String.join(",", members) + "}";
  }
}
