package dev.onceledger.payment.drive;

import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.gateway.GatewayAnswer;
import java.util.Locale;
import java.util.Optional;

/** What a gateway's answer proves about an operation. */
final class GatewayOutcome {
  private static final String NOT_REACHED = Reason.GATEWAY_NOT_REACHED.wireName();

  private GatewayOutcome() {}

  /** The outcome that is proven; empty if the answer leaves the operation in doubt. */
  static Optional<RecordOutcome> of(
      GatewayCall call, GatewayAnswer answer, Evidence.Source source) {
    return state(answer, source)
        .map(
            state ->
                new RecordOutcome(
                    call.paymentId(),
                    call.operationId(),
                    state,
                    answer.gatewayReference(),
                    state == OperationState.FAILED ? NOT_REACHED : answer.reason(),
                    new Evidence(source, call.send())));
  }

  /** A short name of what was learned, such as {@code in-doubt}. */
  static String evidence(GatewayAnswer answer) {
    return answer.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** That nothing was sent proves something of a call only: an inquiry changes nothing. */
  private static Optional<OperationState> state(GatewayAnswer answer, Evidence.Source source) {
    return switch (answer.outcome()) {
      case SUCCEEDED, EXPIRED -> Optional.of(OperationState.SUCCEEDED);
      case DECLINED -> Optional.of(OperationState.DECLINED);
      case CLOSED -> Optional.of(OperationState.FAILED);
      case NOT_SENT ->
          source == Evidence.Source.CALL ? Optional.of(OperationState.FAILED) : Optional.empty();
      case PENDING, UNKNOWN, IN_DOUBT -> Optional.empty();
    };
  }
}
