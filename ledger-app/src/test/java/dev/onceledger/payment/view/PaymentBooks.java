package dev.onceledger.payment.view;

import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.Reference;
import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.api.payment.Contradiction;
import dev.onceledger.api.payment.DisputeStage;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentEvent.AttemptStarted;
import dev.onceledger.api.payment.PaymentEvent.CaptureRequested;
import dev.onceledger.api.payment.PaymentEvent.ContradictionFound;
import dev.onceledger.api.payment.PaymentEvent.Declined;
import dev.onceledger.api.payment.PaymentEvent.Dispute;
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
import dev.onceledger.api.payment.PaymentEvent.Success;
import dev.onceledger.api.payment.PaymentEvent.VoidRequested;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Plain sums over the events of a payment, which share no code with what they check. */
final class PaymentBooks {
  /** What was asked for, and how far it is. */
  static final class Asked {
    final OperationId id;
    final OperationKind kind;
    final int attempt;
    final Reference reference;
    final long amount;
    final IdempotencyKey key;
    OperationState state = OperationState.PROCESSING;
    int send = 1;
    int generation = 1;

    /** The gateway's name for its success; kept when that was taken back. */
    @Nullable GatewayReference done;

    /** What the view shows: a void that was done, what it let go. */
    long shown;

    /** A void that closed the payment before it was paid, or what that closed. */
    boolean isClosed;

    Asked(
        PaymentEvent.Intent intent,
        OperationKind kind,
        int attempt,
        Reference reference,
        long amount) {
      this.id = intent.operationId();
      this.key = intent.origin().key();
      this.shown = amount;
      this.kind = kind;
      this.attempt = attempt;
      this.reference = reference;
      this.amount = amount;
    }
  }

  private final Map<OperationId, Asked> asked = new LinkedHashMap<>();

  /** A dispute at the stage that was told last, and the highest version that was told. */
  record Disputed(DisputeStage stage, int attempt, long amount, @Nullable Integer version) {}

  private final Map<GatewayReference, Disputed> disputes = new LinkedHashMap<>();
  private final Set<String> contradictions = new HashSet<>();
  private final List<Long> releasedByAttempt = new ArrayList<>();
  private boolean isChargedBack;
  private long whole;
  private Reference order = new Reference("-");

  void add(PaymentEvent event) {
    if (event instanceof PaymentCreated e) {
      whole = e.amount().minor();
      order = e.reference();
      open(e, e.capture());
    } else if (event instanceof AttemptStarted e) {
      open(e, e.capture());
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
      again.generation = e.generation();
    } else if (event instanceof Success e) {
      succeeded(get(e.operationId()), e);
    } else if (event instanceof Declined e) {
      get(e.operationId()).state = OperationState.DECLINED;
    } else if (event instanceof Failed e) {
      get(e.operationId()).state = OperationState.FAILED;
    } else if (event instanceof PaymentExpired e) {
      release(e.attempt(), e.amount().minor());
    } else {
      later(event);
    }
  }

  private void later(PaymentEvent event) {
    if (event instanceof OperationResent e) {
      get(e.operationId()).send = e.send();
    } else if (event instanceof PaymentClosed e) {
      close(get(e.operationId()), OperationState.SUCCEEDED);
      close(get(e.closed()), OperationState.FAILED);
    } else if (event instanceof GatewayReferenceLearned e) {
      get(e.operationId()).done = e.gatewayReference();
    } else if (event instanceof RefundReversed e) {
      get(e.operationId()).state = OperationState.DECLINED;
    } else if (event instanceof Dispute e) {
      dispute(e);
    } else if (event instanceof ContradictionFound e) {
      contradictions.add(told(e.operationId(), e.contradiction(), e.gatewayReference()));
    } else if (!(event instanceof OperationResolved)) {
      throw new AssertionError("no entry for " + event);
    }
  }

