package dev.onceledger.gateway.stripe;

import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Amounts in Stripe's units, which are not always ISO 4217's minor units
 * (https://docs.stripe.com/currencies#minor-units). Nothing is ever rounded.
 */
final class StripeAmounts {
  private static final Set<String> WITHOUT_DECIMALS =
      Set.of(
          "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF",
          "XOF", "XPF");
  private static final Set<String> WITH_THREE_DECIMALS = Set.of("BHD", "JOD", "KWD", "OMR", "TND");

  /** Without decimals in ISO 4217, but sent with two, which must be zeros. */
  private static final Set<String> WITH_TWO_ZEROS = Set.of("ISK", "UGX");

  private StripeAmounts() {}

  /** The amount in Stripe's units; empty if Stripe cannot take exactly this amount. */
  static OptionalLong toStripe(Money money) {
    CurrencyCode currency = money.currency();
    OptionalInt digits = digits(currency);
    if (digits.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      long units =
          BigDecimal.valueOf(money.minor(), currency.digits())
              .movePointRight(digits.getAsInt())
              .longValueExact();
      return isTaken(currency, units) ? OptionalLong.of(units) : OptionalLong.empty();
    } catch (ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  /** The amount of Stripe's units; empty if the ledger has no such currency or amount. */
  static Optional<Money> fromStripe(long units, String code) {
    Optional<CurrencyCode> currency = CurrencyCode.find(code.toUpperCase(Locale.ROOT));
    if (units < 0 || currency.isEmpty() || digits(currency.get()).isEmpty()) {
      return Optional.empty();
    }
    try {
      long minor =
          BigDecimal.valueOf(units, digits(currency.get()).getAsInt())
              .movePointRight(currency.get().digits())
              .longValueExact();
      return Optional.of(new Money(minor, currency.get()));
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** How many decimals Stripe's unit has; empty where Stripe does not say. */
  private static OptionalInt digits(CurrencyCode currency) {
    String code = currency.code();
    if (WITHOUT_DECIMALS.contains(code)) {
      return OptionalInt.of(0);
    }
    if (WITH_THREE_DECIMALS.contains(code)) {
      return OptionalInt.of(3);
    }
    return currency.digits() == 2 || WITH_TWO_ZEROS.contains(code)
        ? OptionalInt.of(2)
        : OptionalInt.empty();
  }

  /** The card networks take no third decimal: it must be zero. */
  private static boolean isTaken(CurrencyCode currency, long units) {
    return !WITH_THREE_DECIMALS.contains(currency.code()) || units % 10 == 0;
  }
}
