package dev.onceledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.Rejection.Reason;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RejectionTest {
  @Test
  void the_reasons_are_those_of_the_contract_in_the_order_in_which_they_are_decided() {
    assertThat(Arrays.stream(Reason.values()).map(Reason::wireName))
        .containsExactly(
            "unauthenticated",
            "bad-signature",
            "forbidden",
            "body-too-large",
            "unsupported-media-type",
            "idempotency-key-missing",
            "idempotency-key-invalid",
            "malformed-request",
            "unsupported-currency",
            "invalid-amount",
            "idempotency-key-reused",
            "idempotency-key-expired",
            "idempotency-key-in-progress",
            "payment-not-found",
            "operation-in-progress",
            "currency-mismatch",
            "reference-reused",
            "attempt-not-allowed",
            "version-mismatch",
            "payment-not-capturable",
            "payment-not-voidable",
            "payment-not-refundable",
            "capture-exceeds-authorization",
            "refund-exceeds-captured",
            "gateway-unavailable",
            "gateway-not-reached",
            "too-many-requests",
            "store-unavailable",
            "shutting-down",
            "projection-behind",
            "internal-error");
  }

  @Test
  void a_rejection_names_the_places_that_caused_it() {
    Rejection rejection =
        new Rejection(Reason.INVALID_AMOUNT, "choose less", List.of("/amount/minor"));

    assertThat(rejection.reason()).isEqualTo(Reason.INVALID_AMOUNT);
    assertThat(rejection.detail()).isEqualTo("choose less");
    assertThat(rejection.pointers()).containsExactly("/amount/minor");
    assertThat(new Rejection(Reason.FORBIDDEN, "no").pointers()).isEmpty();
  }

  @Test
  void a_rejection_costs_no_stack_trace() {
    assertThat(new Rejection(Reason.FORBIDDEN, "no").getStackTrace()).isEmpty();
  }
}
