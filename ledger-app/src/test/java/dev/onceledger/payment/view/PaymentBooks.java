package dev.onceledger.payment.view;

import dev.onceledger.api.Reference;
import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentEvent.AttemptStarted;
import dev.onceledger.api.payment.PaymentEvent.CaptureRequested;
import dev.onceledger.api.payment.PaymentEvent.Declined;
import dev.onceledger.api.payment.PaymentEvent.Failed;
import dev.onceledger.api.payment.PaymentEvent.OperationReopened;
import dev.onceledger.api.payment.PaymentEvent.PaymentCreated;
import dev.onceledger.api.payment.PaymentEvent.PaymentExpired;
import dev.onceledger.api.payment.PaymentEvent.RefundRequested;
import dev.onceledger.api.payment.PaymentEvent.Success;
import dev.onceledger.api.payment.PaymentEvent.VoidRequested;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Plain sums over the events of a payment, which share no code with what they check. */
final class PaymentBooks {
  /** What was asked for, and how far it is. */
  static final class Asked {
    final OperationId id;
    final OperationKind kind;
    final int attempt;
    final Reference reference;
    final long amount;
    OperationState state = OperationState.PROCESSING;
    int send = 1;

    Asked(OperationId id, OperationKind kind, int attempt, Reference reference, long amount) {
      this.id = id;
      this.kind = kind;
      this.attempt = attempt;
      this.reference = reference;
      this.amount = amount;
    }
  }

  private final Map<OperationId, Asked> asked = new LinkedHashMap<>();
  private final List<Long> releasedByAttempt = new ArrayList<>();
  private long whole;
  private Reference order = new Reference("-");

  void add(PaymentEvent event) {
    if (event instanceof PaymentCreated e) {
      whole = e.amount().minor();
      order = e.reference();
      open(e.capture(), e.operationId());
    } else if (event instanceof AttemptStarted e) {
      open(e.capture(), e.operationId());
    } else if (event instanceof CaptureRequested e) {
      ask(e, OperationKind.CAPTURE, e.attempt(), e.reference(), e.amount().minor());
    } else if (event instanceof VoidRequested e) {
      ask(e, OperationKind.VOID, e.attempt(), e.reference(), e.amount().minor());
    } else if (event instanceof RefundRequested e) {
      ask(e, OperationKind.REFUND, e.attempt(), e.reference(), e.amount().minor());
    } else if (event instanceof OperationReopened e) {
      Asked again = get(e.operationId());
      again.state = OperationState.PROCESSING;
      again.send = e.send();
    } else if (event instanceof Success e) {
      Asked done = get(e.operationId());
      done.state = OperationState.SUCCEEDED;
      if (done.kind == OperationKind.VOID) {
        release(done.attempt, e.amount().minor());
      }
    } else if (event instanceof Declined e) {
      get(e.operationId()).state = OperationState.DECLINED;
    } else if (event instanceof Failed e) {
      get(e.operationId()).state = OperationState.FAILED;
    } else if (event instanceof PaymentExpired e) {
      release(e.attempt(), e.amount().minor());
    } else {
      throw new AssertionError("no entry for " + event);
    }
  }

  private void open(CaptureMode capture, OperationId id) {
    releasedByAttempt.add(0L);
    OperationKind kind =
        capture == CaptureMode.AUTOMATIC ? OperationKind.CHARGE : OperationKind.AUTHORIZE;
    asked.put(id, new Asked(id, kind, attempts(), order, whole));
  }

  private void ask(
      PaymentEvent.Intent e, OperationKind kind, int attempt, Reference reference, long amount) {
    asked.put(e.operationId(), new Asked(e.operationId(), kind, attempt, reference, amount));
  }

  private void release(int attempt, long amount) {
    releasedByAttempt.set(attempt - 1, releasedByAttempt.get(attempt - 1) + amount);
  }

  // ---- what was asked

  Asked get(OperationId id) {
    Asked operation = asked.get(id);
    if (operation == null) {
      throw new AssertionError("nobody asked for " + id);
    }
    return operation;
  }

  List<Asked> operations() {
    return List.copyOf(asked.values());
  }

  int attempts() {
    return releasedByAttempt.size();
  }

  boolean inFlight(OperationKind kind, int attempt) {
    return of(kind, attempt).anyMatch(o -> o.state == OperationState.PROCESSING);
  }

  boolean inFlight() {
    return asked.values().stream().anyMatch(o -> o.state == OperationState.PROCESSING);
  }

  boolean inFlight(int attempt) {
    return asked.values().stream()
        .anyMatch(o -> o.attempt == attempt && o.state == OperationState.PROCESSING);
  }

  // ---- what moved

  long authorized(int attempt) {
    return sum(OperationKind.AUTHORIZE, attempt, OperationState.SUCCEEDED)
        + sum(OperationKind.CHARGE, attempt, OperationState.SUCCEEDED);
  }

  long captured(int attempt) {
    return sum(OperationKind.CAPTURE, attempt, OperationState.SUCCEEDED)
        + sum(OperationKind.CHARGE, attempt, OperationState.SUCCEEDED);
  }

  long refunded(int attempt) {
    return sum(OperationKind.REFUND, attempt, OperationState.SUCCEEDED);
  }

  /** Authorized, and neither captured nor let go. */
  long reserved(int attempt) {
    long left = Math.max(0, authorized(attempt) - captured(attempt));
    return Math.max(0, left - releasedByAttempt.get(attempt - 1));
  }

  long authorized() {
    return overAttempts().map(this::authorized).reduce(0L, Long::sum);
  }

  long captured() {
    return overAttempts().map(this::captured).reduce(0L, Long::sum);
  }

  long refunded() {
    return overAttempts().map(this::refunded).reduce(0L, Long::sum);
  }

  long reserved() {
    return overAttempts().map(this::reserved).reduce(0L, Long::sum);
  }

  // ---- what is left

  /** What the latest attempt can still capture, with what is in flight taken off. */
  long capturable() {
    int latest = attempts();
    return inFlight(OperationKind.VOID, latest)
        ? 0
        : Math.max(
            0, reserved(latest) - sum(OperationKind.CAPTURE, latest, OperationState.PROCESSING));
  }

  /** What the whole payment can still give back, with what is on its way taken off. */
  long refundable() {
    long onItsWay =
        overAttempts()
            .map(a -> sum(OperationKind.REFUND, a, OperationState.PROCESSING))
            .reduce(0L, Long::sum);
    return Math.max(0, captured() - refunded() - onItsWay);
  }

  /** The largest single refund: it comes from one attempt, and never exceeds what is refundable. */
  long refundableAtOnce() {
    return overAttempts().map(a -> Math.min(refundable(), refundable(a))).reduce(0L, Math::max);
  }

  long refundable(int attempt) {
    return Math.max(
        0,
        captured(attempt)
            - refunded(attempt)
            - sum(OperationKind.REFUND, attempt, OperationState.PROCESSING));
  }

  private long sum(OperationKind kind, int attempt, OperationState state) {
    return of(kind, attempt).filter(o -> o.state == state).mapToLong(o -> o.amount).sum();
  }

  private Stream<Asked> of(OperationKind kind, int attempt) {
    return asked.values().stream().filter(o -> o.kind == kind && o.attempt == attempt);
  }

  private Stream<Integer> overAttempts() {
    return Stream.iterate(1, a -> a <= attempts(), a -> a + 1);
  }
}
