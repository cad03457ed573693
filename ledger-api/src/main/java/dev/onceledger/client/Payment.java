package dev.onceledger.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.onceledger.api.Reference;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A payment as the ledger tells it.
 *
 * @param attempt the latest
 * @param version counts the payment's events
 * @param position the place of its last event in the whole store
 * @param capturable what is left to capture
 * @param refundable what is left to refund
 * @param gatewayReference the gateway's name for it; empty until it succeeded
 * @param operations everything asked of the gateway, oldest first
 */
public record Payment(
    PaymentId id,
    Reference reference,
    int attempt,
    PaymentState state,
    long version,
    long position,
    Money amount,
    Money authorized,
    Money captured,
    Money refunded,
    Money chargedBack,
    Money capturable,
    Money refundable,
    GatewayName gateway,
    Optional<GatewayReference> gatewayReference,
    Optional<String> description,
    Map<String, String> metadata,
    List<Operation> operations,
    Instant createdAt,
    Instant updatedAt) {

  public Payment {
    metadata = Map.copyOf(metadata);
    operations = List.copyOf(operations);
  }

  /**
   * One thing asked of the gateway.
   *
   * @param reason why it was declined or failed; of a refund in flight or done, what was given
   */
  public record Operation(
      OperationId id,
      OperationKind kind,
      OperationState state,
      Money amount,
      Reference reference,
      Optional<String> reason) {

    static Operation read(JsonNode json) {
      return new Operation(
          new OperationId(Json.text(json, "id")),
          OperationKind.valueOf(Json.text(json, "kind")),
          OperationState.valueOf(Json.text(json, "state")),
          Json.money(json, "amount"),
          new Reference(Json.text(json, "reference")),
          Json.maybeText(json, "reason"));
    }
  }

  /** The operation that a command asked for; empty if this payment has none such. */
  public Optional<Operation> operation(Command command) {
    if (command.paymentId().isPresent()) {
      return operations.stream()
          .filter(operation -> command.paymentId().get().equals(id))
          .filter(operation -> operation.kind() == command.kind().orElseThrow())
          .filter(operation -> operation.reference().equals(command.reference()))
          .findFirst();
    }
    return operations.stream()
        .filter(operation -> command.reference().equals(reference))
        .filter(operation -> operation.kind().opensAttempt())
        .skip(command.attempt() - 1L)
        .findFirst();
  }

  /**
   * The payment in a body.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Payment read(JsonNode json) {
    return new Payment(
        new PaymentId(Json.text(json, "id")),
        new Reference(Json.text(json, "reference")),
        Math.toIntExact(Json.number(json, "attempt")),
        PaymentState.valueOf(Json.text(json, "state")),
        Json.number(json, "version"),
        Json.number(json, "position"),
        Json.money(json, "amount"),
        Json.money(json, "authorized"),
        Json.money(json, "captured"),
        Json.money(json, "refunded"),
        Json.money(json, "chargedBack"),
        Json.money(json, "capturable"),
        Json.money(json, "refundable"),
        new GatewayName(Json.text(json, "gateway")),
        Json.maybeText(json, "gatewayReference").map(GatewayReference::new),
        Json.maybeText(json, "description"),
        Json.textsByName(json, "metadata"),
        Json.list(json, "operations", Operation::read),
        Json.instant(json, "createdAt"),
        Json.instant(json, "updatedAt"));
  }
}
