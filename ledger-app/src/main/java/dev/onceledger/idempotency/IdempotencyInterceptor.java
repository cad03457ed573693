package dev.onceledger.idempotency;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.payment.Decision;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.idempotency.IdempotencyRecord.Problem;
import dev.onceledger.store.RefusedWork;
import java.util.Objects;
import java.util.Optional;
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
    Decision decision = (Decision) chain.proceed();
    Completion completion = new Completion(decision);
    if (command instanceof RecordOutcome outcome && decision.kind() == Decision.Kind.RECORDED) {
      // Runs after the append and the views, because it is registered after them.
      work.onPrepareCommit(w -> complete(w, outcome, completion));
    }
    return completion;
  }

  // ---- a client's request

  private Object handleRequest(UnitOfWork<? extends CommandMessage<?>> work, InterceptorChain chain)
      throws Exception {
    IdempotentRequest request = request(work);
    Claims.Result result = claims.claim(request);
    if (result.claim().isEmpty()) {
      return new Answer.Replay(result.replay().orElseThrow());
    }
    Claim claim = result.claim().get();
    try {
      return accepted(claim, request, (Decision) chain.proceed());
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

  private Answer accepted(Claim claim, IdempotentRequest request, Decision decision) {
    if (decision.kind() == Decision.Kind.FOUND) {
      throw new NothingToKeep(new Answer.Found(decision));
    }
    switch (claim.kind()) {
      case FRESH -> records.insertProcessing(claim, request, decision);
      case RECLAIMED -> records.setOperation(claim.place(), decision);
      case OWN -> {}
    }
    return new Answer.Execute(
        decision, claim.place(), claim.createdAt(), records.expiresAt(claim.createdAt()));
  }

  private void keep(Claim claim, IdempotentRequest request, Problem problem) {
    if (claim.kind() == Claim.Kind.FRESH) {
      records.insertFailed(claim, request, problem);
    } else {
      records.fail(claim.place(), problem);
    }
  }

  // ---- an outcome

  private void complete(
      UnitOfWork<? extends CommandMessage<?>> work, RecordOutcome outcome, Completion completion) {
    Optional<Place> place = place(work);
    if (outcome.outcome() == OperationState.FAILED) {
      String reason = Objects.requireNonNull(outcome.reason());
      Problem problem = new Problem(reason, "surely nothing was executed");
      place.ifPresent(p -> records.fail(p, outcome.operationId(), problem));
      return;
    }
    Reply reply = replies.replyTo(outcome.paymentId());
    completion.setReply(reply);
    place.ifPresent(p -> records.succeed(p, outcome.operationId(), reply));
  }

  /** Where the record is; empty if it has expired, which an outcome survives. */
  private Optional<Place> place(UnitOfWork<? extends CommandMessage<?>> work) {
    if (work.getMessage().getMetaData().get(PLACE) instanceof Place known) {
      return Optional.of(known);
    }
    IdempotentRequest request = request(work);
    var hash = KeyHash.of(request.scope(), request.key());
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