  private void succeeded(Asked done, Success event) {
    done.state = OperationState.SUCCEEDED;
    done.done = event.gatewayReference();
    boolean isMore = done.kind == OperationKind.CHARGE || done.kind == OperationKind.CAPTURE;
    if (done.kind == OperationKind.VOID) {
      done.shown = event.amount().minor();
      release(done.attempt, event.amount().minor());
    } else if (isMore && captured() > refunded()) {
      isChargedBack = false;
    }
  }

  private static void close(Asked operation, OperationState state) {
    operation.state = state;
    operation.isClosed = true;
  }

  private void dispute(Dispute e) {
    DisputeStage stage =
        DisputeStage.valueOf(
            e.getClass().getSimpleName().substring("Dispute".length()).toUpperCase(Locale.ROOT));
    Disputed before = disputes.get(e.dispute());
    Integer version = e.version() == null && before != null ? before.version : e.version();
    int attempt = get(e.operationId()).attempt;
    disputes.put(e.dispute(), new Disputed(stage, attempt, e.amount().minor(), version));
    if (stage == DisputeStage.LOST && captured() > 0) {
      isChargedBack = true;
    } else if (lost() == 0) {
      isChargedBack = false;
    }
  }

  private void open(PaymentEvent.Intent e, CaptureMode capture) {
    releasedByAttempt.add(0L);
    OperationKind kind =
        capture == CaptureMode.AUTOMATIC ? OperationKind.CHARGE : OperationKind.AUTHORIZE;
    asked.put(e.operationId(), new Asked(e, kind, attempts(), order, whole));
  }

  private void ask(
      PaymentEvent.Intent e, OperationKind kind, int attempt, Reference reference, long amount) {
    asked.put(e.operationId(), new Asked(e, kind, attempt, reference, amount));
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

  Asked opening(int attempt) {
    return asked.values().stream()
        .filter(o -> o.kind.opensAttempt() && o.attempt == attempt)
        .findFirst()
        .orElseThrow();
  }

  /** The void in flight that is to close it. */
  Optional<Asked> closing(Asked opening) {
    boolean isUndecided = opening.kind.opensAttempt() && opening.state == OperationState.PROCESSING;
    return of(OperationKind.VOID, opening.attempt)
        .filter(o -> isUndecided && o.state == OperationState.PROCESSING)
        .findFirst();
  }

  boolean isTold(OperationId id, Contradiction contradiction, @Nullable GatewayReference name) {
    return contradictions.contains(told(id, contradiction, name));
  }

  private static String told(
      OperationId id, Contradiction contradiction, @Nullable GatewayReference name) {
    return id + " " + contradiction + " " + name;
  }

  @Nullable Disputed dispute(GatewayReference name) {
    return disputes.get(name);
  }

  Map<GatewayReference, Disputed> disputes() {
    return disputes;
  }

  boolean isChargedBack() {
    return isChargedBack;
  }

  // ---- what moved

  boolean tookEffect(int attempt) {
    return captured(attempt) > 0 || reserved(attempt) > 0;
  }

  /** What disputes took for good. */
  long lost() {
    return overAttempts().map(a -> disputed(a, DisputeStage.LOST)).reduce(0L, Long::sum);
  }

  /** What disputes hold of an attempt's money, for now or for good. */
  private long heldByDisputes(int attempt) {
    return disputed(attempt, DisputeStage.OPENED) + disputed(attempt, DisputeStage.LOST);
  }

  private long disputed(int attempt, DisputeStage stage) {
    return disputes.values().stream()
        .filter(d -> d.attempt == attempt && d.stage == stage)
        .mapToLong(Disputed::amount)
        .sum();
  }

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
    long inQuestion = overAttempts().map(this::heldByDisputes).reduce(0L, Long::sum);
    return Math.max(0, captured() - refunded() - onItsWay - inQuestion);
  }

  /** The largest single refund: it comes from one attempt, and never exceeds what is refundable. */
  long refundableAtOnce() {
    return overAttempts().map(a -> Math.min(refundable(), refundable(a))).reduce(0L, Math::max);
  }

  long refundable(int attempt) {
    return Math.max(
        0,
        Math.max(0, captured(attempt) - refunded(attempt))
            - heldByDisputes(attempt)
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
