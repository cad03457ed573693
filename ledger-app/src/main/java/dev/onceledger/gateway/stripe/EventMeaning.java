package dev.onceledger.gateway.stripe;

import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.gateway.GatewayNotification;
import dev.onceledger.gateway.GatewayNotification.Kind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an event says of the ledger's operations. What it does not say beyond doubt is CHANGED, and
 * an inquiry tells; what the ledger has not made or does not follow is IRRELEVANT.
 */
final class EventMeaning {
  private EventMeaning() {}

  static GatewayNotification of(StripeEvent event) {
    return switch (event.type()) {
      case "payment_intent.succeeded",
          "payment_intent.amount_capturable_updated",
          "payment_intent.payment_failed",
          "payment_intent.canceled" ->
          OperationId.parse(event.metadata(Marks.OPERATION))
              .map(opening -> ofIntent(event, opening))
              .orElseGet(() -> irrelevant(event));
      case "refund.created", "refund.updated", "refund.failed", "charge.refund.updated" ->
          OperationId.parse(event.metadata(Marks.OPERATION))
              .map(refund -> ofRefund(event, refund))
              .orElseGet(() -> changed(event, event.reference("payment_intent")));
      case "charge.dispute.created" -> ofDispute(event, Kind.DISPUTE_OPENED);
      case "charge.dispute.closed" -> ofDispute(event, end(event.text("status")));
      default -> irrelevant(event);
    };
  }

  /** The metadata name the opening; a capture adds its own mark. */
  private static GatewayNotification ofIntent(StripeEvent event, OperationId opening) {
    return switch (event.type() + " " + event.text("status")) {
      case "payment_intent.succeeded succeeded" ->
          event.text("capture_method").equals("manual")
              ? ofCapture(event, opening)
              : succeeded(event, opening, "amount_received");
      case "payment_intent.amount_capturable_updated requires_capture" ->
          succeeded(event, opening, "amount_capturable");
      case "payment_intent.payment_failed requires_payment_method" ->
          told(event, Kind.DECLINED, opening);
      case "payment_intent.canceled canceled" ->
          // With a charge it was authorized before, or declined: an inquiry tells which.
          told(event, event.isNull("latest_charge") ? Kind.CLOSED : Kind.CHANGED, opening);
      default -> told(event, Kind.CHANGED, opening);
    };
  }

  /** What was captured elsewhere has no mark: no operation of the ledger took that money. */
  private static GatewayNotification ofCapture(StripeEvent event, OperationId opening) {
    return Marks.operation(event.metadata(Marks.CAPTURE))
        .map(capture -> succeeded(event, capture, "amount_received"))
        .orElseGet(() -> told(event, Kind.CHANGED, opening));
  }

  private static GatewayNotification ofRefund(StripeEvent event, OperationId refund) {
    return switch (event.text("status")) {
      case "succeeded" -> succeeded(event, refund, "amount");
      case "failed", "canceled" -> told(event, Kind.FAILED, refund);
      default -> told(event, Kind.CHANGED, refund);
    };
  }

  /** An inquiry that was closed without becoming a dispute took no money: as if won. */
  private static Kind end(String status) {
    return switch (status) {
      case "won", "warning_closed" -> Kind.DISPUTE_WON;
      case "lost" -> Kind.DISPUTE_LOST;
      default -> Kind.CHANGED;
    };
  }

  private static GatewayNotification ofDispute(StripeEvent event, Kind kind) {
    Optional<GatewayReference> payment = event.reference("payment_intent");
    if (payment.isEmpty() || kind == Kind.CHANGED) {
      return changed(event, payment);
    }
    return new GatewayNotification(
        event.id(),
        kind,
        null,
        payment.get(),
        event.reference("id").orElseThrow(StripeEvent::malformed),
        event.amount("amount").orElseThrow(StripeEvent::malformed),
        null,
        event.created());
  }

  private static GatewayNotification succeeded(
      StripeEvent event, OperationId operation, String amountField) {
    @Nullable Money amount = event.amount(amountField).orElse(null);
    return amount == null
        ? told(event, Kind.CHANGED, operation)
        : told(event, Kind.SUCCEEDED, operation, amount);
  }

  private static GatewayNotification told(StripeEvent event, Kind kind, OperationId operation) {
    return told(event, kind, operation, null);
  }

  private static GatewayNotification told(
      StripeEvent event, Kind kind, OperationId operation, @Nullable Money amount) {
    return new GatewayNotification(
        event.id(),
        kind,
        operation,
        event.reference("id").orElse(null),
        null,
        amount,
        null,
        event.created());
  }

  private static GatewayNotification changed(
      StripeEvent event, Optional<GatewayReference> reference) {
    return reference.isEmpty()
        ? irrelevant(event)
        : new GatewayNotification(
            event.id(), Kind.CHANGED, null, reference.get(), null, null, null, event.created());
  }

  private static GatewayNotification irrelevant(StripeEvent event) {
    return new GatewayNotification(
        event.id(), Kind.IRRELEVANT, null, null, null, null, null, event.created());
  }
}
