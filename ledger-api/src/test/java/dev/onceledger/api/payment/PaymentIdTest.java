package dev.onceledger.api.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentIdTest {
  /** Stored payments are found by this derivation: it can never change. */
  @Test
  void the_id_is_derived_from_scope_and_reference_for_ever() {
    assertThat(id("shop", "order-7001")).hasToString("pay_01ksj8chv3vkgzcp1camy54p7y");
  }

  @Test
  void where_one_part_ends_and_the_next_begins_is_part_of_the_id() {
    assertThat(id("a", "bc")).isNotEqualTo(id("ab", "c"));
  }

  @Test
  void the_same_reference_in_another_scope_is_another_payment() {
    assertThat(id("shop", "order-7001")).isNotEqualTo(id("store", "order-7001"));
    assertThat(id("shop", "order-7001")).isNotEqualTo(id("shop", "order-7002"));
    assertThat(id("shop", "order-7001")).isEqualTo(id("shop", "order-7001"));
  }

  @Test
  void an_id_that_comes_back_is_recognised() {
    PaymentId id = id("shop", "order-7001");

    assertThat(PaymentId.parse(id.value())).contains(id);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "pay_",
        "pay_00000000000000000000000000x",
        "pay_0000000000000000000000000",
        "pay_80000000000000000000000000",
        "pay_0000000000000000000000000U",
        "pay_0000000000000000000000000u",
        "op_00000000000000000000000000",
        "PAY_00000000000000000000000000",
        " pay_00000000000000000000000000",
        "pay_0000000000000000000000000' or 1=1"
      })
  void junk_is_no_id(String text) {
    assertThat(PaymentId.parse(text)).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> new PaymentId(text));
  }

  private static PaymentId id(String scope, String reference) {
    return PaymentId.of(new Scope(scope), new Reference(reference));
  }
}
