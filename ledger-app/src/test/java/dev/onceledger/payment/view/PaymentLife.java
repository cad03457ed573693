package dev.onceledger.payment.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.payment.Decision;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentEvent.CaptureRequested;
import dev.onceledger.api.payment.PaymentEvent.OperationReopened;
import dev.onceledger.api.payment.PaymentEvent.RefundRequested;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentState;
import dev.onceledger.payment.domain.Payment;
import dev.onceledger.payment.view.PaymentBooks.Asked;
import java.util.List;
import org.axonframework.commandhandling.SimpleCommandBus;
import org.axonframework.config.Configuration;
import org.axonframework.config.DefaultConfigurer;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventsourcing.eventstore.inmemory.InMemoryEventStorageEngine;
import org.axonframework.messaging.unitofwork.RollbackConfigurationType;
import org.axonframework.serialization.json.JacksonSerializer;

/**
 * A payment that lives in a real event store: each command that it is given is checked against
 * plain sums over its events, and so is its view.
 */
final class PaymentLife implements AutoCloseable {
  /** Undoes what a trial would have written. */
  private static final class Undo extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  final PaymentBooks books = new PaymentBooks();
  private final PaymentId id;
  private final boolean isGatewayHonest;
  private final Configuration axon;
  private PaymentView view = new PaymentView();
  private boolean isTrial;

  PaymentLife(PaymentId id, boolean isGatewayHonest) {
    this.id = id;
    this.isGatewayHonest = isGatewayHonest;
    axon = start();
  }

  private Configuration start() {
    // Else each life begins and ends with a vendor's notice.
    System.setProperty("disable-axoniq-console-message", "true");
    SimpleCommandBus bus =
        SimpleCommandBus.builder()
            .rollbackConfiguration(RollbackConfigurationType.ANY_THROWABLE)
            .build();
    bus.registerHandlerInterceptor(
        (unitOfWork, chain) -> {
          Object decision = chain.proceed();
          if (isTrial) {
            throw new Undo();
          }
          return decision;
        });
    return DefaultConfigurer.defaultConfiguration(false)
        .configureSerializer(c -> JacksonSerializer.defaultSerializer())
        .configureEmbeddedEventStore(c -> new InMemoryEventStorageEngine())
        .configureCommandBus(c -> bus)
        .configureAggregate(Payment.class)
        .start();
  }

  PaymentView view() {
    return view;
  }

  /** Sends a command; whatever it came to, nothing that was promised may be broken afterwards. */
  Result send(PaymentCommand command) {
    long before = view.version;
    Result result = dispatch(command);
    List<? extends DomainEventMessage<?>> events = newEvents();

    assertThat(events)
        .as("events of %s, which was %s", command, result)
        .hasSize(result.events(events.size()));
    for (DomainEventMessage<?> event : events) {
      assertThat(event.getSequenceNumber()).isEqualTo(view.version);
      PaymentEvent payload = (PaymentEvent) event.getPayload();
      checkThatItFits(payload);
      books.add(payload);
      follow(event, payload);
    }
    assertThat(view.version).isEqualTo(before + events.size());
    return result;
  }

  /** What the command would come to now; nothing is written. */
  Result tryOut(PaymentCommand command) {
    isTrial = true;
    try {
      Result result = dispatch(command);
      assertThat(newEvents()).as("events of a trial").isEmpty();
      return result;
    } finally {
      isTrial = false;
    }
  }

  private Result dispatch(PaymentCommand command) {
    try {
      Decision decision = axon.commandGateway().sendAndWait(command);
      return new Result(decision.kind(), null);
    } catch (Undo e) {
      return new Result(Decision.Kind.ACCEPTED, null);
    } catch (Rejection e) {
      return new Result(null, e.reason());
    }
  }

  private List<? extends DomainEventMessage<?>> newEvents() {
    return axon.eventStore().readEvents(id.value(), view.version).asStream().toList();
  }

