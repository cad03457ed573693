package dev.onceledger.proof.checker;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that is known of one payment, in the order of time. */
public record Story(
    String paymentId,
    List<Event> events,
    List<Exchange> exchanges,
    List<Execution> executions,
    List<Fault> faults) {
  private static final Duration AROUND = Duration.ofSeconds(2);

  /** The shortest of those that a promise was broken for; empty if none is known. */
  public static Optional<Story> shortest(Evidence evidence, List<Violation> violations) {
    Map<String, List<Event>> histories = evidence.histories();
    return violations.stream()
        .map(Violation::paymentId)
        .filter(payment -> !payment.isEmpty())
        .distinct()
        .map(payment -> of(payment, histories.getOrDefault(payment, List.of()), evidence))
        .min(Comparator.comparing(story -> story.events.size() + story.exchanges.size()));
  }

  private static Story of(String payment, List<Event> events, Evidence evidence) {
    Map<String, String> payments = evidence.paymentByKey();
    Set<String> references =
        events.stream()
            .filter(event -> event.type().equals("PaymentCreated"))
            .map(event -> "\"" + event.text("reference") + "\"")
            .collect(Collectors.toSet());
    List<Exchange> exchanges =
        evidence.exchanges().stream()
            .filter(
                exchange ->
                    exchange.path().contains(payment)
                        || payments.getOrDefault(exchange.key(), "").equals(payment)
                        || references.stream().anyMatch(exchange.body()::contains))
            .toList();
    List<Execution> executions =
        evidence.executions().stream().filter(e -> e.paymentId().equals(payment)).toList();
    return new Story(payment, events, exchanges, executions, around(exchanges, events, evidence));
  }

  private static List<Fault> around(
      List<Exchange> exchanges, List<Event> events, Evidence evidence) {
    List<Instant> times =
        Stream.concat(
                exchanges.stream().filter(Exchange::isCommand).map(Exchange::sent),
                events.stream().map(Event::at))
            .toList();
    return evidence.faults().stream()
        .filter(fault -> times.stream().anyMatch(time -> isNear(fault, time)))
        .toList();
  }

  private static boolean isNear(Fault fault, Instant time) {
    return fault.from().minus(AROUND).isBefore(time) && fault.until().plus(AROUND).isAfter(time);
  }

  /** For people. */
  public String text() {
    StringBuilder text = new StringBuilder("the shortest history: " + paymentId + "\n");
    lines(text, "its events", events);
    lines(text, "its requests and answers", exchanges);
    lines(text, "what the gateway did", executions);
    lines(text, "the faults meanwhile", faults);
    return text.toString();
  }

  private static void lines(StringBuilder text, String title, List<?> lines) {
    text.append(" ").append(title).append(":\n");
    lines.forEach(line -> text.append("  ").append(line).append('\n'));
  }
}
