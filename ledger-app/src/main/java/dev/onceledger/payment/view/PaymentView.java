package dev.onceledger.payment.view;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.api.payment.DisputeStage;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentEvent.AttemptStarted;
import dev.onceledger.api.payment.PaymentEvent.CaptureRequested;
import dev.onceledger.api.payment.PaymentEvent.ContradictionFound;
import dev.onceledger.api.payment.PaymentEvent.Declined;
import dev.onceledger.api.payment.PaymentEvent.Dispute;
import dev.onceledger.api.payment.PaymentEvent.DisputeLost;
import dev.onceledger.api.payment.PaymentEvent.Failed;
import dev.onceledger.api.payment.PaymentEvent.GatewayReferenceLearned;
import dev.onceledger.api.payment.PaymentEvent.OperationReopened;
import dev.onceledger.api.payment.PaymentEvent.OperationResent;
import dev.onceledger.api.payment.PaymentEvent.OperationResolved;
import dev.onceledger.api.payment.PaymentEvent.PaymentClosed;
import dev.onceledger.api.payment.PaymentEvent.PaymentCreated;
import dev.onceledger.api.payment.PaymentEvent.PaymentExpired;
import dev.onceledger.api.payment.PaymentEvent.RefundRequested;
import dev.onceledger.api.payment.PaymentEvent.RefundReversed;
import dev.onceledger.api.payment.PaymentEvent.Refusal;
import dev.onceledger.api.payment.PaymentEvent.Success;
import dev.onceledger.api.payment.PaymentEvent.VoidRequested;
import dev.onceledger.api.payment.PaymentState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A payment as the contract shows it, folded from its events.
 *
 * <p>Its members, in this order, are the answer's body. What is left to capture and to refund is
 * read off the operations after each event, with what is in flight taken off. Added and taken away
 * event by event it would drift, because facts arrive in any order and differences stop at zero.
 */
@JsonAutoDetect(
    fieldVisibility = JsonAutoDetect.Visibility.NON_PRIVATE,
    getterVisibility = JsonAutoDetect.Visibility.NONE,
    isGetterVisibility = JsonAutoDetect.Visibility.NONE)
@JsonPropertyOrder({
  "id",
  "reference",
  "attempt",
  "state",
  "version",
  "position",
  "amount",
  "authorized",
  "captured",
  "refunded",
  "chargedBack",
  "capturable",
  "refundable",
  "gateway",
  "gatewayReference",
  "nextAction",
  "description",
  "metadata",
  "operations",
  "disputes",
  "createdAt",
  "updatedAt"
})
final class PaymentView {
  String id = "";
  String reference = "";
  int attempt;
  PaymentState state = PaymentState.PENDING;
  long version;
  long position;
  MoneyView amount = MoneyView.UNKNOWN;
  MoneyView authorized = MoneyView.UNKNOWN;
  MoneyView captured = MoneyView.UNKNOWN;
  MoneyView refunded = MoneyView.UNKNOWN;
  MoneyView chargedBack = MoneyView.UNKNOWN;
  MoneyView capturable = MoneyView.UNKNOWN;
  MoneyView refundable = MoneyView.UNKNOWN;
  String gateway = "";
  @Nullable String gatewayReference;
  @Nullable String nextAction;
  @Nullable String description;
  Map<String, String> metadata = Map.of();
  List<OperationView> operations = new ArrayList<>();

