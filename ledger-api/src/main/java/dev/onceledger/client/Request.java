package dev.onceledger.client;

import dev.onceledger.api.Reference;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentMethod;
import java.util.Map;
import java.util.Optional;

/**
 * What an order service can ask. It has no key yet: {@link Command#decide} gives it one.
 *
 * <p>Each has a reference of the caller's own, an order number or the number of a refund, which the
 * ledger never forgets. It stops a second effect even if somebody decides the same thing twice.
 *
 * <p>Construction throws {@link IllegalArgumentException}, with a sentence that says what is wrong,
 * if a reference is longer than {@link Reference#CHOSEN_LENGTH_MAX}, an amount is not 1 to {@link
 * Money#REQUEST_MINOR_MAX} minor units, or an attempt is not 1 to 99.
 */
public sealed interface Request {
  Reference reference();

  /**
   * A payment of an order.
   *
   * @param reference the order number, unique for ever in the scope of the token
   * @param attempt 1; 2 and up is a deliberate new try, after the one before ended without effect
   * @param gateway empty for the ledger's default
   * @param metadata up to 20 texts of 500 characters under names of 40; kept, never interpreted
   */
  record CreatePayment(
      Reference reference,
      int attempt,
      Money amount,
      PaymentMethod paymentMethod,
      CaptureMode capture,
      Optional<GatewayName> gateway,
      Optional<String> description,
      Map<String, String> metadata)
      implements Request {

    public CreatePayment {
      Limits.reference(reference);
      Limits.attempt(attempt);
      Limits.amount(amount);
      description.ifPresent(text -> Limits.text("a description", text));
      metadata = Limits.metadata(metadata);
    }

    /** The first attempt, which is captured at once. */
    public static CreatePayment charge(Reference reference, Money amount, PaymentMethod method) {
      return first(reference, amount, method, CaptureMode.AUTOMATIC);
    }

    /** The first attempt, of which {@link CapturePayment} takes the money later. */
    public static CreatePayment authorize(Reference reference, Money amount, PaymentMethod method) {
      return first(reference, amount, method, CaptureMode.MANUAL);
    }

    private static CreatePayment first(
        Reference reference, Money amount, PaymentMethod method, CaptureMode capture) {
      return new CreatePayment(
          reference, 1, amount, method, capture, Optional.empty(), Optional.empty(), Map.of());
    }

    /** The same as this attempt. */
    public CreatePayment attempt(int number) {
      return new CreatePayment(
          reference, number, amount, paymentMethod, capture, gateway, description, metadata);
    }
  }

  /**
   * Takes what was authorized.
   *
   * @param attempt the attempt that is meant, which is the payment's latest
   * @param amount empty for all that is left
   */
  record CapturePayment(PaymentId payment, Reference reference, int attempt, Optional<Money> amount)
      implements Request {
    public CapturePayment {
      Limits.reference(reference);
      Limits.attempt(attempt);
      amount.ifPresent(Limits::amount);
    }
  }

  /**
   * Lets go what is authorized and not captured.
   *
   * @param attempt the attempt that is meant, which is the payment's latest
   */
  record VoidPayment(PaymentId payment, Reference reference, int attempt) implements Request {
    public VoidPayment {
      Limits.reference(reference);
      Limits.attempt(attempt);
    }
  }

  /**
   * Gives back what was captured.
   *
   * @param amount empty for all that is left
   * @param reason for those who read the history
   */
  record RefundPayment(
      PaymentId payment, Reference reference, Optional<Money> amount, Optional<String> reason)
      implements Request {
    public RefundPayment {
      Limits.reference(reference);
      amount.ifPresent(Limits::amount);
      reason.ifPresent(text -> Limits.text("a reason", text));
    }
  }
}
