package dev.onceledger.proof.checker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * All that is known of a run.
 *
 * @param events in the order of their positions
 * @param executions in the order in which the gateway did them
 * @param arrivals every key that reached the gateway
 * @param views the stored documents by payment
 * @param unresolved what the ledger itself holds for in doubt or waiting
 */
public record Evidence(
    List<Event> events,
    List<Execution> executions,
    List<Arrival> arrivals,
    Map<String, JsonNode> views,
    List<KeyRecord> records,
    List<Exchange> exchanges,
    List<String> unresolved,
    List<Fault> faults) {

  /** The histories, each in the order of its numbers. */
  Map<String, List<Event>> histories() {
    Map<String, List<Event>> histories = new LinkedHashMap<>();
    for (Event event : events) {
      histories.computeIfAbsent(event.paymentId(), id -> new ArrayList<>()).add(event);
    }
    return histories;
  }

  Map<String, List<Execution>> executionsByOperation() {
    Map<String, List<Execution>> done = new LinkedHashMap<>();
    for (Execution execution : executions) {
      done.computeIfAbsent(execution.operationId(), id -> new ArrayList<>()).add(execution);
    }
    return done;
  }

  /** The commands, by their keys. */
  Map<String, List<Exchange>> commandsByKey() {
    Map<String, List<Exchange>> commands = new LinkedHashMap<>();
    for (Exchange exchange : exchanges) {
      if (exchange.isCommand()) {
        commands.computeIfAbsent(exchange.key(), key -> new ArrayList<>()).add(exchange);
      }
    }
    return commands;
  }

  /** Which payment each key is about, as far as the events or an answer tell. */
  Map<String, String> paymentByKey() {
    Map<String, String> payments = new LinkedHashMap<>();
    for (Exchange exchange : exchanges) {
      if (exchange.isCommand() && exchange.showsPayment()) {
        payments.put(exchange.key(), exchange.json().path("id").asString());
      }
    }
    events.stream()
        .filter(event -> !event.key().isEmpty())
        .forEach(event -> payments.putIfAbsent(event.key(), event.paymentId()));
    return payments;
  }
}
