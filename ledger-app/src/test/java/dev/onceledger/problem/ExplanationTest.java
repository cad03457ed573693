package dev.onceledger.problem;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.Rejection.Reason;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ExplanationTest {
  /** The table of the HTTP contract, in its order. */
  private static final String CONTRACT =
      """
      401 unauthenticated no
      401 bad-signature no
      403 forbidden no
      413 body-too-large no
      415 unsupported-media-type no
      400 idempotency-key-missing no
      400 idempotency-key-invalid no
      400 malformed-request no
      422 unsupported-currency no
      422 invalid-amount no
      422 idempotency-key-reused no
      422 idempotency-key-expired no
      409 idempotency-key-in-progress yes
      404 payment-not-found no
      409 operation-in-progress yes
      422 currency-mismatch no
      422 reference-reused no
      422 attempt-not-allowed no
      412 version-mismatch no
      422 payment-not-capturable no
      422 payment-not-voidable no
      422 payment-not-refundable no
      422 capture-exceeds-authorization no
      422 refund-exceeds-captured no
      503 gateway-unavailable yes
      503 gateway-not-reached yes
      429 too-many-requests yes
      503 store-unavailable yes
      503 shutting-down yes
      503 projection-behind yes
      500 internal-error yes
      """;

  @Test
  void every_reason_is_answered_as_the_contract_says() {
    assertThat(
            Arrays.stream(Reason.values())
                .map(ExplanationTest::line)
                .collect(joining("\n", "", "\n")))
        .isEqualTo(CONTRACT);
  }

  @Test
  void every_reason_has_its_own_name_and_title() {
    assertThat(Reason.values()).extracting(Reason::wireName).doesNotHaveDuplicates();
    assertThat(Reason.values())
        .extracting(reason -> Explanation.of(reason).title())
        .doesNotHaveDuplicates()
        .allSatisfy(title -> assertThat(title).isNotBlank().doesNotEndWith("."));
  }

  @Test
  void every_reason_is_explained_in_sentences() {
    assertThat(Reason.values())
        .allSatisfy(
            reason -> {
              Explanation explanation = Explanation.of(reason);
              assertThat(explanation.happened()).hasSizeGreaterThan(40).endsWith(".");
              assertThat(explanation.advice()).hasSizeGreaterThan(40).endsWith(".");
              assertThat(explanation.happened() + explanation.advice()).doesNotContain("  ");
            });
  }

  private static String line(Reason reason) {
    Explanation explanation = Explanation.of(reason);
    return "%d %s %s"
        .formatted(explanation.status(), reason.wireName(), explanation.retryable() ? "yes" : "no");
  }
}
