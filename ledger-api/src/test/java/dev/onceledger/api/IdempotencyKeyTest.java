package dev.onceledger.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"a", " ", "~", "a b", "\"quoted\"", "8e03978e-40d5-43dd-bc93-6894a57f9324"})
  void any_printable_ascii_is_a_key(String value) {
    assertThat(new IdempotencyKey(value).value()).isEqualTo(value);
  }

  @Test
  void a_key_has_at_most_255_bytes() {
    assertThat(new IdempotencyKey("k".repeat(255)).value()).hasSize(255);
    assertThatIllegalArgumentException().isThrownBy(() -> new IdempotencyKey("k".repeat(256)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\tb", "a\nb", "\u0000", "\u007f", "schl\u00fcssel", "\u952e"})
  void anything_else_is_no_key(String value) {
    assertThatIllegalArgumentException().isThrownBy(() -> new IdempotencyKey(value));
  }

  @Test
  void a_key_hides_itself() {
    IdempotencyKey key = new IdempotencyKey("do-not-log-me");

    assertThat(key.toString()).doesNotContain("do-not-log-me");
    assertThat(new Origin(key, new Fingerprint("1:" + "0".repeat(64))).toString())
        .doesNotContain("do-not-log-me");
  }

  @Test
  void the_refusal_of_a_bad_key_does_not_repeat_it() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IdempotencyKey("do-not-log-me\n"))
        .withMessageNotContaining("do-not-log-me");
  }

  @Test
  void keys_are_compared_byte_for_byte() {
    assertThat(new IdempotencyKey("Key")).isNotEqualTo(new IdempotencyKey("key"));
    assertThat(new IdempotencyKey("key ")).isNotEqualTo(new IdempotencyKey("key"));
  }
}
