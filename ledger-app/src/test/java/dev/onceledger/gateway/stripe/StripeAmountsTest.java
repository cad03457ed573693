package dev.onceledger.gateway.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import java.math.BigDecimal;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StripeAmountsTest {
  @ParameterizedTest
  @CsvSource({
    "19.99, EUR, 1999",
    "500, JPY, 500",
    "5, ISK, 500",
    "5, UGX, 500",
    "1000.00, MGA, 1000",
    "5.120, KWD, 5120",
    "10.45, HUF, 1045",
    "800.45, TWD, 80045"
  })
  void an_amount_has_the_units_that_stripe_documents(
      BigDecimal amount, String currency, long units) {
    Money money = money(amount, currency);

    assertThat(StripeAmounts.toStripe(money)).hasValue(units);
    assertThat(StripeAmounts.fromStripe(units, currency.toLowerCase(java.util.Locale.ROOT)))
        .contains(money);
  }

  @ParameterizedTest
  @CsvSource({"5.124, KWD", "10.50, MGA", "1.000, IQD", "1.0000, CLF", "5, UYI", "1.000, LYD"})
  void an_amount_that_would_have_to_be_rounded_or_has_no_documented_unit_is_not_taken(
      BigDecimal amount, String currency) {
    assertThat(StripeAmounts.toStripe(money(amount, currency))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1999, xxx", "-1, eur", "550, isk", "5, iqd"})
  void what_the_ledger_cannot_hold_is_not_read(long units, String currency) {
    assertThat(StripeAmounts.fromStripe(units, currency)).isEmpty();
  }

  @Property
  void what_is_sent_comes_back_as_it_was(
      @ForAll("currencies") CurrencyCode currency, @ForAll @LongRange(min = 0) long minor) {
    Money money = new Money(minor, currency);

    OptionalLong units = StripeAmounts.toStripe(money);

    if (units.isPresent()) {
      assertThat(StripeAmounts.fromStripe(units.getAsLong(), currency.code())).contains(money);
    } else {
      assertThat(currency.digits() == 2 && !currency.code().equals("MGA")).isFalse();
    }
  }

  @Provide
  Arbitrary<CurrencyCode> currencies() {
    return Arbitraries.of(CurrencyCode.all().toList());
  }

  private static Money money(BigDecimal amount, String code) {
    CurrencyCode currency = new CurrencyCode(code);
    return new Money(amount.movePointRight(currency.digits()).longValueExact(), currency);
  }
}
