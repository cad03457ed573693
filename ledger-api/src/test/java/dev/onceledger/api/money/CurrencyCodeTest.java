package dev.onceledger.api.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CurrencyCodeTest {
  @Test
  void where_the_runtime_knows_a_code_too_both_agree_on_its_decimals() {
    Map<String, Integer> ours = new TreeMap<>();
    Map<String, Integer> theirs = new TreeMap<>();
    for (Currency currency : Currency.getAvailableCurrencies()) {
      CurrencyCode.find(currency.getCurrencyCode())
          .ifPresent(
              code -> {
                ours.put(code.code(), code.digits());
                theirs.put(code.code(), currency.getDefaultFractionDigits());
              });
    }

    assertThat(ours).hasSizeGreaterThan(150).isEqualTo(theirs);
  }

  @Test
  void what_the_runtime_gives_no_minor_unit_is_no_money_here() {
    List<String> withoutMinorUnit =
        Currency.getAvailableCurrencies().stream()
            .filter(currency -> currency.getDefaultFractionDigits() < 0)
            .map(Currency::getCurrencyCode)
            .toList();

    assertThat(withoutMinorUnit)
        .contains("XAU", "XDR", "XXX")
        .allSatisfy(code -> assertThat(CurrencyCode.find(code)).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({"JPY, 0", "UYI, 0", "CNY, 2", "USD, 2", "KWD, 3", "BHD, 3", "CLF, 4", "UYW, 4"})
  void a_code_knows_how_many_decimals_its_minor_unit_has(String code, int digits) {
    assertThat(new CurrencyCode(code).digits()).isEqualTo(digits);
  }

  @Test
  void every_listed_code_is_found_once_in_alphabetical_order() {
    List<String> codes = CurrencyCode.all().map(CurrencyCode::code).toList();

    assertThat(codes)
        .hasSize(165)
        .isSorted()
        .doesNotHaveDuplicates()
        .allSatisfy(code -> assertThat(CurrencyCode.find(code)).contains(new CurrencyCode(code)));
    assertThat(CurrencyCode.all().map(CurrencyCode::digits).collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(0, 2, 3, 4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "cny", "CN", "CNYY", " CNY", "XAU", "XXX", "XTS", "DEM", "ABC"})
  void an_unlisted_code_is_found_nowhere_and_makes_no_currency(String code) {
    assertThat(CurrencyCode.find(code)).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> new CurrencyCode(code));
  }
}
