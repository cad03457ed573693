package dev.onceledger.idempotency;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.payment.Decision;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.InspectOperation;
import dev.onceledger.api.payment.Settled;
import dev.onceledger.crash.CrashPoint;
import dev.onceledger.idempotency.IdempotencyRecord.Problem;
import dev.onceledger.store.Position;
import dev.onceledger.store.RefusedWork;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.axonframework.commandhandling.CommandMessage;
import org.axonframework.messaging.InterceptorChain;
import org.axonframework.messaging.MessageHandlerInterceptor;
import org.axonframework.messaging.unitofwork.UnitOfWork;
import org.axonframework.modelling.command.AggregateNotFoundException;

/**
 * Claims the key, lets the command act, and stores what became of it: all in the one transaction of
 * the events.
 */
public final class IdempotencyInterceptor implements MessageHandlerInterceptor<CommandMessage<?>> {
  /** The metadata that holds the {@link IdempotentRequest} behind a command. */
  static final String REQUEST = "request";

  /** The metadata that holds the {@link Place} of the record, where it is known. */
  static final String PLACE = "place";

  private final IdempotencyRecords records;
  private final Claims claims;
  private final ReplySource replies;

  IdempotencyInterceptor(IdempotencyRecords records, Claims claims, ReplySource replies) {
    this.records = records;
    this.claims = claims;
    this.replies = replies;
  }

  @Override
  public Object handle(UnitOfWork<? extends CommandMessage<?>> work, InterceptorChain chain)
      throws Exception {
    Object command = work.getMessage().getPayload();
    if (command instanceof PaymentCommand.Request) {
      return handleRequest(work, chain);
    }
    if (command instanceof InspectOperation) {
      return chain.proceed();
    }
    Completion completion = new Completion((Decision) chain.proceed());
    CrashPoint.AFTER_DECIDE.reach();
    if (!completion.decision().settled().isEmpty()) {
      // Runs after the append and the views, because it is registered after them.
      work.onPrepareCommit(w -> complete(w, completion));
    }
    work.onPrepareCommit(w -> CrashPoint.BEFORE_COMMIT.reach());
    return completion;
  }

  // ---- a client's request

  private Object handleRequest(UnitOfWork<? extends CommandMessage<?>> work, InterceptorChain chain)
      throws Exception {
    IdempotentRequest request = request(work);
    CrashPoint.BEFORE_CLAIM.reach();
    Claims.Result result = claims.claim(request);
    if (result.claim().isEmpty()) {
      return new Answer.Replay(result.replay().orElseThrow());
    }
    Claim claim = result.claim().get();
    claim.set(work);
    CrashPoint.AFTER_CLAIM.reach();
    try {
      Decision decision = (Decision) chain.proceed();
      CrashPoint.AFTER_DECIDE.reach();
      Answer answer = accepted(work, claim, request, decision);
      work.onPrepareCommit(w -> CrashPoint.BEFORE_COMMIT.reach());
      return answer;
    } catch (AggregateNotFoundException e) {
      throw new Rejection(Reason.PAYMENT_NOT_FOUND, "there is no such payment");
    } catch (Rejection rejection) {
      if (!Refusals.isKept(rejection.reason())) {
        throw rejection;
      }
      RefusedWork.mark(work);
      keep(claim, request, new Problem(rejection.reason().wireName(), rejection.detail()));
      return rejection;
    }
  }

  private Answer accepted(
      UnitOfWork<? extends CommandMessage<?>> work,
      Claim claim,
      IdempotentRequest request,
      Decision decision) {
    if (decision.kind() == Decision.Kind.FOUND) {
      throw new NothingToKeep(new Answer.Found(decision));
    }
    if (decision.kind() == Decision.Kind.RECORDED) {
      return done(work, claim, request, decision);
    }
    switch (claim.kind()) {
      case FRESH -> records.insertProcessing(claim, request, decision);
      case RECLAIMED -> records.setOperation(claim.place(), decision);
      case OWN -> {}
    }
    return new Answer.Execute(
        decision, claim.place(), claim.createdAt(), records.expiresAt(claim.createdAt()));
  }

  /** Claim, events and reply are one transaction: nobody ever sees it PROCESSING. */
  private Answer done(
      UnitOfWork<? extends CommandMessage<?>> work,
      Claim claim,
      IdempotentRequest request,
      Decision decision) {
    Completion completion = new Completion(decision);
    work.onPrepareCommit(
        w -> {
          complete(w, completion);
          Reply reply = reply(completion);
          if (claim.kind() == Claim.Kind.FRESH) {
            records.insertSucceeded(claim, request, decision, reply, Position.of(w).at());
          } else {
            records.setOperation(claim.place(), decision);
            records.succeed(claim.place(), decision.operationId(), reply, Position.of(w).at());
          }
        });
    return new Answer.Done(completion, claim.createdAt(), records.expiresAt(claim.createdAt()));
  }

  private void keep(Claim claim, IdempotentRequest request, Problem problem) {
    if (claim.kind() == Claim.Kind.FRESH) {
      records.insertFailed(claim, request, problem);
    } else {
      records.fail(claim.place(), problem);
    }
  }

  // ---- outcomes

  /** Ends the record of each request whose operation has ended, where it has not expired. */
  private void complete(UnitOfWork<? extends CommandMessage<?>> work, Completion completion) {
    Instant at = Position.of(work).at();
    for (Settled settled : completion.decision().settled()) {
      Optional<Place> place = place(work, settled);
      if (settled.state() == OperationState.FAILED) {
        place.ifPresent(p -> records.fail(p, settled.operationId(), Problem.NOT_REACHED, at));
        continue;
      }
      Reply reply = reply(completion);
      place.ifPresent(p -> records.succeed(p, settled.operationId(), reply, at));
    }
  }

  /** One reply for all that a command ends. */
  private Reply reply(Completion completion) {
    Reply reply =
        completion.reply().orElseGet(() -> replies.replyTo(completion.decision().paymentId()));
    completion.setReply(reply);
    return reply;
  }

  private Optional<Place> place(UnitOfWork<? extends CommandMessage<?>> work, Settled settled) {
    IdempotentRequest request = request(work);
    if (settled.key().equals(request.key())
        && work.getMessage().getMetaData().get(PLACE) instanceof Place known) {
      return Optional.of(known);
    }
    UUID hash = KeyHash.of(request.scope(), settled.key());
    return records.bucketOf(hash).map(bucket -> new Place(hash, bucket));
  }

  private static IdempotentRequest request(UnitOfWork<? extends CommandMessage<?>> work) {
    Object request = work.getMessage().getMetaData().get(REQUEST);
    if (request instanceof IdempotentRequest idempotent) {
      return idempotent;
    }
    throw new IllegalStateException("a command without the request behind it is not executed");
  }
}
