package dev.onceledger.payment.drive;

import dev.onceledger.api.payment.Contradiction;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.PaymentEvent.ContradictionFound;
import dev.onceledger.gateway.Gateways;
import dev.onceledger.payment.drive.StoredNotification.Status;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;

/**
 * What is in doubt, as numbers. Labels are bounded: gateways as they are configured, and names of
 * enums.
 */
public final class DriveMeters {
  private static final Duration FRESH = Duration.ofSeconds(5);

  private final MeterRegistry registry;
  private final Cached<Map<String, OpenOperations.Summary>> inDoubt;
  private final Cached<Map<Status, Long>> waiting;

  public DriveMeters(
      MeterRegistry registry,
      OpenOperations operations,
      Inbox inbox,
      Gateways gateways,
      RecoverySettings settings) {
    this.registry = registry;
    this.inDoubt =
        new Cached<>(FRESH, () -> operations.summaries(settings.alarmAfterSeconds()), Map.of());
    this.waiting = new Cached<>(FRESH, inbox::waiting, Map.of());
    for (GatewayName gateway : gateways.names()) {
      gauge("ledger.operations.unresolved", gateway, OpenOperations.Summary::count);
      gauge("ledger.operations.overdue", gateway, OpenOperations.Summary::overdue);
      gauge("ledger.operations.oldest.age.seconds", gateway, OpenOperations.Summary::ageSeconds);
    }
    for (Status status : List.of(Status.STORED, Status.PARKED, Status.ABANDONED)) {
      registry.gauge(
          "ledger.notifications.waiting",
          Tags.of("status", status.name()),
          waiting,
          cached -> cached.get().getOrDefault(status, 0L));
    }
    for (Contradiction contradiction : Contradiction.values()) {
      counter(contradiction);
    }
  }

  private void gauge(
      String name, GatewayName gateway, Function<OpenOperations.Summary, Long> value) {
    registry.gauge(
        name,
        Tags.of("gateway", gateway.value()),
        inDoubt,
        cached ->
            value.apply(cached.get().getOrDefault(gateway.value(), OpenOperations.Summary.NONE)));
  }

  private Counter counter(Contradiction contradiction) {
    return registry.counter("ledger.contradictions", "contradiction", contradiction.name());
  }

  /** Counts the contradictions that one unit of work found, once they are committed. */
  public void on(List<? extends EventMessage<?>> events) {
    for (EventMessage<?> event : events) {
      if (event.getPayload() instanceof ContradictionFound found) {
        CurrentUnitOfWork.get().afterCommit(work -> counter(found.contradiction()).increment());
      }
    }
  }
}
