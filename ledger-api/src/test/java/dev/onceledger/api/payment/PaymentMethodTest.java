package dev.onceledger.api.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentMethodTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "4242424242424242",
        "4242-4242-4242-4242",
        "378282246310005",
        "3782-822463-10005",
        "6011111111111117",
        "6304000000000000000",
        "630490017740"
      })
  void a_card_number_is_refused_and_not_repeated(String number) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PaymentMethod(number))
        .withMessageContaining("never a card number")
        .withMessageNotContaining(number);
  }

  @Property
  void any_12_to_19_digits_with_their_check_digit_are_refused(@ForAll("payloads") String payload) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PaymentMethod(payload + checkDigit(payload)));
  }

  @Property
  void digits_with_another_check_digit_are_a_token(@ForAll("payloads") String payload) {
    String token = payload + (checkDigit(payload) + 1) % 10;

    assertThat(new PaymentMethod(token).token()).isEqualTo(token);
  }

  @Provide
  Arbitrary<String> payloads() {
    return Arbitraries.strings().numeric().ofMinLength(11).ofMaxLength(18);
  }

  /** ISO/IEC 7812-1, annex B: from the right, every second digit is doubled. */
  private static int checkDigit(String payload) {
    int sum = 0;
    boolean doubled = true;
    for (int i = payload.length() - 1; i >= 0; i--) {
      int digit = Character.digit(payload.charAt(i), 10) * (doubled ? 2 : 1);
      sum += digit / 10 + digit % 10;
      doubled = !doubled;
    }
    return (10 - sum % 10) % 10;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tok_ok", "pm_1MoBy5LkdIwHu7ixZhnattbh", "42424242424", "tok-4242424242424242"})
  void a_token_is_taken(String token) {
    assertThat(new PaymentMethod(token).token()).isEqualTo(token);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "tok ok", "4242 4242 4242 4242", "tok\n", "tok_\u00e9"})
  void what_is_not_printable_ascii_without_spaces_is_no_token(String token) {
    assertThatIllegalArgumentException().isThrownBy(() -> new PaymentMethod(token));
  }

  @Test
  void a_token_has_at_most_255_characters() {
    assertThat(new PaymentMethod("t".repeat(255)).token()).hasSize(255);
    assertThatIllegalArgumentException().isThrownBy(() -> new PaymentMethod("t".repeat(256)));
  }

  @Test
  void a_payment_method_hides_itself() {
    assertThat(new PaymentMethod("tok_secret").toString()).doesNotContain("tok_secret");
  }
}
