package dev.onceledger.payment.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.payment.Decision;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.OperationStatus;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.InspectOperation;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentEvent.CaptureRequested;
import dev.onceledger.api.payment.PaymentEvent.ContradictionFound;
import dev.onceledger.api.payment.PaymentEvent.OperationReopened;
import dev.onceledger.api.payment.PaymentEvent.Outcome;
import dev.onceledger.api.payment.PaymentEvent.PaymentClosed;
import dev.onceledger.api.payment.PaymentEvent.RefundRequested;
import dev.onceledger.api.payment.PaymentEvent.Success;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentState;
import dev.onceledger.api.payment.Settled;
import dev.onceledger.payment.domain.Payment;
import dev.onceledger.payment.view.PaymentBooks.Asked;
import dev.onceledger.payment.view.PaymentBooks.Disputed;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
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
    private final transient Object decision;

    Undo(Object decision) {
      this.decision = decision;
    }
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
            throw new Undo(decision);
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
    Object told = dispatch(command);
    List<? extends DomainEventMessage<?>> events = newEvents();
    for (DomainEventMessage<?> event : events) {
      assertThat(event.getSequenceNumber()).isEqualTo(view.version);
      PaymentEvent payload = (PaymentEvent) event.getPayload();
      checkThatItFits(payload);
      books.add(payload);
      follow(event, payload);
    }
    assertThat(view.version).isEqualTo(before + events.size());
    Result result =
        result(told, events.stream().map(event -> (PaymentEvent) event.getPayload()).toList());
    assertThat(result.events().isEmpty() || result.isAccepted() || result.isRecorded())
        .as("events of %s, which was %s", command, result)
        .isTrue();
    if (told instanceof Decision decision) {
      check(decision, result.events());
    }
    books.operations().forEach(this::inspect);
    return result;
  }

  private static Result result(Object told, List<PaymentEvent> events) {
    return told instanceof Rejection refusal
        ? new Result(null, refusal.reason(), events)
        : new Result(((Decision) told).kind(), null, events);
  }

  private void check(Decision decision, List<PaymentEvent> events) {
    assertThat(decision.settled()).isEqualTo(events.stream().flatMap(this::settledBy).toList());
    assertThat(decision.call() != null)
        .as("there is a call")
        .isEqualTo(decision.kind() == Decision.Kind.ACCEPTED);
    if (decision.call() != null) {
      assertThat(events.size()).as("intents").isLessThanOrEqualTo(1);
      check(decision.call(), books.get(decision.operationId()));
    }
  }

  private Stream<Settled> settledBy(PaymentEvent event) {
    if (event instanceof PaymentClosed e) {
      return Stream.of(settled(e.operationId()), settled(e.closed()));
    }
    return event instanceof Outcome e ? Stream.of(settled(e.operationId())) : Stream.of();
  }

  private Settled settled(OperationId operation) {
    Asked asked = books.get(operation);
    return new Settled(asked.id, asked.key, asked.state);
  }

  /** A gateway is told the latest send; a void what it acts on, or what it is to close. */
  private void check(GatewayCall call, Asked asked) {
    assertThat(call.operationId()).isEqualTo(asked.id);
    assertThat(call.kind()).isEqualTo(asked.kind);
    assertThat(call.send()).isEqualTo(asked.send);
    assertThat(call.generation()).isEqualTo(asked.generation);
    assertThat(call.amount().minor()).isEqualTo(asked.amount);
    if (asked.kind != OperationKind.VOID || asked.state != OperationState.PROCESSING) {
      return;
    }
    Asked opening = books.opening(asked.attempt);
    boolean closes = opening.state == OperationState.PROCESSING;
    assertThat(call.target()).isEqualTo(closes ? null : opening.done);
    assertThat(call.closes() != null).as("%s closes %s", call, opening.id).isEqualTo(closes);
    if (call.closes() != null) {
      assertThat(call.closes().send()).as("what it closes").isEqualTo(opening.send);
      check(call.closes(), opening);
    }
  }

  private void inspect(Asked asked) {
    OperationStatus status = axon.commandGateway().sendAndWait(new InspectOperation(id, asked.id));
    assertThat(newEvents()).as("events of an inspection").isEmpty();
    assertThat(status.state()).isEqualTo(asked.state);
    assertThat(status.attempt()).isEqualTo(asked.attempt);
    assertThat(status.gatewayReference()).isEqualTo(asked.done);
    boolean mayChange =
        books.inFlight(OperationKind.CAPTURE, asked.attempt)
            || books.inFlight(OperationKind.VOID, asked.attempt);
    assertThat(status.reserved().minor()).isEqualTo(books.reserved(asked.attempt));
    assertThat(status.isChanging()).isEqualTo(mayChange);
    check(status.call(), asked);
  }

  /** What the command would come to now; nothing is written. */
  Result tryOut(PaymentCommand command) {
    isTrial = true;
    try {
      Object told = dispatch(command);
      assertThat(newEvents()).as("events of a trial").isEmpty();
      return result(told, List.of());
    } finally {
      isTrial = false;
    }
  }

  /** The decision or the refusal. */
  private Object dispatch(PaymentCommand command) {
    try {
      return axon.commandGateway().sendAndWait(command);
    } catch (Undo e) {
      return e.decision;
    } catch (Rejection e) {
      return e;
    }
  }

  private List<? extends DomainEventMessage<?>> newEvents() {
    return axon.eventStore().readEvents(id.value(), view.version).asStream().toList();
  }

  /** An intent never exceeds what was left just before it, and a success is of what was asked. */
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
      assertThat(again.isClosed).as("closed by a void").isFalse();
      if (again.kind == OperationKind.REFUND) {
        checkThatItFits(again.attempt, again.amount);
      } else if (again.kind == OperationKind.CAPTURE) {
        assertThat(again.amount).as("capture").isLessThanOrEqualTo(books.capturable());
      }
    } else if (event instanceof Success e) {
      Asked done = books.get(e.operationId());
      assertThat(e.amount().minor())
          .isEqualTo(done.kind == OperationKind.VOID ? books.reserved(done.attempt) : done.amount);
    } else if (event instanceof ContradictionFound e) {
      assertThat(books.isTold(e.operationId(), e.contradiction(), e.gatewayReference()))
          .as("%s was told before", e)
          .isFalse();
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
    assertThat(view.disputes).hasSameSizeAs(books.disputes().keySet());
    for (DisputeView shown : view.disputes) {
      Disputed told = Objects.requireNonNull(books.dispute(new GatewayReference(shown.id())));
      assertThat(shown.state()).isEqualTo(told.stage());
      assertThat(shown.amount().minor()).isEqualTo(told.amount());
    }
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
    assertThat(view.chargedBack.minor()).as("charged back").isEqualTo(books.lost());
    if (isGatewayHonest) {
      assertThat(books.captured()).as("captured").isLessThanOrEqualTo(books.authorized());
      assertThat(books.refunded()).as("refunded").isLessThanOrEqualTo(books.authorized());
    }
  }

  private void checkState() {
    if (books.isChargedBack()) {
      assertThat(view.state).isEqualTo(PaymentState.CHARGED_BACK);
    } else if (books.captured() > 0) {
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
      assertThat(shown.amount().minor()).isEqualTo(asked.get(i).shown);
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
