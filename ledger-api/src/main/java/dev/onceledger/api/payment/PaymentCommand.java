package dev.onceledger.api.payment;

import dev.onceledger.api.IfMatch;
import dev.onceledger.api.Origin;
import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import dev.onceledger.api.money.Money;
import java.util.Map;
import org.axonframework.modelling.command.TargetAggregateIdentifier;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of a payment. */
public sealed interface PaymentCommand {
  PaymentId paymentId();

  /** What a client asks: it names its request and, with a fresh operation id, this try of it. */
  sealed interface Request extends PaymentCommand {
    Scope scope();

    OperationId operationId();

    Origin origin();

    IfMatch ifMatch();
  }

  record CreatePayment(
      @TargetAggregateIdentifier PaymentId paymentId,
      Scope scope,
      Reference reference,
      int attempt,
      Money amount,
      CaptureMode capture,
      PaymentMethod paymentMethod,
      GatewayName gateway,
      @Nullable String description,
      Map<String, String> metadata,
      OperationId operationId,
      Origin origin,
      IfMatch ifMatch)
      implements Request {}

  /** {@code amount} null means all that is left. */
  record CapturePayment(
      @TargetAggregateIdentifier PaymentId paymentId,
      Scope scope,
      Reference reference,
      int attempt,
      @Nullable Money amount,
      OperationId operationId,
      Origin origin,
      IfMatch ifMatch)
      implements Request {}

  record VoidPayment(
      @TargetAggregateIdentifier PaymentId paymentId,
      Scope scope,
      Reference reference,
      int attempt,
      OperationId operationId,
      Origin origin,
      IfMatch ifMatch)
      implements Request {}

  /** {@code amount} null means all that is left. */
  record RefundPayment(
      @TargetAggregateIdentifier PaymentId paymentId,
      Scope scope,
      Reference reference,
      @Nullable Money amount,
      @Nullable String reason,
      OperationId operationId,
      Origin origin,
      IfMatch ifMatch)
      implements Request {}

  /**
   * An operator says what became of an operation that nobody else can tell. {@code outcome} is any
   * state but PROCESSING.
   *
   * @param resolves the operation
   * @param gatewayReference the gateway's name for a success, where it is known
   */
  record ResolveOperation(
      @TargetAggregateIdentifier PaymentId paymentId,
      Scope scope,
      OperationId resolves,
      OperationState outcome,
      @Nullable GatewayReference gatewayReference,
      String reason,
      OperationId operationId,
      Origin origin,
      IfMatch ifMatch)
      implements Request {}

  /** What became of an operation. {@code outcome} is any state but PROCESSING. */
  record RecordOutcome(
      @TargetAggregateIdentifier PaymentId paymentId,
      OperationId operationId,
      OperationState outcome,
      @Nullable GatewayReference gatewayReference,
      @Nullable String reason,
      Evidence evidence)
      implements PaymentCommand {}

  /** The gateway took back a refund that it had reported as done. */
  record RecordReversal(
      @TargetAggregateIdentifier PaymentId paymentId,
      OperationId operationId,
      String reason,
      Evidence evidence)
      implements PaymentCommand {}

  /**
   * What a payer's bank does about money that an operation captured.
   *
   * @param version counts what the gateway told about the operation; null if it does not count
   */
  record RecordDispute(
      @TargetAggregateIdentifier PaymentId paymentId,
      OperationId operationId,
      DisputeStage stage,
      GatewayReference dispute,
      Money amount,
      @Nullable Integer version,
      Evidence evidence)
      implements PaymentCommand {}

  /**
   * Sends an operation again under the same key. What an earlier send then finds out about itself
   * no longer decides.
   */
  record ResendOperation(@TargetAggregateIdentifier PaymentId paymentId, OperationId operationId)
      implements PaymentCommand {}

  /** Asks for the {@link OperationStatus} of an operation. Writes nothing. */
  record InspectOperation(@TargetAggregateIdentifier PaymentId paymentId, OperationId operationId)
      implements PaymentCommand {}

  /** The gateway says that what an attempt authorized can no longer be captured. */
  record ExpireAuthorization(
      @TargetAggregateIdentifier PaymentId paymentId, int attempt, Evidence evidence)
      implements PaymentCommand {}
}
