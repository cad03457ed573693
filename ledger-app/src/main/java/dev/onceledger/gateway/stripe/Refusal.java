package dev.onceledger.gateway.stripe;

import com.stripe.exception.ApiConnectionException;
import com.stripe.exception.AuthenticationException;
import com.stripe.exception.CardException;
import com.stripe.exception.InvalidRequestException;
import com.stripe.exception.RateLimitException;
import com.stripe.exception.StripeException;
import com.stripe.model.PaymentIntent;
import com.stripe.model.StripeError;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import org.jspecify.annotations.Nullable;

/** What an error of Stripe proves. What is not known to prove something leaves it in doubt. */
final class Refusal {
  private Refusal() {}

  /** Of a send: whether it was refused for good, surely did not reach execution, or may have. */
  static GatewayAnswer ofSend(GatewayCall call, StripeException error) {
    if (error instanceof CardException card) {
      return GatewayAnswer.declined(
          Reason.of(card.getDeclineCode(), card.getCode()), reference(error));
    }
    if (error instanceof InvalidRequestException) {
      return ofInvalid(call, error);
    }
    return GatewayAnswer.of(wasNotExecuted(error) ? Outcome.NOT_SENT : Outcome.IN_DOUBT);
  }

  /** Of an inquiry, which is never a word on the operation itself. */
  static GatewayAnswer ofInquiry(StripeException error) {
    return GatewayAnswer.of(wasNotExecuted(error) ? Outcome.NOT_SENT : Outcome.IN_DOUBT);
  }

  /** What is refused because it is done already is done. */
  private static GatewayAnswer ofInvalid(GatewayCall call, StripeException error) {
    @Nullable PaymentIntent intent = intent(error);
    if (intent != null && isDone(call, intent)) {
      return StripeAnswers.succeeded(intent);
    }
    return GatewayAnswer.declined(Reason.of(error.getCode(), null), reference(error));
  }

  private static boolean isDone(GatewayCall call, PaymentIntent intent) {
    return switch (call.kind()) {
      case VOID -> "canceled".equals(intent.getStatus());
      case CAPTURE ->
          "succeeded".equals(intent.getStatus())
              && Marks.isOf(call, Marks.CAPTURE, intent.getMetadata());
      default -> false;
    };
  }

  /**
   * Stripe checks who asks, and how often, before it looks at the key. A lock on an object is met
   * later, while the request is executed: it proves nothing.
   */
  private static boolean wasNotExecuted(StripeException error) {
    if (error instanceof ApiConnectionException connection) {
      return StripeTransport.wasNotConnected(connection);
    }
    return error instanceof AuthenticationException // permissions, too
        || (error instanceof RateLimitException && !"lock_timeout".equals(error.getCode()));
  }

  private static @Nullable GatewayReference reference(StripeException error) {
    @Nullable PaymentIntent intent = intent(error);
    return intent == null ? null : StripeAnswers.reference(intent.getId()).orElse(null);
  }

  private static @Nullable PaymentIntent intent(StripeException error) {
    @Nullable StripeError body = error.getStripeError();
    return body == null ? null : body.getPaymentIntent();
  }
}
