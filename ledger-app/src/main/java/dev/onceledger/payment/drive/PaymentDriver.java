package dev.onceledger.payment.drive;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.OperationStatus;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.api.payment.PaymentCommand.ResolveOperation;
import dev.onceledger.crash.CrashPoint;
import dev.onceledger.gateway.Gateway;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.Gateways;
import dev.onceledger.idempotency.Answer;
import dev.onceledger.idempotency.Commands;
import dev.onceledger.idempotency.Completion;
import dev.onceledger.idempotency.IdempotencyRecord;
import dev.onceledger.idempotency.IdempotencyRecords;
import dev.onceledger.idempotency.IdempotentRequest;
import dev.onceledger.idempotency.Reply;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Takes a request the whole way: the intent is committed, the gateway is called outside any
 * transaction, and the outcome is written back.
 *
 * <p>Nothing that is tried again automatically encloses the call.
 */
public final class PaymentDriver {
  private final Commands commands;
  private final IdempotencyRecords records;
  private final OpenOperations operations;
  private final Gateways gateways;
  private final Inquiries inquiries;

  public PaymentDriver(
      Commands commands,
      IdempotencyRecords records,
      OpenOperations operations,
      Gateways gateways,
      Intents intents) {
    this.operations = operations;
    this.commands = commands;
    this.records = records;
    this.gateways = gateways;
    this.inquiries = new Inquiries(gateways, commands, intents);
  }

  /**
   * Executes the request, or answers it from what was done before.
   *
   * @param gateway the gateway that it will be sent to, as far as it is known; asked for only while
   *     some circuit is open
   * @throws Rejection if it is refused
   * @throws OutcomeUnknown if something went wrong after the intent was written
   */
  public Driven handle(
      PaymentCommand.Request command,
      IdempotentRequest request,
      Supplier<Optional<GatewayName>> gateway) {
    if (gateways.anyOpen() && gateway.get().filter(gateways::isOpen).isPresent()) {
      return commands
          .replay(request)
          .map(PaymentDriver::replayed)
          .orElseThrow(PaymentDriver::unavailable);
    }
    if (command instanceof ResolveOperation resolution && isNew(request)) {
      prepare(resolution);
    }
    Answer answer = commands.request(command, request);
    if (answer instanceof Answer.Replay replay) {
      return replayed(replay);
    }
    if (answer instanceof Answer.Done done) {
      return new Driven.Replied(done.decision().paymentId(), done.reply(), false, done.expiresAt());
    }
    if (answer instanceof Answer.Found found) {
      return new Driven.FoundByReference(found.decision().paymentId());
    }
    try {
      return drive((Answer.Execute) answer, request);
    } catch (Rejection rejection) {
      throw rejection;
    } catch (RuntimeException e) {
      throw new OutcomeUnknown(e);
    }
  }

  private boolean isNew(IdempotentRequest request) {
    return records.find(request.scope(), request.key()).isEmpty();
  }

  /**
   * What is to count as not done is fenced at the gateway first. What it says then is written, and
   * decides. Where it cannot be fenced, nobody may still be sending it.
   */
  private void prepare(ResolveOperation resolution) {
    if (resolution.outcome() == OperationState.SUCCEEDED) {
      return;
    }
    OperationStatus operation = commands.inspect(resolution.paymentId(), resolution.resolves());
    boolean fenced = inquiries.fence(operation);
    CrashPoint.RESOLUTION_FENCED.reach();
    if (!fenced && operations.isUnderWay(resolution.resolves())) {
      throw new Rejection(
          Reason.OPERATION_IN_PROGRESS,
          "the operation may still be under way; send the same request again shortly");
    }
  }

