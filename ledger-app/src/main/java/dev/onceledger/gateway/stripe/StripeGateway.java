package dev.onceledger.gateway.stripe;

import com.stripe.StripeClient;
import com.stripe.exception.InvalidRequestException;
import com.stripe.exception.StripeException;
import com.stripe.model.PaymentIntent;
import com.stripe.model.Refund;
import com.stripe.service.PaymentIntentService;
import com.stripe.service.RefundService;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.gateway.Gateway;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import dev.onceledger.gateway.GatewayTraits;
import dev.onceledger.gateway.NotificationReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stripe, through PaymentIntents and refunds. An opening, its captures and its void are known by
 * the PaymentIntent ({@code pi_...}), a refund by its own id ({@code re_...}).
 *
 * <p>Stripe cannot close a key that it has not heard of: only the same send under the same key
 * decides, and that for a day.
 */
public final class StripeGateway implements Gateway {
  private static final Logger LOG = LoggerFactory.getLogger(StripeGateway.class);

  /** Stripe forgets keys once they are 24 hours old; an hour is for clocks and slow sends. */
  private static final Duration KEY_LIFETIME = Duration.ofHours(23);

  /** Asks Stripe; a {@link StripeException} is an answer, too. */
  private interface Exchange {
    GatewayAnswer run() throws StripeException;
  }

  private final GatewayName name;
  private final PaymentIntentService intents;
  private final RefundService refunds;
  private final NotificationReader notifications;

  /**
   * @throws IllegalArgumentException if the key is missing, or a secret cannot be read
   */
  public StripeGateway(StripeSettings settings) {
    StripeClient client =
        StripeClient.builder()
            .setApiKey(settings.readSecretKey())
            .setApiBase(settings.apiBase().toString().replaceFirst("/+$", ""))
            .setHttpClient(new StripeTransport(settings.connectTimeout(), settings.readTimeout()))
            .setMaxNetworkRetries(0)
            .build();
    name = settings.name();
    intents = client.v1().paymentIntents();
    refunds = client.v1().refunds();
    notifications = new StripeNotifications(settings.readWebhookSecret().orElse(null));
  }

  @Override
  public GatewayName name() {
    return name;
  }

  @Override
  public GatewayTraits traits() {
    return new GatewayTraits(KEY_LIFETIME, false, Duration.ofDays(7));
  }

  @Override
  public NotificationReader notifications() {
    return notifications;
  }

  @Override
  public GatewayAnswer execute(GatewayCall call) {
    OptionalLong units = StripeAmounts.toStripe(call.amount());
    if (units.isEmpty()) {
      return GatewayAnswer.declined(Reason.AMOUNT_NOT_SUPPORTED, null);
    }
    GatewayAnswer answer =
        ask(call, () -> send(call, units.getAsLong()), error -> Refusal.ofSend(call, error));
    // A send whose own answer shows no result yet is not a key that nobody has heard of.
    return answer.outcome() == Outcome.UNKNOWN ? GatewayAnswer.of(Outcome.IN_DOUBT) : answer;
  }

  @Override
  public GatewayAnswer inquire(GatewayCall call) {
    return ask(call, () -> find(call), Refusal::ofInquiry);
  }

  @Override
  public GatewayAnswer close(GatewayCall call) {
    return call.kind().opensAttempt()
        ? ask(call, () -> closeOpening(call), Refusal::ofInquiry)
        : inquire(call);
  }

  private GatewayAnswer send(GatewayCall call, long units) throws StripeException {
    return switch (call.kind()) {
      case CHARGE, AUTHORIZE ->
          StripeAnswers.opening(
              call,
              intents.create(StripeRequests.opening(call, units), StripeRequests.keyOf(call)));
      case CAPTURE ->
          StripeAnswers.sentCapture(
              intents.capture(
                  StripeRequests.target(call),
                  StripeRequests.capture(call, units),
                  StripeRequests.keyOf(call)));
      case VOID ->
          StripeAnswers.voided(
              intents.cancel(StripeRequests.target(call), StripeRequests.keyOf(call)));
      case REFUND ->
          StripeAnswers.refund(
              refunds.create(StripeRequests.refund(call, units), StripeRequests.keyOf(call)));
    };
  }

