package dev.onceledger.payment.view;

import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;

/** An amount as clients read it. */
record MoneyView(long minor, String currency, String decimal) {
  /** Stands where no event has said an amount yet. */
  static final MoneyView UNKNOWN = new MoneyView(0, "", "");

  static MoneyView of(Money money) {
    return new MoneyView(money.minor(), money.currency().code(), money.decimal());
  }

  MoneyView plus(MoneyView other) {
    return of(money().plus(other.money()));
  }

  /** The difference, or zero: what is refundable or capturable stops there. */
  MoneyView minus(MoneyView other) {
    return of(money().minusAtMost(other.money()));
  }

  /** Nothing, of the same currency. */
  MoneyView zero() {
    return minus(this);
  }

  boolean isZero() {
    return minor == 0;
  }

  private Money money() {
    return new Money(minor, new CurrencyCode(currency));
  }
}
