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

  /** What became of an operation. {@code outcome} is any state but PROCESSING. */
  record RecordOutcome(
      @TargetAggregateIdentifier PaymentId paymentId,
      OperationId operationId,
      OperationState outcome,
      @Nullable GatewayReference gatewayReference,
      @Nullable String reason,
      Evidence evidence)
      implements PaymentCommand {}

  /** Asks what the gateway was told, while the operation's outcome is not known. */
  record ResumeOperation(@TargetAggregateIdentifier PaymentId paymentId, OperationId operationId)
      implements PaymentCommand {}

  /** The gateway says that what an attempt authorized can no longer be captured. */
  record ExpireAuthorization(
      @TargetAggregateIdentifier PaymentId paymentId, int attempt, Evidence evidence)
      implements PaymentCommand {}
}