  /** Waits until the request's record is no longer PROCESSING, or the time is over. */
  public Optional<IdempotencyRecord> await(IdempotentRequest request, Duration atMost)
      throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    long pauseMillis = 25;
    while (true) {
      Optional<IdempotencyRecord> record = records.find(request.scope(), request.key());
      boolean decided =
          record.filter(r -> r.status() != IdempotencyRecord.Status.PROCESSING).isPresent();
      if (decided || System.nanoTime() - deadline >= 0) {
        return record.filter(r -> decided);
      }
      Thread.sleep(pauseMillis);
      pauseMillis = Math.min(2 * pauseMillis, 250);
    }
  }

  private Driven drive(Answer.Execute execute, IdempotentRequest request) {
    CrashPoint.AFTER_INTENT.reach();
    GatewayCall call = Objects.requireNonNull(execute.decision().call());
    if (call.closes() != null) {
      return close(call, execute, request);
    }
    return send(call, execute, request);
  }

  /** A void of what is not decided: that is closed first, and what became of it decides. */
  private Driven close(GatewayCall call, Answer.Execute execute, IdempotentRequest request) {
    GatewayCall undecided = Objects.requireNonNull(call.closes());
    gateways.find(call.gateway()).ifPresent(gateway -> inquiries.close(gateway, undecided));
    OperationStatus after = commands.inspect(call.paymentId(), call.operationId());
    return after.isProcessing() && after.call().closes() == null
        ? send(after.call(), execute, request)
        : writtenByAnother(call, execute, request);
  }

  private Driven send(GatewayCall call, Answer.Execute execute, IdempotentRequest request) {
    CrashPoint.BEFORE_CALL.reach();
    Optional<RecordOutcome> outcome = GatewayOutcome.of(call, answerTo(call), Evidence.Source.CALL);
    CrashPoint.AFTER_ANSWER.reach();
    if (outcome.isEmpty()) {
      operations.returned(call.operationId());
      return writtenByAnother(call, execute, request);
    }
    Completion completion = commands.record(outcome.get(), request, execute.place());
    CrashPoint.AFTER_OUTCOME.reach();
    Optional<Reply> reply = completion.replyOf(call.operationId());
    if (reply.isPresent()) {
      return new Driven.Replied(call.paymentId(), reply.get(), false, execute.expiresAt());
    }
    return writtenByAnother(call, execute, request);
  }

  private GatewayAnswer answerTo(GatewayCall call) {
    Optional<Gateway> gateway = gateways.find(call.gateway());
    if (gateway.isEmpty()) {
      return GatewayAnswer.of(GatewayAnswer.Outcome.NOT_SENT);
    }
    return inquiries.obstacle(gateway.get(), call).orElseGet(() -> gateway.get().execute(call));
  }

  /** The outcome is in the record, whoever wrote it; or it is not known yet. */
  private Driven writtenByAnother(
      GatewayCall call, Answer.Execute execute, IdempotentRequest request) {
    Optional<IdempotencyRecord> record = records.find(request.scope(), request.key());
    if (record.filter(r -> r.status() == IdempotencyRecord.Status.FAILED).isPresent()) {
      throw notReached();
    }
    return record
        .flatMap(r -> Optional.ofNullable(r.reply()))
        .<Driven>map(
            reply -> new Driven.Replied(call.paymentId(), reply, false, execute.expiresAt()))
        .orElseGet(() -> new Driven.InDoubt(call.paymentId(), execute.expiresAt()));
  }

  private static Driven replayed(Answer.Replay replay) {
    IdempotencyRecord record = replay.record();
    return new Driven.Replied(
        Objects.requireNonNull(record.paymentId()),
        Objects.requireNonNull(record.reply()),
        true,
        record.expiresAt());
  }

  private static Rejection unavailable() {
    return new Rejection(
        Reason.GATEWAY_UNAVAILABLE,
        "the gateway does not answer at present; nothing was sent or stored");
  }

  /** The refusal of an operation that is FAILED: it may be sent again. */
  public static Rejection notReached() {
    return new Rejection(
        Reason.GATEWAY_NOT_REACHED,
        "the gateway surely did not execute it; send the same request again with the same key");
  }
}
