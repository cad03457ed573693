package dev.onceledger.api.payment;

import dev.onceledger.api.Origin;
import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import dev.onceledger.api.money.Money;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can have happened to a payment. Names, package and components are a database
 * format: released ones never change.
 */
public sealed interface PaymentEvent {
  PaymentId paymentId();

  /** An event of one operation. */
  sealed interface OfOperation extends PaymentEvent {
    OperationId operationId();
  }

  /** The gateway is about to be asked. */
  sealed interface Intent extends OfOperation {
    Origin origin();
  }

  /** What the gateway did, or surely did not do. */
  sealed interface Outcome extends OfOperation {
    Evidence evidence();

    /** The operations that end by it. */
    List<Ended> ends();
  }

  /** It was done: money moved, was reserved, or was let go. */
  sealed interface Success extends Outcome {
    Money amount();

    GatewayReference gatewayReference();

    @Override
    default List<Ended> ends() {
      return List.of(new Ended(operationId(), OperationState.SUCCEEDED));
    }
  }

  /** It was not done. */
  sealed interface Refusal extends Outcome {
    String reason();
  }

  /** The gateway said no. */
  sealed interface Declined extends Refusal {
    @Override
    default List<Ended> ends() {
      return List.of(new Ended(operationId(), OperationState.DECLINED));
    }
  }

  /** It is certain that the gateway never heard, and never will under that key. */
  sealed interface Failed extends Refusal {
    @Override
    default List<Ended> ends() {
      return List.of(new Ended(operationId(), OperationState.FAILED));
    }
  }

  record PaymentCreated(
      PaymentId paymentId,
      Scope scope,
      Reference reference,
      Money amount,
      CaptureMode capture,
      PaymentMethod paymentMethod,
      GatewayName gateway,
      @Nullable String description,
      Map<String, String> metadata,
      OperationId operationId,
      Origin origin)
      implements Intent {}

  record AttemptStarted(
      PaymentId paymentId,
      int attempt,
      CaptureMode capture,
      PaymentMethod paymentMethod,
      GatewayName gateway,
      @Nullable String description,
      Map<String, String> metadata,
      OperationId operationId,
      Origin origin)
      implements Intent {}

  record CaptureRequested(
      PaymentId paymentId,
      int attempt,
      Reference reference,
      Money amount,
      GatewayName gateway,
      OperationId operationId,
      Origin origin)
      implements Intent {}

  record VoidRequested(
      PaymentId paymentId,
      int attempt,
      Reference reference,
      Money amount,
      GatewayName gateway,
      OperationId operationId,
      Origin origin)
      implements Intent {}

  record RefundRequested(
      PaymentId paymentId,
      int attempt,
      Reference reference,
      Money amount,
      @Nullable String reason,
      GatewayName gateway,
      OperationId operationId,
      Origin origin)
      implements Intent {}

  /** A failed operation is sent again under the next generation of its key. */
  record OperationReopened(
      PaymentId paymentId,
      OperationId operationId,
      OperationKind kind,
      GatewayName gateway,
      int generation,
      int send,
      OperationId reopenedBy,
      Origin origin)
      implements Intent {}

  record PaymentAuthorized(
      PaymentId paymentId,
      OperationId operationId,
      Money amount,
      GatewayReference gatewayReference,
      Evidence evidence)
      implements Success {}

  record PaymentCharged(
      PaymentId paymentId,
      OperationId operationId,
      Money amount,
      GatewayReference gatewayReference,
      Evidence evidence)
      implements Success {}

  record PaymentCaptured(
      PaymentId paymentId,
      OperationId operationId,
      Money amount,
      GatewayReference gatewayReference,
      Evidence evidence)
      implements Success {}

  record PaymentVoided(
      PaymentId paymentId,
      OperationId operationId,
      Money amount,
      GatewayReference gatewayReference,
      Evidence evidence)
      implements Success {}