  /** An intent never exceeds what was left just before it. */
  private void checkThatItFits(PaymentEvent event) {
    if (event instanceof CaptureRequested e) {
      assertThat(e.amount().minor())
          .as("capture")
          .isPositive()
          .isLessThanOrEqualTo(books.capturable());
    } else if (event instanceof RefundRequested e) {
      checkThatItFits(e.attempt(), e.amount().minor());
    } else if (event instanceof OperationReopened e) {
      Asked again = books.get(e.operationId());
      assertThat(again.state).isEqualTo(OperationState.FAILED);
      assertThat(again.attempt).isEqualTo(books.attempts());
      if (again.kind == OperationKind.REFUND) {
        checkThatItFits(again.attempt, again.amount);
      } else if (again.kind == OperationKind.CAPTURE) {
        assertThat(again.amount).as("capture").isLessThanOrEqualTo(books.capturable());
      }
    }
  }

  private void checkThatItFits(int attempt, long refund) {
    assertThat(refund)
        .as("refund")
        .isPositive()
        .isLessThanOrEqualTo(books.refundable())
        .isLessThanOrEqualTo(books.refundable(attempt));
  }

  private void follow(DomainEventMessage<?> event, PaymentEvent payload) {
    PaymentState before = view.state;
    view.on(payload, event.getSequenceNumber(), event.getTimestamp());
    if (before != view.state) {
      assertThat(before.next()).as("after %s from %s", payload, before).contains(view.state);
    }
    view = writtenAndRead();
    checkAmounts();
    checkState();
    checkOperations();
  }

  private PaymentView writtenAndRead() {
    byte[] written = ViewJson.MAPPER.writeValueAsBytes(view);
    PaymentView read = ViewJson.MAPPER.readValue(written, PaymentView.class);
    assertThat(read).usingRecursiveComparison().isEqualTo(view);
    assertThat(ViewJson.MAPPER.writeValueAsBytes(read)).isEqualTo(written);
    return read;
  }

  private void checkAmounts() {
    assertThat(view.attempt).isEqualTo(books.attempts());
    assertThat(view.authorized.minor()).as("authorized").isEqualTo(books.authorized());
    assertThat(view.captured.minor()).as("captured").isEqualTo(books.captured());
    assertThat(view.refunded.minor()).as("refunded").isEqualTo(books.refunded());
    assertThat(view.capturable.minor()).as("capturable").isEqualTo(books.capturable());
    assertThat(view.refundable.minor()).as("refundable").isEqualTo(books.refundable());
    if (isGatewayHonest) {
      assertThat(books.captured()).as("captured").isLessThanOrEqualTo(books.authorized());
      assertThat(books.refunded()).as("refunded").isLessThanOrEqualTo(books.authorized());
    }
  }

  private void checkState() {
    if (books.captured() > 0) {
      assertThat(view.state)
          .isEqualTo(
              books.refunded() < books.captured() ? PaymentState.CAPTURED : PaymentState.REFUNDED);
    } else if (books.reserved() > 0) {
      assertThat(view.state).isEqualTo(PaymentState.AUTHORIZED);
    } else if (view.state != PaymentState.PENDING) {
      assertThat(view.state.endedWithoutEffect()).as("%s is over", view.state).isTrue();
    } else {
      assertThat(books.inFlight(books.attempts())).as("PENDING is being decided").isTrue();
    }
  }

  private void checkOperations() {
    List<Asked> asked = books.operations();
    assertThat(view.operations).hasSameSizeAs(asked);
    for (int i = 0; i < asked.size(); i++) {
      OperationView shown = view.operations.get(i);
      assertThat(shown.id()).isEqualTo(asked.get(i).id.value());
      assertThat(shown.kind()).isEqualTo(asked.get(i).kind);
      assertThat(shown.state()).isEqualTo(asked.get(i).state);
      assertThat(shown.attempts()).isEqualTo(asked.get(i).send);
      assertThat(shown.amount().minor()).isEqualTo(asked.get(i).amount);
    }
    assertThat(
            asked.stream().filter(o -> !o.kind.opensAttempt()).map(o -> o.kind + " " + o.reference))
        .as("references")
        .doesNotHaveDuplicates();
  }

  @Override
  public void close() {
    axon.shutdown();
  }
}