  private GatewayAnswer find(GatewayCall call) throws StripeException {
    return switch (call.kind()) {
      case CHARGE, AUTHORIZE -> {
        Optional<PaymentIntent> intent = opened(call);
        yield intent.isEmpty()
            ? GatewayAnswer.of(Outcome.UNKNOWN)
            : StripeAnswers.opening(call, intent.get());
      }
      case CAPTURE -> StripeAnswers.capture(call, retrieve(StripeRequests.target(call)));
      case VOID -> StripeAnswers.voided(retrieve(StripeRequests.target(call)));
      case REFUND -> refunded(call);
    };
  }

  /** The PaymentIntent that the call opened, as it is now: what the search knows may be old. */
  private Optional<PaymentIntent> opened(GatewayCall call) throws StripeException {
    for (PaymentIntent found : search(call)) {
      if (Marks.isOf(call, Marks.KEY, found.getMetadata())) {
        return Optional.of(retrieve(found.getId()));
      }
    }
    return Optional.empty();
  }

  /** Where Stripe offers no search, as in India, nothing is found, which proves no more. */
  private List<PaymentIntent> search(GatewayCall call) throws StripeException {
    try {
      return intents.search(StripeRequests.search(call)).getData();
    } catch (InvalidRequestException e) {
      note(call, e);
      return List.of();
    }
  }

  private PaymentIntent retrieve(String id) throws StripeException {
    return intents.retrieve(id, StripeRequests.withCharge());
  }

  private GatewayAnswer refunded(GatewayCall call) throws StripeException {
    for (Refund refund : refunds.list(StripeRequests.refundsOf(call)).autoPagingIterable()) {
      if (Marks.isOf(call, Marks.KEY, refund.getMetadata())) {
        return StripeAnswers.refund(refund);
      }
    }
    return GatewayAnswer.of(Outcome.UNKNOWN);
  }

  private GatewayAnswer closeOpening(GatewayCall call) throws StripeException {
    Optional<PaymentIntent> intent = opened(call);
    if (intent.isEmpty()) {
      return GatewayAnswer.of(Outcome.UNKNOWN);
    }
    GatewayAnswer known = StripeAnswers.opening(call, intent.get());
    boolean undecided = known.outcome() == Outcome.UNKNOWN || known.outcome() == Outcome.PENDING;
    return undecided ? cancel(call, intent.get().getId()) : known;
  }

  private GatewayAnswer cancel(GatewayCall call, String id) throws StripeException {
    try {
      return StripeAnswers.opening(call, intents.cancel(id, StripeRequests.cancel()));
    } catch (InvalidRequestException e) {
      note(call, e); // it was decided in the meantime
      return StripeAnswers.opening(call, retrieve(id));
    }
  }

  private static GatewayAnswer ask(
      GatewayCall call, Exchange exchange, Function<StripeException, GatewayAnswer> refusal) {
    try {
      return exchange.run();
    } catch (StripeException e) {
      note(call, e);
      return refusal.apply(e);
    } catch (RuntimeException e) {
      // The library's way to say that it cannot read a body. The message may hold that body.
      LOG.warn("an answer of Stripe for {} is not readable: {}", call.key(), e.getClass());
      return GatewayAnswer.of(Outcome.IN_DOUBT);
    }
  }

  /** Messages of Stripe may name payment methods; codes and request ids do not. */
  private static void note(GatewayCall call, StripeException e) {
    LOG.debug(
        "{} of Stripe for {}: status {}, code {}, request {}",
        e.getClass().getSimpleName(),
        call.key(),
        e.getStatusCode(),
        e.getCode(),
        e.getRequestId());
  }
}
