package dev.onceledger.payment.domain;

import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.DisputeStage;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.PaymentCommand.RecordDispute;
import dev.onceledger.api.payment.PaymentEvent.Dispute;
import dev.onceledger.api.payment.PaymentEvent.DisputeLost;
import dev.onceledger.api.payment.PaymentEvent.DisputeOpened;
import dev.onceledger.api.payment.PaymentEvent.DisputeWon;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The disputes about a payment, by the gateway's names for them. */
final class Disputes {
  /**
   * The latest of one dispute.
   *
   * @param attempt whose money it is about
   */
  private record Known(DisputeStage stage, Money amount, @Nullable Integer version, int attempt) {
    boolean isLost() {
      return stage == DisputeStage.LOST;
    }
  }

  private final Map<GatewayReference, Known> byName = new LinkedHashMap<>();

  void put(Dispute event, int attempt) {
    Known before = byName.get(event.dispute());
    Integer version =
        event.version() == null && before != null ? before.version() : event.version();
    byName.put(event.dispute(), new Known(stage(event), event.amount(), version, attempt));
  }

  /**
   * Whether it is known already, or something newer is. Where versions are missing, an end
   * outweighs the opening, and of two ends the one that was told last counts.
   */
  boolean isStale(RecordDispute command) {
    Known known = byName.get(command.dispute());
    if (known == null) {
      return false;
    }
    if (known.version() != null && command.version() != null) {
      return command.version() <= known.version();
    }
    return command.stage() == known.stage() || command.stage() == DisputeStage.OPENED;
  }

  /** What is in question, or is lost, of an attempt's money. */
  Money takenFrom(Attempt attempt) {
    return sum(
        byName.values().stream()
            .filter(known -> known.attempt() == attempt.number())
            .filter(known -> known.stage() != DisputeStage.WON),
        attempt.currency());
  }

  Money lost(CurrencyCode currency) {
    return sum(byName.values().stream().filter(Known::isLost), currency);
  }

  /** What all but one of them took. */
  Money lostBeside(GatewayReference dispute, CurrencyCode currency) {
    return sum(
        byName.entrySet().stream()
            .filter(named -> !named.getKey().equals(dispute))
            .map(Map.Entry::getValue)
            .filter(Known::isLost),
        currency);
  }

  private static Money sum(Stream<Known> some, CurrencyCode currency) {
    return some.map(Known::amount).reduce(Money.zero(currency), Money::plus);
  }

  static Dispute event(RecordDispute command) {
    return switch (command.stage()) {
      case OPENED ->
          new DisputeOpened(
              command.paymentId(),
              command.operationId(),
              command.dispute(),
              command.amount(),
              command.version(),
              command.evidence());
      case WON ->
          new DisputeWon(
              command.paymentId(),
              command.operationId(),
              command.dispute(),
              command.amount(),
              command.version(),
              command.evidence());
      case LOST ->
          new DisputeLost(
              command.paymentId(),
              command.operationId(),
              command.dispute(),
              command.amount(),
              command.version(),
              command.evidence());
    };
  }

  private static DisputeStage stage(Dispute event) {
    if (event instanceof DisputeOpened) {
      return DisputeStage.OPENED;
    }
    return event instanceof DisputeWon ? DisputeStage.WON : DisputeStage.LOST;
  }
}