  /** Absent from the body where there are none, as in nearly every payment. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  List<DisputeView> disputes = new ArrayList<>();

  Instant createdAt = Instant.EPOCH;
  Instant updatedAt = Instant.EPOCH;

  /** Takes in the next event. Its place in the store is set by whoever knows it. */
  void on(PaymentEvent event, long sequence, Instant at) {
    if (sequence != version) {
      throw new IllegalStateException(id + " is at version " + version + ", not " + sequence);
    }
    if (event instanceof PaymentCreated e) {
      created(e, at);
    } else if (event instanceof AttemptStarted e) {
      attemptStarted(e, at);
    } else if (event instanceof CaptureRequested e) {
      MoneyView asked = MoneyView.of(e.amount());
      requested(e, OperationKind.CAPTURE, asked, e.reference().value(), null, at);
    } else if (event instanceof VoidRequested e) {
      MoneyView asked = MoneyView.of(e.amount());
      requested(e, OperationKind.VOID, asked, e.reference().value(), null, at);
    } else if (event instanceof RefundRequested e) {
      MoneyView asked = MoneyView.of(e.amount());
      requested(e, OperationKind.REFUND, asked, e.reference().value(), e.reason(), at);
    } else if (event instanceof OperationReopened e) {
      reopened(e);
    } else if (event instanceof Success e) {
      succeeded(e, at);
    } else if (event instanceof Declined e) {
      refused(e, OperationState.DECLINED, PaymentState.DECLINED, at);
    } else if (event instanceof Failed e) {
      refused(e, OperationState.FAILED, PaymentState.FAILED, at);
    } else if (event instanceof PaymentExpired e) {
      expired(e);
    } else if (event instanceof PaymentClosed e) {
      closed(e, at);
    } else if (event instanceof OperationResent e) {
      replace(operation(e.operationId().value()).resent(e.send()));
    } else if (event instanceof RefundReversed e) {
      reversed(e, at);
    } else if (event instanceof GatewayReferenceLearned e) {
      nameAs(operation(e.operationId().value()), e.gatewayReference());
    } else if (event instanceof Dispute e) {
      disputed(e, at);
    } else if (!(event instanceof OperationResolved || event instanceof ContradictionFound)) {
      throw new IllegalStateException("no view of " + event.getClass().getSimpleName());
    }
    capturable = latest().free();
    refundable =
        captured
            .minus(refunded)
            .minus(disputes(DisputeStage.OPENED))
            .minus(chargedBack)
            .minus(onTheWayBack());
    version = sequence + 1;
    updatedAt = at;
  }

  private void created(PaymentCreated e, Instant at) {
    id = e.paymentId().value();
    reference = e.reference().value();
    amount = MoneyView.of(e.amount());
    MoneyView zero = MoneyView.of(Money.zero(e.amount().currency()));
    authorized = zero;
    captured = zero;
    refunded = zero;
    chargedBack = zero;
    createdAt = at;
    open(e.capture(), e.operationId().value(), at);
    attempt = 1;
    gateway = e.gateway().value();
    description = e.description();
    metadata = e.metadata();
  }

  private void attemptStarted(AttemptStarted e, Instant at) {
    state = PaymentState.PENDING;
    open(e.capture(), e.operationId().value(), at);
    attempt = e.attempt();
    gateway = e.gateway().value();
    gatewayReference = null;
    description = e.description();
    metadata = e.metadata();
  }

  private void open(CaptureMode capture, String operation, Instant at) {
    OperationKind kind =
        capture == CaptureMode.AUTOMATIC ? OperationKind.CHARGE : OperationKind.AUTHORIZE;
    operations.add(OperationView.requested(operation, kind, amount, reference, null, at));
  }

  private void requested(
      PaymentEvent.Intent e,
      OperationKind kind,
      MoneyView asked,
      String name,
      @Nullable String reason,
      Instant at) {
    operations.add(OperationView.requested(e.operationId().value(), kind, asked, name, reason, at));
  }

  private void reopened(OperationReopened e) {
    OperationView operation = operation(e.operationId().value());
    replace(operation.reopened(e.send()));
    if (operation.kind().opensAttempt()) {
      state = PaymentState.PENDING;
    }
  }

