package dev.onceledger.payment.view;

import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentEvent.PaymentCreated;
import dev.onceledger.store.Position;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Keeps the view of each payment, in the transaction of its events and after their append. What it
 * throws rolls all of them back.
 */
public final class PaymentProjection {
  private final JdbcTemplate jdbc;

  public PaymentProjection(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Takes in the events of one unit of work. */
  public void on(List<? extends EventMessage<?>> events) {
    Map<String, List<DomainEventMessage<?>>> byPayment =
        events.stream()
            .filter(event -> event.getPayload() instanceof PaymentEvent)
            .map(event -> (DomainEventMessage<?>) event)
            .collect(Collectors.groupingBy(DomainEventMessage::getAggregateIdentifier));
    byPayment.forEach(this::follow);
  }

  private void follow(String paymentId, List<DomainEventMessage<?>> events) {
    DomainEventMessage<?> first = events.get(0);
    boolean created = first.getPayload() instanceof PaymentCreated;
    PaymentView view = created ? new PaymentView() : load(paymentId);
    long before = view.version;
    for (DomainEventMessage<?> event : events) {
      view.on((PaymentEvent) event.getPayload(), event.getSequenceNumber(), event.getTimestamp());
    }
    view.position = Position.of(CurrentUnitOfWork.get()).globalIndex();
    byte[] document = ViewJson.MAPPER.writeValueAsBytes(view);
    if (created) {
      insert(((PaymentCreated) first.getPayload()).scope().value(), view, document);
    } else {
      update(view, before, document);
    }
    PaymentViews.remember(new PaymentRow(paymentId, view.gateway, view.version, document));
  }

  private PaymentView load(String paymentId) {
    byte[] document =
        jdbc.queryForObject(
            "select document from payment_view where payment_id = ?", byte[].class, paymentId);
    return ViewJson.MAPPER.readValue(document, PaymentView.class);
  }

  private void insert(String scope, PaymentView view, byte[] document) {
    jdbc.update(
        """
        insert into payment_view (payment_id, scope, reference, state, gateway, version, position,
          created_at, document)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        view.id,
        scope,
        view.reference,
        view.state.name(),
        view.gateway,
        view.version,
        view.position,
        OffsetDateTime.ofInstant(view.createdAt, ZoneOffset.UTC),
        document);
  }

  private void update(PaymentView view, long before, byte[] document) {
    int rows =
        jdbc.update(
            """
            update payment_view
            set state = ?, gateway = ?, version = ?, position = ?, document = ?
            where payment_id = ? and version = ?
            """,
            view.state.name(),
            view.gateway,
            view.version,
            view.position,
            document,
            view.id,
            before);
    if (rows != 1) {
      throw new IllegalStateException("the view of " + view.id + " is not at version " + before);
    }
  }
}
