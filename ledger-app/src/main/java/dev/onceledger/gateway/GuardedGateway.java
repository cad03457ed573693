package dev.onceledger.gateway;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.function.Function;

/** A gateway behind a circuit breaker. A call that it holds back is surely not sent. */
final class GuardedGateway implements Gateway {
  private final Gateway gateway;
  private final CircuitBreaker circuit;

  GuardedGateway(Gateway gateway, CircuitBreaker circuit) {
    this.gateway = gateway;
    this.circuit = circuit;
  }

  boolean isOpen() {
    return circuit.getState() == CircuitBreaker.State.OPEN;
  }

  @Override
  public GatewayName name() {
    return gateway.name();
  }

  @Override
  public GatewayTraits traits() {
    return gateway.traits();
  }

  @Override
  public NotificationReader notifications() {
    return gateway.notifications();
  }

  @Override
  public GatewayAnswer execute(GatewayCall call) {
    return guarded(gateway::execute, call);
  }

  @Override
  public GatewayAnswer inquire(GatewayCall call) {
    return guarded(gateway::inquire, call);
  }

  @Override
  public GatewayAnswer close(GatewayCall call) {
    return guarded(gateway::close, call);
  }

  private GatewayAnswer guarded(Function<GatewayCall, GatewayAnswer> method, GatewayCall call) {
    if (!circuit.tryAcquirePermission()) {
      return GatewayAnswer.of(Outcome.NOT_SENT);
    }
    long start = System.nanoTime();
    try {
      GatewayAnswer answer = method.apply(call);
      circuit.onResult(System.nanoTime() - start, NANOSECONDS, answer);
      return answer;
    } catch (RuntimeException | Error e) {
      // A bug; without this its permission would never come back to a half-open circuit.
      circuit.onError(System.nanoTime() - start, NANOSECONDS, e);
      throw e;
    }
  }
}
