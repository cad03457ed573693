package dev.onceledger.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceTest {
  @Test
  void an_operation_without_a_chosen_reference_is_named_by_its_key_whatever_its_length() {
    IdempotencyKey longest = new IdempotencyKey("k".repeat(255));

    assertThat(Reference.of(longest)).isEqualTo(new Reference("k".repeat(255)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\u00e9", "a\nb"})
  void what_is_not_printable_ascii_is_no_reference(String value) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Reference(value));
  }

  @Test
  void a_reference_has_at_most_255_characters() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Reference("r".repeat(256)));
  }
}
