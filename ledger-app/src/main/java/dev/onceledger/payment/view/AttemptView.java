package dev.onceledger.payment.view;

import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import java.util.ArrayList;
import java.util.List;

/**
 * The money of one attempt, read off its operations.
 *
 * @param operations the one that authorizes or charges, and what was asked for until the next
 *     attempt
 */
record AttemptView(List<OperationView> operations) {
  /** The attempts, in their order: captures and voids always mean the latest. */
  static List<AttemptView> of(List<OperationView> operations) {
    List<AttemptView> attempts = new ArrayList<>();
    for (OperationView operation : operations) {
      if (operation.kind().opensAttempt()) {
        attempts.add(new AttemptView(new ArrayList<>()));
      }
      attempts.get(attempts.size() - 1).operations().add(operation);
    }
    return attempts;
  }

  OperationView opening() {
    return operations.get(0);
  }

  /** Authorized, and neither captured nor let go. */
  MoneyView reserved() {
    boolean held =
        opening().kind() == OperationKind.AUTHORIZE
            && opening().state() == OperationState.SUCCEEDED
            && !opening().isExpired();
    MoneyView whole = opening().amount();
    return held ? whole.minus(captures(OperationState.SUCCEEDED)).minus(released()) : whole.zero();
  }

  /** Reserved, and neither being captured nor being let go. */
  MoneyView free() {
    return any(OperationKind.VOID, OperationState.PROCESSING)
        ? reserved().zero()
        : reserved().minus(captures(OperationState.PROCESSING));
  }

  private MoneyView released() {
    return operations.stream()
        .filter(OperationView::released)
        .map(OperationView::amount)
        .reduce(opening().amount().zero(), MoneyView::plus);
  }

  private MoneyView captures(OperationState state) {
    return OperationView.sum(operations, OperationKind.CAPTURE, state, opening().amount().zero());
  }

  private boolean any(OperationKind kind, OperationState state) {
    return operations.stream().anyMatch(o -> o.kind() == kind && o.state() == state);
  }
}
