package dev.onceledger.gateway.sandbox;

import org.jspecify.annotations.Nullable;

/** The money of one authorization or charge, in minor units of its currency. */
final class Holding {
  private final @Nullable String paymentMethod;
  private final String currency;
  private final long authorized;
  private long captured;
  private long voided;
  private long refunded;

  Holding(Operation attempt) {
    paymentMethod = attempt.paymentMethod();
    currency = attempt.currency();
    authorized = attempt.minor();
    captured =
        switch (attempt.kind()) {
          case CHARGE -> authorized;
          default -> 0;
        };
  }

  @Nullable String paymentMethod() {
    return paymentMethod;
  }

  /** Why the operation does not fit, as a short name; null if it does. */
  @Nullable String refusal(Operation operation) {
    if (!operation.currency().equals(currency)) {
      return "currency-mismatch";
    }
    long minor = operation.minor();
    return switch (operation.kind()) {
      case CAPTURE -> minor <= 0 ? "invalid-amount" : minor > left() ? "exceeds-authorized" : null;
      case REFUND ->
          minor <= 0 ? "invalid-amount" : minor > captured - refunded ? "exceeds-captured" : null;
      case VOID -> left() == 0 ? "nothing-to-void" : null;
      case AUTHORIZE, CHARGE -> throw new IllegalArgumentException("it opens an attempt");
    };
  }

  /** What the operation moves: its amount, or for a void all that is left. */
  long moves(Operation operation) {
    return switch (operation.kind()) {
      case VOID -> left();
      default -> operation.minor();
    };
  }

  void apply(Operation operation, long minor) {
    switch (operation.kind()) {
      case CAPTURE -> captured += minor;
      case REFUND -> refunded += minor;
      case VOID -> voided += minor;
      case AUTHORIZE, CHARGE -> throw new IllegalArgumentException("it opens an attempt");
    }
  }

  private long left() {
    return authorized - voided - captured;
  }
}
