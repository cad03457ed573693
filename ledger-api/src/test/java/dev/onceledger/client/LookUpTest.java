package dev.onceledger.client;

import static dev.onceledger.client.ScriptedLedger.answer;
import static dev.onceledger.client.ScriptedLedger.cut;
import static dev.onceledger.client.ScriptedLedger.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.onceledger.api.Reference;
import dev.onceledger.api.payment.PaymentState;
import dev.onceledger.client.ScriptedLedger.Step;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LookUpTest {
  private static final String CHARGED = Told.charged("CAPTURED", "SUCCEEDED");

  @Test
  void a_payment_is_found_by_its_id() {
    try (ScriptedLedger ledger = new ScriptedLedger(answer(200, CHARGED))) {
      Payment payment = ledger.client().payment(Told.ID).orElseThrow();

      assertThat(payment.state()).isEqualTo(PaymentState.CAPTURED);
      assertThat(payment.captured()).isEqualTo(Told.AMOUNT);
      assertThat(ledger.sent().get(0).method()).isEqualTo("GET");
      assertThat(ledger.sent().get(0).path()).isEqualTo("/v1/payments/" + Told.ID);
    }
  }

  @Test
  void a_payment_is_found_by_its_reference_however_that_is_spelt() {
    String page = "{\"items\":[" + CHARGED + "],\"next\":null}";
    try (ScriptedLedger ledger = new ScriptedLedger(answer(200, page))) {
      assertThat(ledger.client().payment(new Reference("a b&c=1/2+3%"))).isPresent();
      assertThat(ledger.sent().get(0).path())
          .isEqualTo("/v1/payments?reference=a+b%26c%3D1%2F2%2B3%25");
    }
  }

  @Test
  void what_a_command_came_to_is_found_without_its_key() {
    Command command = Told.charge();
    String page = "{\"items\":[" + CHARGED + "]}";
    try (ScriptedLedger ledger = new ScriptedLedger(answer(200, page))) {
      assertThat(ledger.client().payment(command).flatMap(found -> found.operation(command)))
          .isPresent();
    }
  }

  @Test
  void what_is_not_there_is_empty() {
    Step none = problem(404, "payment-not-found", "\"a\":1");
    Step noKey =
        answer(
            404,
            "{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404}",
            "Content-Type",
            "application/problem+json");
    try (ScriptedLedger ledger = new ScriptedLedger(none, answer(200, "{\"items\":[]}"), noKey)) {
      assertThat(ledger.client().payment(Told.ID)).isEmpty();
      assertThat(ledger.client().payment(Told.ORDER)).isEmpty();
      assertThat(ledger.client().key(Told.charge())).isEmpty();
    }
  }

  @Test
  void a_key_tells_how_far_it_is() {
    String failed =
        """
        {"key":"k","status":"FAILED","attempts":2,"request":{},"paymentId":null,
         "operationId":null,"response":null,"problem":{"type":"/problems/payment-not-voidable",
         "title":"t","status":422,"detail":"d"},"createdAt":"2026-12-01T09:30:00Z",
         "completedAt":"2026-12-01T09:30:01Z","leaseUntil":null,"expiresAt":"2026-12-31T00:00:00Z"}
        """;
    Command command = Told.charge();
    try (ScriptedLedger ledger = new ScriptedLedger(answer(200, failed))) {
      KeyRecord record = ledger.client().key(command).orElseThrow();

      assertThat(record.status()).isEqualTo(KeyRecord.Status.FAILED);
      assertThat(record.attempts()).isEqualTo(2);
      assertThat(record.problem()).map(Problem::name).contains("payment-not-voidable");
      assertThat(record.paymentId()).isEmpty();
      assertThat(record.expiresAt()).isEqualTo("2026-12-31T00:00:00Z");
      assertThat(ledger.sent().get(0).path())
          .isEqualTo("/v1/idempotency-keys/" + command.key().value());
    }
  }

  static List<Step> nothingToldBySuchAnswers() {
    return List.of(
        cut(),
        answer(200, "garbage"),
        answer(200, "{\"id\":\"pay_1\"}"),
        answer(404, "<html>no such route</html>", "Content-Type", "text/html"),
        answer(302, "", "Location", "/elsewhere"),
        problem(503, "store-unavailable", "\"a\":1"),
        problem(401, "unauthenticated", "\"a\":1"));
  }

  @ParameterizedTest
  @MethodSource("nothingToldBySuchAnswers")
  void no_answer_is_no_absence(Step step) {
    // A read that was cut is sent again by the JDK.
    try (ScriptedLedger ledger = new ScriptedLedger(step, step, step, step, step, step)) {
      assertThatExceptionOfType(LookUpFailed.class)
          .isThrownBy(() -> ledger.client().payment(Told.ID))
          .satisfies(e -> assertThat(e.toString()).doesNotContain("olk_secret"));
    }
  }

  @Test
  void several_payments_are_not_taken_for_one() {
    String page = "{\"items\":[" + CHARGED + "," + CHARGED + "]}";
    try (ScriptedLedger ledger = new ScriptedLedger(answer(200, page))) {
      assertThatExceptionOfType(LookUpFailed.class)
          .isThrownBy(() -> ledger.client().payment(Told.ORDER))
          .satisfies(e -> assertThat(e.problem()).isEqualTo(Optional.empty()));
    }
  }
}
