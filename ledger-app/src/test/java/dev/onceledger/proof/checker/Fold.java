package dev.onceledger.proof.checker;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A payment as its events tell it, by rules of the checker's own.
 *
 * <p>{@link #apply} throws {@link Impossible} where an event cannot follow the ones before.
 */
final class Fold {
  final Books books = new Books();
  private State state = State.NONE;
  private long version;
  private long position;
  private String currency = "";
  private String reference = "";
  private long minor;

  static Fold of(List<Event> events) {
    Fold fold = new Fold();
    events.forEach(fold::apply);
    return fold;
  }

  State state() {
    return state;
  }

  long version() {
    return version;
  }

  long position() {
    return position;
  }

  String currency() {
    return currency;
  }

  String reference() {
    return reference;
  }

  /** The amounts as the contract names them. */
  Map<String, Long> amounts() {
    Map<String, Long> amounts = new LinkedHashMap<>();
    amounts.put("amount", minor);
    amounts.put("authorized", books.authorized(0));
    amounts.put("captured", books.captured(0));
    amounts.put("refunded", books.refunded(0));
    amounts.put("chargedBack", books.chargedBack(0));
    amounts.put("capturable", books.capturable(books.attempts()));
    amounts.put("refundable", books.refundable(0));
    return amounts;
  }

  void apply(Event event) {
    Impossible.unless(
        event.sequence() == version,
        "event %d stands where %d is due".formatted(event.sequence(), version));
    Impossible.unless(
        version == 0 == event.type().equals("PaymentCreated"), "a payment is created first, once");
    switch (event.type()) {
      case "PaymentCreated", "AttemptStarted" -> open(event);
      case "CaptureRequested", "VoidRequested", "RefundRequested" -> request(event);
      case "OperationReopened" -> reopen(event);
      case "OperationResent" -> processing(event).sends = event.number("send");
      case "OperationResolved" -> processing(event);
      case "PaymentClosed" -> close(event);
      case "PaymentExpired" -> expire(event);
      case "RefundReversed" -> reverse(event);
      case "DisputeOpened", "DisputeWon", "DisputeLost" -> dispute(event);
      case "GatewayReferenceLearned" -> books.find(event.text("operationId"));
      case "ContradictionFound" -> {}
      default -> outcome(event);
    }
    version++;
    position = event.position();
  }

  // ---- what is asked for

  private void open(Event event) {
    if (version == 0) {
      reference = event.text("reference");
      minor = event.minor();
      currency = event.data().path("amount").path("currency").asString();
    } else {
      Impossible.unless(state.endedWithoutEffect(), "a new attempt of a payment that is " + state);
      Impossible.unless(
          event.number("attempt") == books.attempts() + 1, "attempts are numbered without a hole");
    }
    String kind = event.text("capture").equals("AUTOMATIC") ? "CHARGE" : "AUTHORIZE";
    add(new Op(event.text("operationId"), kind, books.attempts() + 1, reference, minor));
    become(State.PENDING);
  }

  private void request(Event event) {
    int attempt = (int) event.number("attempt");
    String kind = event.type().replace("Requested", "").toUpperCase(Locale.ROOT);
    Op opening = books.opening(attempt);
    Impossible.unless(isOfCurrency(event), "another currency than the payment's");
    switch (kind) {
      case "CAPTURE" ->
          Impossible.unless(
              opening.isDone() && !books.isInFlight("VOID", attempt), "nothing to capture");
      case "VOID" ->
          Impossible.unless(
              (opening.isProcessing() || books.reserved(attempt) > 0)
                  && !books.isInFlight("CAPTURE", attempt),
              "nothing to void, or it is being decided");
      default -> Impossible.unless(books.captured(attempt) > 0, "nothing to refund");
    }
    Impossible.unless(
        kind.equals("REFUND") || attempt == books.attempts(), "another attempt than the latest");
    add(new Op(event.text("operationId"), kind, attempt, event.text("reference"), event.minor()));
  }

  private void add(Op added) {
    boolean known =
        books.operations.stream()
            .anyMatch(o -> o.id.equals(added.id) || o.businessName().equals(added.businessName()));
    Impossible.unless(!known, "the same business operation twice: " + added.businessName());
    books.operations.add(added);
  }

  private void reopen(Event event) {
    Op operation = books.find(event.text("operationId"));
    Impossible.unless(operation.is("FAILED"), "it is sent again, and is " + operation.state);
    Impossible.unless(operation.attempt == books.attempts(), "it is of an attempt that is over");
    operation.state = "PROCESSING";
    operation.sends = event.number("send");
    if (operation.opens()) {
      Impossible.unless(state == State.FAILED, "opened again, and the payment is " + state);
      become(State.PENDING);
    }
  }

  // ---- what became of it

  private void outcome(Event event) {
    Op operation = books.find(event.text("operationId"));
    Outcome outcome = Outcome.of(event.type());
    Impossible.unless(
        outcome.fits(operation.kind), "%s of a %s".formatted(event.type(), operation.kind));
    if (!outcome.state().equals("SUCCEEDED")) {
      Impossible.unless(operation.isProcessing(), "refused, and was " + operation.state);
      operation.state = outcome.state();
      if (operation.opens() && state == State.PENDING) {
        become(State.valueOf(outcome.state()));
      }
      return;
    }
    Impossible.unless(!operation.is("SUCCEEDED"), "it succeeded twice");
    Impossible.unless(isOfCurrency(event), "another currency than the payment's");
    Impossible.unless(
        operation.kind.equals("VOID") || event.minor() == operation.minor, "not what was asked");
    operation.state = "SUCCEEDED";
    operation.minor = event.minor();
    follow(operation.kind.equals("CHARGE") || operation.kind.equals("CAPTURE"));
    if (operation.kind.equals("VOID")) {
      letGo(State.VOIDED);
    }
  }

  private void close(Event event) {
    Op closing = processing(event);
    Op closed = books.find(event.text("closed"));
    Impossible.unless(closing.kind.equals("VOID"), "only a void closes");
    Impossible.unless(closed.opens() && closed.isProcessing(), "it closes what is decided");
    closing.state = "SUCCEEDED";
    closing.closedOnly = true;
    closed.state = "FAILED";
    if (state == State.PENDING) {
      become(State.VOIDED);
    }
  }

  private void expire(Event event) {
    int attempt = (int) event.number("attempt");
    Impossible.unless(
        books.reserved(attempt) == event.minor() && event.minor() > 0,
        "it expires with %d reserved".formatted(books.reserved(attempt)));
    books.expire(attempt, event.minor());
    letGo(State.EXPIRED);
  }

  private void reverse(Event event) {
    Op refund = books.find(event.text("operationId"));
    Impossible.unless(refund.kind.equals("REFUND") && refund.isDone(), "no refund to take back");
    refund.state = "DECLINED";
    follow(false);
  }

  private void dispute(Event event) {
    int attempt = books.find(event.text("operationId")).attempt;
    books.dispute(event.text("dispute"), attempt, event.type(), event.minor());
    if (event.type().equals("DisputeLost") && books.captured(0) > 0) {
      become(State.CHARGED_BACK);
    } else if (state == State.CHARGED_BACK) {
      follow(false);
    }
  }

  private Op processing(Event event) {
    Op operation = books.find(event.text("operationId"));
    Impossible.unless(operation.isProcessing(), event.type() + ", and it is " + operation.state);
    return operation;
  }

  // ---- where that leads

  /** The state follows the money; a lost dispute is left only by more of it. */
  private void follow(boolean isMore) {
    boolean kept = books.captured(0) > books.refunded(0);
    if (books.captured(0) == 0) {
      become(books.isReserved() ? State.AUTHORIZED : state);
    } else if (state != State.CHARGED_BACK || books.chargedBack(0) == 0 || (kept && isMore)) {
      become(kept ? State.CAPTURED : State.REFUNDED);
    }
  }

  private void letGo(State end) {
    if (state == State.AUTHORIZED && !books.isReserved()) {
      become(end);
    }
  }

  private void become(State next) {
    Impossible.unless(
        next == state || state.next().contains(next),
        "no way from %s to %s".formatted(state, next));
    state = next;
  }

  private boolean isOfCurrency(Event event) {
    return event.data().path("amount").path("currency").asString("").equals(currency);
  }
}
