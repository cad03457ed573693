package dev.onceledger.api.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayNameTest {
  @ParameterizedTest
  @ValueSource(strings = {"sandbox", "stripe-eu", "a", "a0123456789012345678901234567890"})
  void a_gateway_is_named_in_lower_case(String value) {
    assertThat(new GatewayName(value)).hasToString(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "Sandbox", "1st", "-a", "a_b", "a/b", "a01234567890123456789012345678901"})
  void anything_else_is_no_name(String value) {
    assertThatIllegalArgumentException().isThrownBy(() -> new GatewayName(value));
  }
}
