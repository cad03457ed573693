package dev.onceledger.proof.checker;

import java.util.List;

/** Captures fit into what is authorized, and refunds into what is captured, at every version. */
final class Budgets implements Check {
  @Override
  public String promise() {
    return "captured <= authorized, and no accepted refund exceeds what was refundable";
  }

  @Override
  public String subject() {
    return "versions";
  }

  @Override
  public long run(Evidence evidence, Findings findings) {
    evidence.histories().forEach((payment, history) -> payment(payment, history, findings));
    return evidence.events().size();
  }

  private void payment(String payment, List<Event> history, Findings findings) {
    Fold fold = new Fold();
    for (Event event : history) {
      String trouble;
      try {
        trouble = isAccepted(event, fold);
        fold.apply(event);
      } catch (Impossible e) {
        return; // Told by another check.
      }
      Books books = fold.books;
      for (int attempt = 0; attempt <= books.attempts(); attempt++) {
        if (books.captured(attempt) > books.authorized(attempt)) {
          trouble = "captured is above authorized";
        }
      }
      if (!trouble.isEmpty()) {
        findings.add(this, payment, "%s: %s".formatted(event, trouble));
      }
    }
  }

  /** What is wrong with accepting what the event asks for; empty if nothing is. */
  private static String isAccepted(Event event, Fold fold) {
    Books books = fold.books;
    int attempt = (int) event.number("attempt");
    return switch (event.type()) {
      case "RefundRequested" -> refund(books, attempt, event.minor());
      case "CaptureRequested" -> capture(books, attempt, event.minor());
      case "OperationReopened" -> {
        Op again = books.find(event.text("operationId"));
        yield switch (again.kind) {
          case "REFUND" -> refund(books, again.attempt, again.minor);
          case "CAPTURE" -> capture(books, again.attempt, again.minor);
          default -> "";
        };
      }
      default -> "";
    };
  }

  private static String refund(Books books, int attempt, long minor) {
    long room = Math.min(books.refundable(0), books.refundable(attempt));
    return minor > room ? "%d is refunded of %d".formatted(minor, room) : "";
  }

  private static String capture(Books books, int attempt, long minor) {
    long room = books.capturable(attempt);
    return minor > room ? "%d is captured of %d".formatted(minor, room) : "";
  }
}
