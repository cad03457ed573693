package dev.onceledger.api.money;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoneyTest {
  @ParameterizedTest
  @CsvSource({
    "JPY, 0, 0",
    "JPY, 1999, 1999",
    "CNY, 0, 0.00",
    "CNY, 5, 0.05",
    "CNY, 1999, 19.99",
    "CNY, 2000, 20.00",
    "KWD, 1, 0.001",
    "KWD, 1999, 1.999",
    "CLF, 1, 0.0001",
    "CLF, 19999, 1.9999",
    "CNY, 1000000000000000, 10000000000000.00",
    "JPY, 9223372036854775807, 9223372036854775807"
  })
  void the_decimal_text_is_written_out_in_full(String currency, long minor, String decimal) {
    Money money = new Money(minor, new CurrencyCode(currency));

    assertThat(money.decimal()).isEqualTo(decimal);
    assertThat(money).hasToString(decimal + " " + currency);
  }

  @Test
  void the_largest_amount_of_a_request_is_exact_in_every_json_reader() {
    assertThat(Money.REQUEST_MINOR_MAX).isEqualTo(1_000_000_000_000_000L).isLessThan(1L << 53);
    assertThat((long) (double) Money.REQUEST_MINOR_MAX).isEqualTo(Money.REQUEST_MINOR_MAX);
  }

  @Test
  void nothing_is_zero_of_its_currency() {
    CurrencyCode currency = new CurrencyCode("KWD");

    assertThat(Money.zero(currency)).isEqualTo(new Money(0, currency));
  }
}
