package dev.onceledger.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScopeTest {
  @ParameterizedTest
  @ValueSource(strings = {"a", "shop", "shop-1.eu_west", "0shop"})
  void a_scope_is_a_short_name_in_lower_case(String value) {
    assertThat(new Scope(value)).hasToString(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Shop", "-shop", ".shop", "a b", "shop/1", "shop\n"})
  void anything_else_is_no_scope(String value) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Scope(value));
  }

  @Test
  void a_scope_has_at_most_64_characters() {
    assertThat(new Scope("s".repeat(64)).value()).hasSize(64);
    assertThatIllegalArgumentException().isThrownBy(() -> new Scope("s".repeat(65)));
  }
}