  private void succeeded(Success e, Instant at) {
    OperationView operation = operation(e.operationId().value());
    MoneyView moved = MoneyView.of(e.amount());
    replace(
        operation.kind() == OperationKind.VOID
            ? operation.voided(moved, at)
            : operation.succeeded(at));
    switch (operation.kind()) {
      case AUTHORIZE -> {
        authorized = authorized.plus(moved);
        nameAs(operation, e.gatewayReference());
      }
      case CHARGE -> {
        authorized = authorized.plus(moved);
        captured = captured.plus(moved);
        nameAs(operation, e.gatewayReference());
      }
      case CAPTURE -> captured = captured.plus(moved);
      case REFUND -> refunded = refunded.plus(moved);
      case VOID -> {}
    }
    followMoney(
        operation.kind() == OperationKind.CHARGE || operation.kind() == OperationKind.CAPTURE);
    if (operation.kind() == OperationKind.VOID) {
      letGo(PaymentState.VOIDED);
    }
  }

  /** What was proven late of an earlier attempt does not name the payment at the gateway. */
  private void nameAs(OperationView operation, GatewayReference name) {
    if (latest().opening().id().equals(operation.id())) {
      gatewayReference = name.value();
    }
  }

  /** Where the money is decides the state; only more of it leads out of a lost dispute. */
  private void followMoney(boolean isMore) {
    if (captured.isZero()) {
      if (isReserved()) {
        state = PaymentState.AUTHORIZED;
      }
      return;
    }
    boolean kept = !captured.minus(refunded).isZero();
    if (state != PaymentState.CHARGED_BACK || chargedBack.isZero()) {
      state = kept ? PaymentState.CAPTURED : PaymentState.REFUNDED;
    } else if (kept && isMore) {
      state = PaymentState.CAPTURED;
    }
  }

  private void closed(PaymentClosed e, Instant at) {
    replace(operation(e.operationId().value()).closedBeforePayment(at));
    replace(operation(e.closed().value()).closedByVoid(at));
    if (state == PaymentState.PENDING) {
      state = PaymentState.VOIDED;
    }
  }

  private void reversed(RefundReversed e, Instant at) {
    replace(operation(e.operationId().value()).refused(OperationState.DECLINED, e.reason(), at));
    refunded = refunded.minus(MoneyView.of(e.amount()));
    followMoney(false);
  }

  private void disputed(Dispute e, Instant at) {
    disputes.removeIf(known -> known.id().equals(e.dispute().value()));
    disputes.add(DisputeView.of(e, at));
    chargedBack = disputes(DisputeStage.LOST);
    if (e instanceof DisputeLost && !captured.isZero()) {
      state = PaymentState.CHARGED_BACK;
    } else if (state == PaymentState.CHARGED_BACK) {
      followMoney(false);
    }
  }

  private MoneyView disputes(DisputeStage stage) {
    return disputes.stream()
        .filter(dispute -> dispute.state() == stage)
        .map(DisputeView::amount)
        .reduce(amount.zero(), MoneyView::plus);
  }

  private void expired(PaymentExpired e) {
    OperationView opening = attempts().get(e.attempt() - 1).opening();
    replace(opening.expired());
    letGo(PaymentState.EXPIRED);
  }

  /** Nothing is reserved any more; the payment is over unless money was captured. */
  private void letGo(PaymentState end) {
    if (state == PaymentState.AUTHORIZED && !isReserved()) {
      state = end;
    }
  }

  private boolean isReserved() {
    return attempts().stream().anyMatch(attempt -> !attempt.reserved().isZero());
  }

  private void refused(Refusal e, OperationState outcome, PaymentState end, Instant at) {
    OperationView operation = operation(e.operationId().value());
    replace(operation.refused(outcome, e.reason(), at));
    if (operation.kind().opensAttempt() && state == PaymentState.PENDING) {
      state = end;
    }
  }

  private List<AttemptView> attempts() {
    return AttemptView.of(operations);
  }

  private MoneyView onTheWayBack() {
    return OperationView.sum(
        operations, OperationKind.REFUND, OperationState.PROCESSING, amount.zero());
  }

  private AttemptView latest() {
    return attempts().get(attempt - 1);
  }

  private OperationView operation(String operationId) {
    return operations.stream()
        .filter(o -> o.id().equals(operationId))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no operation " + operationId));
  }

  private void replace(OperationView operation) {
    operations.replaceAll(o -> o.id().equals(operation.id()) ? operation : o);
  }
}