  record PaymentRefunded(
      PaymentId paymentId,
      OperationId operationId,
      Money amount,
      GatewayReference gatewayReference,
      Evidence evidence)
      implements Success {}

  record PaymentDeclined(
      PaymentId paymentId, OperationId operationId, String reason, Evidence evidence)
      implements Declined {}

  record PaymentFailed(
      PaymentId paymentId, OperationId operationId, String reason, Evidence evidence)
      implements Failed {}

  record CaptureDeclined(
      PaymentId paymentId, OperationId operationId, String reason, Evidence evidence)
      implements Declined {}

  record CaptureFailed(
      PaymentId paymentId, OperationId operationId, String reason, Evidence evidence)
      implements Failed {}

  record VoidDeclined(
      PaymentId paymentId, OperationId operationId, String reason, Evidence evidence)
      implements Declined {}

  record VoidFailed(PaymentId paymentId, OperationId operationId, String reason, Evidence evidence)
      implements Failed {}

  record RefundDeclined(
      PaymentId paymentId, OperationId operationId, String reason, Evidence evidence)
      implements Declined {}

  record RefundFailed(
      PaymentId paymentId, OperationId operationId, String reason, Evidence evidence)
      implements Failed {}

  /** What was authorized and not captured can no longer be captured. */
  record PaymentExpired(PaymentId paymentId, int attempt, Money amount, Evidence evidence)
      implements PaymentEvent {}

  /** An operation is sent again under the same key, because nobody knows what became of it. */
  record OperationResent(PaymentId paymentId, OperationId operationId, int send)
      implements OfOperation {}

  /**
   * What a void found undecided was closed at the gateway and so will never be paid: the void is
   * done, and the operation that it closed has failed.
   */
  record PaymentClosed(
      PaymentId paymentId,
      OperationId operationId,
      OperationId closed,
      Money amount,
      Evidence evidence)
      implements Outcome {
    @Override
    public List<Ended> ends() {
      return List.of(
          new Ended(operationId, OperationState.SUCCEEDED),
          new Ended(closed, OperationState.FAILED));
    }
  }

  /** The gateway took back a refund that it had reported as done. */
  record RefundReversed(
      PaymentId paymentId, OperationId operationId, Money amount, String reason, Evidence evidence)
      implements OfOperation {}

  /** An operator has decided what became of an operation; the outcome follows. */
  record OperationResolved(
      PaymentId paymentId,
      OperationId operationId,
      OperationState outcome,
      String reason,
      Origin origin)
      implements OfOperation {}

  /** What the gateway calls a success that had been recorded without its name. */
  record GatewayReferenceLearned(
      PaymentId paymentId,
      OperationId operationId,
      GatewayReference gatewayReference,
      Evidence evidence)
      implements OfOperation {}

  /** What a payer's bank does about money that was captured. */
  sealed interface Dispute extends OfOperation {
    GatewayReference dispute();

    Money amount();

    /** Counts what the gateway told about the operation; null if it does not count. */
    @Nullable Integer version();

    Evidence evidence();
  }

  record DisputeOpened(
      PaymentId paymentId,
      OperationId operationId,
      GatewayReference dispute,
      Money amount,
      @Nullable Integer version,
      Evidence evidence)
      implements Dispute {}

  record DisputeWon(
      PaymentId paymentId,
      OperationId operationId,
      GatewayReference dispute,
      Money amount,
      @Nullable Integer version,
      Evidence evidence)
      implements Dispute {}

  record DisputeLost(
      PaymentId paymentId,
      OperationId operationId,
      GatewayReference dispute,
      Money amount,
      @Nullable Integer version,
      Evidence evidence)
      implements Dispute {}

  /** What is known cannot all be right; a person should look at it. */
  record ContradictionFound(
      PaymentId paymentId,
      OperationId operationId,
      Contradiction contradiction,
      @Nullable GatewayReference gatewayReference,
      Evidence evidence)
      implements OfOperation {}
}
