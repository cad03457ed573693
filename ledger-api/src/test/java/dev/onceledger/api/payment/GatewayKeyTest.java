package dev.onceledger.api.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class GatewayKeyTest {
  private static final OperationId OPERATION = OperationId.of(new UUID(0, 1));
  private static final GatewayCall CALL =
      new GatewayCall(
          PaymentId.of(new Scope("shop"), new Reference("order-1")),
          OPERATION,
          OperationKind.CHARGE,
          new GatewayName("sandbox"),
          1,
          1,
          new Money(1999, new CurrencyCode("CNY")),
          new PaymentMethod("tok_ok"),
          null,
          null);

  /** Gateways hold these keys: the derivation can never change. */
  @Test
  void the_key_is_the_operation_and_its_generation() {
    assertThat(GatewayKey.of(OPERATION, 1)).hasToString("op_00000000000000000000000001.1");
    assertThat(GatewayKey.of(OPERATION, 12)).hasToString("op_00000000000000000000000001.12");
  }

  @Test
  void generations_count_from_one() {
    assertThatIllegalArgumentException().isThrownBy(() -> GatewayKey.of(OPERATION, 0));
  }

  @Test
  void a_reopened_call_is_another_send_under_another_key_with_the_same_content() {
    GatewayCall reopened = CALL.reopened();

    assertThat(reopened.send()).isEqualTo(2);
    assertThat(reopened.generation()).isEqualTo(2);
    assertThat(reopened.key()).isNotEqualTo(CALL.key());
    assertThat(reopened)
        .usingRecursiveComparison()
        .ignoringFields("generation", "send")
        .isEqualTo(CALL);
  }

  @Test
  void a_call_does_not_show_the_payment_method() {
    assertThat(CALL.toString()).doesNotContain("tok_ok");
  }
}
