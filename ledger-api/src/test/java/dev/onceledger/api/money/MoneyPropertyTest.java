package dev.onceledger.api.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Negative;

class MoneyPropertyTest {
  private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

  /** One currency for each number of decimals that ISO 4217 knows. */
  @Provide
  Arbitrary<CurrencyCode> currencies() {
    return Arbitraries.of("JPY", "CNY", "KWD", "CLF").map(CurrencyCode::new);
  }

  @Property
  void the_sum_is_exact_or_an_overflow(
      @ForAll("currencies") CurrencyCode currency,
      @ForAll @LongRange(max = Long.MAX_VALUE) long a,
      @ForAll @LongRange(max = Long.MAX_VALUE) long b) {
    BigInteger sum = BigInteger.valueOf(a).add(BigInteger.valueOf(b));

    if (sum.compareTo(LONG_MAX) <= 0) {
      assertThat(new Money(a, currency).plus(new Money(b, currency)))
          .isEqualTo(new Money(sum.longValueExact(), currency));
    } else {
      assertThatThrownBy(() -> new Money(a, currency).plus(new Money(b, currency)))
          .isInstanceOf(ArithmeticException.class);
    }
  }

  @Property
  void the_difference_is_exact_or_refused(
      @ForAll("currencies") CurrencyCode currency,
      @ForAll @LongRange(max = Long.MAX_VALUE) long a,
      @ForAll @LongRange(max = Long.MAX_VALUE) long b) {
    Money from = new Money(a, currency);
    Money taken = new Money(b, currency);

    if (b <= a) {
      assertThat(from.minus(taken)).isEqualTo(new Money(a - b, currency));
    } else {
      assertThatIllegalArgumentException().isThrownBy(() -> from.minus(taken));
    }
  }

  @Property
  void the_difference_at_most_stops_at_zero(
      @ForAll("currencies") CurrencyCode currency,
      @ForAll @LongRange(max = Long.MAX_VALUE) long a,
      @ForAll @LongRange(max = Long.MAX_VALUE) long b) {
    assertThat(new Money(a, currency).minusAtMost(new Money(b, currency)))
        .isEqualTo(new Money(Math.max(0, a - b), currency));
  }

  @Property
  void what_is_added_can_be_taken_away(
      @ForAll("currencies") CurrencyCode currency,
      @ForAll @LongRange(max = Long.MAX_VALUE / 2) long a,
      @ForAll @LongRange(max = Long.MAX_VALUE / 2) long b) {
    Money one = new Money(a, currency);
    Money other = new Money(b, currency);

    assertThat(one.plus(other).minus(other)).isEqualTo(one);
    assertThat(one.plus(other)).isEqualTo(other.plus(one));
  }

  @Property
  void amounts_are_in_the_order_of_their_minor_units(
      @ForAll("currencies") CurrencyCode currency,
      @ForAll @LongRange(max = Long.MAX_VALUE) long a,
      @ForAll @LongRange(max = Long.MAX_VALUE) long b) {
    Money one = new Money(a, currency);
    Money other = new Money(b, currency);

    assertThat(one.compareTo(other)).isEqualTo(Long.compare(a, b));
    assertThat(one.exceeds(other)).isEqualTo(a > b);
    assertThat(one.isZero()).isEqualTo(a == 0);
  }

  @Property
  void the_decimal_text_has_all_decimals_of_the_currency_and_means_the_minor_units(
      @ForAll("currencies") CurrencyCode currency,
      @ForAll @LongRange(max = Long.MAX_VALUE) long minor) {
    BigDecimal decimal = new BigDecimal(new Money(minor, currency).decimal());

    assertThat(decimal.scale()).isEqualTo(currency.digits());
    assertThat(decimal.unscaledValue()).isEqualTo(BigInteger.valueOf(minor));
  }

  @Property
  void amounts_of_different_currencies_never_mix(
      @ForAll("currencies") CurrencyCode currency, @ForAll("currencies") CurrencyCode other) {
    Money one = new Money(1, currency);
    Money foreign = new Money(1, other);

    if (!currency.equals(other)) {
      assertThatIllegalArgumentException().isThrownBy(() -> one.plus(foreign));
      assertThatIllegalArgumentException().isThrownBy(() -> one.minus(foreign));
      assertThatIllegalArgumentException().isThrownBy(() -> one.minusAtMost(foreign));
      assertThatIllegalArgumentException().isThrownBy(() -> one.exceeds(foreign));
      assertThat(one).isNotEqualTo(foreign);
    }
  }

  @Property
  void an_amount_is_never_negative(
      @ForAll("currencies") CurrencyCode currency, @ForAll @Negative long minor) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Money(minor, currency));
  }
}
