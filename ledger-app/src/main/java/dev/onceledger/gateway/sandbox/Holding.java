package dev.onceledger.gateway.sandbox;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The money of one authorization or charge, in minor units of its currency. */
final class Holding {
  private static final String RAN_OUT = "authorization-expired";

  private final @Nullable String paymentMethod;
  private final String currency;
  private final long authorized;
  private final @Nullable Instant validUntil;
  private long captured;
  private long voided;
  private long refunded;

  /**
   * @param validUntil when what is left can no longer be captured; null if never
   */
  Holding(Operation attempt, @Nullable Instant validUntil) {
    paymentMethod = attempt.paymentMethod();
    currency = attempt.currency();
    authorized = attempt.minor();
    this.validUntil = validUntil;
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
  @Nullable String refusal(Operation operation, Instant now) {
    if (!operation.currency().equals(currency)) {
      return "currency-mismatch";
    }
    long minor = operation.minor();
    return switch (operation.kind()) {
      case CAPTURE -> minor <= 0 ? "invalid-amount" : refusalOfCapture(minor, now);
      case REFUND ->
          minor <= 0 ? "invalid-amount" : minor > captured - refunded ? "exceeds-captured" : null;
      case VOID -> left() == 0 ? "nothing-to-void" : hasRunOut(now) ? RAN_OUT : null;
      case AUTHORIZE, CHARGE -> throw new IllegalArgumentException("it opens an attempt");
    };
  }

  private @Nullable String refusalOfCapture(long minor, Instant now) {
    if (hasRunOut(now)) {
      return RAN_OUT;
    }
    return minor > left() ? "exceeds-authorized" : null;
  }

  /** Whether something was left when its time was over. */
  boolean hasRunOut(Instant now) {
    return validUntil != null && !now.isBefore(validUntil) && left() > 0;
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
