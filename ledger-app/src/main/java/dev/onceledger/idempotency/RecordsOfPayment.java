package dev.onceledger.idempotency;

import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.payment.Ended;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentEvent.Intent;
import dev.onceledger.api.payment.PaymentEvent.OfOperation;
import dev.onceledger.api.payment.PaymentEvent.Outcome;
import dev.onceledger.idempotency.IdempotencyRecord.Problem;
import dev.onceledger.idempotency.IdempotencyRecord.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.axonframework.eventhandling.DomainEventMessage;
import org.jspecify.annotations.Nullable;

/**
 * The records of the requests on one payment, as its events tell them: what {@link
 * IdempotencyInterceptor} wrote when the events were new.
 *
 * <p>A refusal writes no event, and so is not told.
 */
final class RecordsOfPayment {
  private final Map<IdempotencyKey, IdempotencyRecord> records = new LinkedHashMap<>();
  private final Map<OperationId, IdempotencyKey> askedBy = new HashMap<>();
  private final UnaryOperator<Instant> expiry;
  private final LongFunction<Reply> replies;

  private RecordsOfPayment(UnaryOperator<Instant> expiry, LongFunction<Reply> replies) {
    this.expiry = expiry;
    this.replies = replies;
  }

  /**
   * The latest record of each key.
   *
   * @param events all of the payment, in their order
   * @param expiry when a record of a claim at a time expires
   * @param replies the reply that the payment gave at one of its versions
   */
  static Collection<IdempotencyRecord> of(
      List<? extends DomainEventMessage<?>> events,
      UnaryOperator<Instant> expiry,
      LongFunction<Reply> replies) {
    RecordsOfPayment told = new RecordsOfPayment(expiry, replies);
    List<DomainEventMessage<?>> written = new ArrayList<>();
    for (DomainEventMessage<?> event : events) {
      if (!written.isEmpty() && !isOfSameCommand(written.get(0), event)) {
        told.take(written);
        written.clear();
      }
      written.add(event);
    }
    told.take(written);
    return told.records.values();
  }

  private static boolean isOfSameCommand(DomainEventMessage<?> one, DomainEventMessage<?> other) {
    return EventMetadata.commandOf(one).equals(EventMetadata.commandOf(other));
  }

  /** Takes in what one command wrote. */
  private void take(List<DomainEventMessage<?>> written) {
    DomainEventMessage<?> first = written.get(0);
    DomainEventMessage<?> last = written.get(written.size() - 1);
    @Nullable IdempotencyKey asked = null;
    if (EventMetadata.isOfRequest(first.getMetaData())) {
      asked = claimed(first);
    }
    for (DomainEventMessage<?> event : written) {
      if (event.getPayload() instanceof Outcome outcome) {
        outcome.ends().forEach(ended -> end(ended, last));
      }
    }
    if (asked != null && !(first.getPayload() instanceof Intent)) {
      // It needed no gateway, and was done at once.
      records.computeIfPresent(asked, (key, record) -> succeeded(record, last));
    }
  }

  private IdempotencyKey claimed(DomainEventMessage<?> event) {
    OfOperation of = (OfOperation) event.getPayload();
    Claim claim = EventMetadata.claimOf(event.getMetaData());
    IdempotencyRecord record =
        IdempotencyRecord.claimed(
                claim,
                EventMetadata.requestOf(event.getMetaData()),
                expiry.apply(claim.createdAt()))
            .accepted(of.paymentId(), of.operationId());
    records.put(record.key(), record);
    if (of instanceof Intent) {
      askedBy.put(of.operationId(), record.key());
    }
    return record.key();
  }

  private void end(Ended ended, DomainEventMessage<?> last) {
    IdempotencyKey key = Objects.requireNonNull(askedBy.get(ended.operationId()));
    IdempotencyRecord record = Objects.requireNonNull(records.get(key));
    if (!ended.operationId().equals(record.operationId())) {
      return;
    }
    if (ended.state() != OperationState.FAILED) {
      if (record.status() != Status.SUCCEEDED) {
        records.put(key, succeeded(record, last));
      }
    } else if (record.status() == Status.PROCESSING) {
      records.put(key, record.failed(Problem.NOT_REACHED, last.getTimestamp()));
    }
  }

  private IdempotencyRecord succeeded(IdempotencyRecord record, DomainEventMessage<?> last) {
    EventMetadata.requireKnownReply(last.getMetaData());
    return record.succeeded(replies.apply(last.getSequenceNumber() + 1), last.getTimestamp());
  }
}
