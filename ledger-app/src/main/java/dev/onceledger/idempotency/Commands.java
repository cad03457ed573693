package dev.onceledger.idempotency;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationStatus;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.InspectOperation;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.store.SqlState;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.axonframework.commandhandling.CommandBus;
import org.axonframework.commandhandling.CommandResultMessage;
import org.axonframework.commandhandling.GenericCommandMessage;
import org.axonframework.messaging.MetaData;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands, each in one short transaction of its own, and that transaction again when it met
 * a conflict. No call to a gateway is ever inside.
 */
public final class Commands {
  /** For a client's request: a conflict is decided within milliseconds or not worth waiting for. */
  private static final RetryConfig FOR_REQUEST = retry(8, 5, 200);

  /** For an outcome: the gateway has acted, so it is worth waiting for the store to come back. */
  private static final RetryConfig FOR_OUTCOME = retry(50, 5, 1000);

  private final CommandBus bus;
  private final IdempotencyLog log;
  private final Partitions partitions;
  private final IdempotencyRecords records;
  private final Claims claims;

  Commands(
      CommandBus bus,
      IdempotencyLog log,
      Partitions partitions,
      IdempotencyRecords records,
      Claims claims) {
    this.bus = bus;
    this.log = log;
    this.partitions = partitions;
    this.records = records;
    this.claims = claims;
  }

  /**
   * Executes a client's request up to its intent, or answers it from what was done before.
   *
   * @throws Rejection if it is refused
   * @throws StoreUnavailable if the store could not say
   */
  public Answer request(PaymentCommand.Request command, IdempotentRequest request) {
    Map<String, Object> metaData = Map.of(IdempotencyInterceptor.REQUEST, request);
    try {
      Answer answer = retrying(FOR_REQUEST, () -> answer(command, metaData));
      if (answer instanceof Answer.Replay replay) {
        log.replayed(request, replay.record().paymentId());
      } else if (answer instanceof Answer.Found found) {
        log.foundByReference(request, found.decision().paymentId());
      }
      return answer;
    } catch (Rejection rejection) {
      log.rejected(request, rejection);
      throw rejection;
    }
  }

  /**
   * Answers a request from its record alone, when nothing is to be executed now.
   *
   * @throws Rejection if the key is in progress or was used for another request
   */
  public Optional<Answer.Replay> replay(IdempotentRequest request) {
    try {
      Optional<Answer.Replay> replay =
          records
              .find(request.scope(), request.key())
              .flatMap(record -> claims.answer(record, request))
              .map(Answer.Replay::new);
      replay.ifPresent(r -> log.replayed(request, r.record().paymentId()));
      return replay;
    } catch (Rejection rejection) {
      log.rejected(request, rejection);
      throw rejection;
    }
  }

  /** Writes an outcome, and with it the end of the record at {@code place}. */
  public Completion record(
      RecordOutcome outcome, IdempotentRequest request, @Nullable Place place) {
    Map<String, Object> metaData =
        place == null
            ? Map.of(IdempotencyInterceptor.REQUEST, request)
            : Map.of(IdempotencyInterceptor.REQUEST, request, IdempotencyInterceptor.PLACE, place);
    return retrying(FOR_OUTCOME, () -> (Completion) dispatch(outcome, metaData));
  }

  /**
   * Writes a fact, or that an operation is sent again.
   *
   * @param request the one that asked for the operation
   */
  public Completion write(PaymentCommand command, IdempotentRequest request) {
    Map<String, Object> metaData = Map.of(IdempotencyInterceptor.REQUEST, request);
    return retrying(FOR_REQUEST, () -> (Completion) dispatch(command, metaData));
  }

  /** What is known of an operation. */
  public OperationStatus inspect(PaymentId payment, OperationId operation) {
    InspectOperation command = new InspectOperation(payment, operation);
    return retrying(FOR_REQUEST, () -> (OperationStatus) dispatch(command, Map.of()));
  }

  private Answer answer(PaymentCommand.Request command, Map<String, Object> metaData) {
    try {
      Object result = dispatch(command, metaData);
      if (result instanceof Rejection kept) {
        throw kept;
      }
      return (Answer) result;
    } catch (NothingToKeep nothing) {
      return nothing.answer();
    }
  }

  private Object dispatch(Object command, Map<String, Object> metaData) {
    AtomicResult result = new AtomicResult();
    bus.dispatch(
        new GenericCommandMessage<>(command, MetaData.from(metaData)),
        (message, outcome) -> result.set(outcome));
    return result.get();
  }

  private <T> T retrying(RetryConfig config, Supplier<T> transaction) {
    Fate fate = new Fate(config == FOR_OUTCOME);
    Supplier<T> watched =
        () -> {
          try {
            return transaction.get();
          } catch (RuntimeException e) {
            ensurePartition(e);
            throw fate.of(e);
          }
        };
    try {
      return Retry.of("transaction", config).executeSupplier(watched);
    } catch (Fate.Passing passing) {
      throw fate.explain(passing);
    }
  }

  /** A record that found no partition finds one at its next try. */
  private void ensurePartition(RuntimeException e) {
    if (SqlState.is(SqlState.CHECK_VIOLATION, e)) {
      partitions.ensureAhead();
    }
  }

  private static RetryConfig retry(int tries, long firstMillis, long lastMillis) {
    return RetryConfig.custom()
        .maxAttempts(tries)
        .intervalFunction(
            IntervalFunction.ofExponentialRandomBackoff(
                Duration.ofMillis(firstMillis), 2, 0.5, Duration.ofMillis(lastMillis)))
        .retryOnException(e -> e instanceof Fate.Passing passing && passing.isWorthAnotherTry())
        .build();
  }

  /** The local bus answers on the calling thread, before dispatch returns. */
  private static final class AtomicResult {
    private @Nullable CommandResultMessage<?> message;

    void set(CommandResultMessage<?> outcome) {
      message = outcome;
    }

    Object get() {
      if (message == null) {
        throw new IllegalStateException("the command bus did not answer");
      }
      if (!message.isExceptional()) {
        return message.getPayload();
      }
      Throwable cause = message.exceptionResult();
      if (cause instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      throw new IllegalStateException("the command failed", cause);
    }
  }
}
