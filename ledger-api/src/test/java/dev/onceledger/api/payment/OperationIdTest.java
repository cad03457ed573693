package dev.onceledger.api.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationIdTest {
  private static final UUID UUID_7 = UUID.fromString("0190d3f2-c4b8-7a5e-9d1c-2b3a4f5e6d7c");

  @Test
  void the_id_is_the_number_of_the_uuid() {
    assertThat(OperationId.of(UUID_7)).hasToString("op_01j39z5h5rf9f9t71b797nwvbw");
  }

  @Test
  void ids_are_in_the_order_of_their_time() {
    UUID later = UUID.fromString("0190d3f2-c4b9-7000-8000-000000000000");

    assertThat(OperationId.of(UUID_7).value()).isLessThan(OperationId.of(later).value());
  }

  @Test
  void an_id_that_comes_back_is_recognised() {
    OperationId id = OperationId.of(UUID_7);

    assertThat(OperationId.parse(id.value())).contains(id);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "op_",
        "op_0000000000000000000000000",
        "op_000000000000000000000000000",
        "op_80000000000000000000000000",
        "op_0000000000000000000000000l",
        "pay_00000000000000000000000000",
        "0190d3f2-c4b8-7a5e-9d1c-2b3a4f5e6d7c"
      })
  void junk_is_no_id(String text) {
    assertThat(OperationId.parse(text)).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> new OperationId(text));
  }
}
