package dev.onceledger.gateway;

import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import dev.onceledger.gateway.GatewaySettings.Circuit;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The configured gateways by name, each behind a circuit of its own that all its calls share.
 *
 * <p>Construction throws {@link IllegalArgumentException} if two gateways have one name, or the
 * default gateway is none of them.
 */
public final class Gateways {
  private static final Logger LOG = LoggerFactory.getLogger(Gateways.class);

  private final GatewayName defaultName;
  private final Map<GatewayName, GuardedGateway> byName = new LinkedHashMap<>();

  public Gateways(GatewaySettings settings, Collection<? extends Gateway> gateways) {
    CircuitBreakerConfig config = config(settings.circuit());
    for (Gateway gateway : gateways) {
      GuardedGateway guarded = new GuardedGateway(gateway, circuit(gateway.name(), config));
      if (byName.put(gateway.name(), guarded) != null) {
        throw new IllegalArgumentException("two gateways are named " + gateway.name());
      }
    }
    defaultName = settings.defaultGateway();
    if (!byName.containsKey(defaultName)) {
      throw new IllegalArgumentException(
          "the default gateway "
              + defaultName
              + " is none of those configured: "
              + byName.keySet());
    }
  }

  private static CircuitBreakerConfig config(Circuit circuit) {
    return CircuitBreakerConfig.custom()
        .slidingWindowType(SlidingWindowType.COUNT_BASED)
        .slidingWindowSize(circuit.windowCalls())
        .minimumNumberOfCalls(circuit.minimumCalls())
        .failureRateThreshold(circuit.failurePercent())
        .slowCallDurationThreshold(Duration.ofDays(1)) // the adapter's time-outs judge slowness
        .waitDurationInOpenState(Duration.ofSeconds(circuit.openSeconds()))
        .permittedNumberOfCallsInHalfOpenState(circuit.trialCalls())
        // Nothing is sent while isOpen() says so, thus no call would end the open state.
        .automaticTransitionFromOpenToHalfOpenEnabled(true)
        .recordResult(Gateways::isFailure)
        .build();
  }

  private static boolean isFailure(Object result) {
    return result instanceof GatewayAnswer answer
        && (answer.outcome() == Outcome.NOT_SENT || answer.outcome() == Outcome.IN_DOUBT);
  }

  private static CircuitBreaker circuit(GatewayName name, CircuitBreakerConfig config) {
    CircuitBreaker circuit = CircuitBreaker.of(name.value(), config);
    circuit
        .getEventPublisher()
        .onStateTransition(
            event -> LOG.warn("gateway {}: circuit {}", name, event.getStateTransition()));
    return circuit;
  }

  /** The gateway of a name, guarded: while its circuit is open, it answers NOT_SENT. */
  public Optional<Gateway> find(GatewayName name) {
    return Optional.ofNullable(byName.get(name));
  }

  public GatewayName defaultName() {
    return defaultName;
  }

  /** Whether nothing would be sent to this gateway now. A gateway that is not known is not open. */
  public boolean isOpen(GatewayName name) {
    GuardedGateway gateway = byName.get(name);
    return gateway != null && gateway.isOpen();
  }

  public Set<GatewayName> names() {
    return Collections.unmodifiableSet(byName.keySet());
  }

  public boolean anyOpen() {
    return byName.values().stream().anyMatch(GuardedGateway::isOpen);
  }
}
