package dev.onceledger.client;

import static dev.onceledger.client.ScriptedLedger.answer;
import static dev.onceledger.client.ScriptedLedger.cut;
import static dev.onceledger.client.ScriptedLedger.problem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.Reference;
import dev.onceledger.client.ScriptedLedger.Step;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every answer of the table "What to do with an answer", and everything that is no answer. */
@Timeout(60)
class SendingTest {
  private static final Duration LONG = Duration.ofHours(1);
  private static final Step CAPTURED = answer(201, Told.charged("CAPTURED", "SUCCEEDED"));
  private static final String AGAIN = "\"retryable\":true,\"effect\":\"unknown\"";
  private static final String NO = "\"retryable\":false,\"effect\":\"none\"";

  private final Command command = Told.charge();
  private final HandTime clock = new HandTime(command.decidedAt());

  // ---- what is final

  @Test
  void a_201_is_final() {
    Result result = send(CAPTURED);

    assertThat(result).isInstanceOf(Result.Succeeded.class);
    Result.Succeeded succeeded = (Result.Succeeded) result;
    assertThat(succeeded.isFoundByReference()).isFalse();
    assertThat(succeeded.payment().id()).isEqualTo(Told.ID);
    assertThat(succeeded.payment().metadata()).containsEntry("colour", "red");
    assertThat(succeeded.operation().amount()).isEqualTo(Told.AMOUNT);
  }

  @Test
  void a_decline_inside_a_201_is_a_case_of_its_own() {
    assertThat(send(answer(201, Told.charged("DECLINED", "DECLINED"))))
        .isInstanceOf(Result.Declined.class);
  }

  @ParameterizedTest
  @CsvSource({"SUCCEEDED, Succeeded", "DECLINED, Declined", "FAILED, Declined"})
  void what_was_found_by_its_reference_is_told_by_its_operation(String state, String expected) {
    Result result =
        send(answer(200, Told.charged("CAPTURED", state), "Idempotent-Replayed", "reference"));

    assertThat(result.getClass().getSimpleName()).isEqualTo(expected);
    assertThat(result.toString()).contains("isFoundByReference=true");
  }

  @Test
  void an_old_attempt_is_told_by_its_own_operation() {
    String both =
        Told.operation("CHARGE", "DECLINED", "order-7001")
            + ","
            + Told.operation("CHARGE", "SUCCEEDED", "order-7001");

    String second = Told.payment("CAPTURED", "", both).replace("\"attempt\":1", "\"attempt\":2");

    assertThat(send(answer(200, second))).isInstanceOf(Result.Declined.class);
  }

  @ParameterizedTest
  @CsvSource({
    "400, malformed-request",
    "404, payment-not-found",
    "412, version-mismatch",
    "413, body-too-large",
    "415, unsupported-media-type",
    "422, payment-not-capturable",
    "422, payment-not-voidable",
    "422, payment-not-refundable",
    "422, capture-exceeds-authorization",
    "422, refund-exceeds-captured",
    "422, reference-reused",
    "422, attempt-not-allowed",
    "422, currency-mismatch",
    "422, a-name-of-tomorrow",
    "409, never-again"
  })
  void a_refusal_is_final(int status, String name) {
    Result.Refused refused = (Result.Refused) send(problem(status, name, NO));

    assertThat(refused.problem().name()).isEqualTo(name);
    assertThat(refused.problem().detail()).isEqualTo("A detail");
    assertThat(refused.effect()).isEqualTo(Result.Effect.NONE);
  }

  @Test
  void a_used_key_says_what_differs() {
    Step reused =
        problem(422, "idempotency-key-reused", NO + ",\"differs\":[\"/amount/minor\"],\"new\":1");

    assertThat(((Result.Refused) send(reused)).problem().differs())
        .containsExactly("/amount/minor");
  }

  @Test
  void a_refusal_after_a_try_without_answer_proves_nothing_about_that_try() {
    Result.Refused refused =
        (Result.Refused) send(cut(), problem(422, "payment-not-capturable", NO));

    assertThat(refused.effect()).isEqualTo(Result.Effect.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({
    "500, internal-error, unknown, UNKNOWN",
    "503, store-unavailable, unknown, UNKNOWN",
    "503, gateway-not-reached, none, NONE",
    "409, operation-in-progress, unknown, NONE"
  })
  void a_refusal_after_a_try_that_may_take_effect_proves_nothing(
      int status, String name, String effect, Result.Effect whole) {
    Step earlier = problem(status, name, "\"retryable\":true,\"effect\":\"" + effect + "\"");

    Result.Refused refused =
        (Result.Refused) send(earlier, problem(422, "payment-not-capturable", NO));

    assertThat(refused.effect()).isEqualTo(whole);
  }

  @Test
  void only_the_ledger_says_when_a_key_expires() {
    Step proxy = answer(502, "<html>", "Idempotency-Key-Expires", "2020-01-01T00:00:00Z");

    assertThat(send(proxy, CAPTURED)).isInstanceOf(Result.Succeeded.class);
  }

  @Test
  void a_refusal_that_does_not_tell_its_effect_may_have_one() {
    assertThat(((Result.Refused) send(problem(422, "novelty", "\"a\":1"))).effect())
        .isEqualTo(Result.Effect.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({"401, unauthenticated", "403, forbidden"})
  void a_refused_token_says_nothing_about_the_command(int status, String name) {
    Result.Undecided undecided = (Result.Undecided) send(cut(), problem(status, name, NO));

    assertThat(undecided.cause()).isEqualTo(Result.Cause.TOKEN_REFUSED);
    assertThat(undecided.lastProblem()).map(Problem::name).contains(name);
  }

  @Test
  void a_key_that_the_ledger_calls_too_old_is_to_be_looked_up() {
    assertThat(send(problem(422, "idempotency-key-expired", NO)))
        .isInstanceOf(Result.Expired.class);
  }

  // ---- what is repeated

  static List<Step> notFinal() {
    return List.of(
        answer(202, Told.charged("PENDING", "PROCESSING"), "Retry-After", "1"),
        problem(409, "idempotency-key-in-progress", AGAIN, "Retry-After", "1"),
        problem(409, "operation-in-progress", AGAIN, "Retry-After", "1"),
        problem(429, "too-many-requests", AGAIN, "Retry-After", "1"),
        problem(500, "internal-error", AGAIN),
        problem(503, "shutting-down", AGAIN),
        problem(503, "store-unavailable", AGAIN),
        problem(503, "gateway-unavailable", AGAIN),
        problem(503, "gateway-not-reached", AGAIN),
        problem(418, "worth-it", AGAIN),
        problem(409, "says-not", "\"a\":1"),
        problem(429, "says-not", "\"a\":1"),
        problem(500, "says-not", "\"a\":1"),
        problem(503, "says-not", "\"a\":1"),
        cut(),
        answer(502, "<html>Bad Gateway</html>", "Content-Type", "text/html"),
        answer(404, "<html>no such route</html>", "Content-Type", "text/html"),
        answer(400, "{\"type\":\"about:blank\"}", "Content-Type", "application/problem+json"),
        answer(201, ""),
        answer(201, "garbage"),
        answer(201, "[]"),
        answer(201, "{\"state\":\"CAPTURED\"}"),
        answer(201, Told.payment("CAPTURED", "", Told.operation("CHARGE", "ASTONISHED", "a"))),
        answer(201, Told.payment("CAPTURED", "", "")),
        answer(201, Told.charged("CAPTURED", "SUCCEEDED").replace("order-7001", "order-7002")),
        answer(201, Told.charged("PENDING", "PROCESSING")),
        answer(204, ""));
  }

  @ParameterizedTest
  @MethodSource("notFinal")
  void everything_else_is_repeated_unchanged_under_the_same_key(Step step) {
    try (ScriptedLedger ledger = new ScriptedLedger(step, step, CAPTURED)) {
      Result result = client(ledger).send(command, LONG);

      assertThat(result).isInstanceOf(Result.Succeeded.class);
      assertThat(ledger.sent()).hasSize(3);
      assertThat(ledger.sent()).extracting(ScriptedLedger.Sent::path).containsOnly("/v1/payments");
      assertThat(ledger.sent()).extracting(ScriptedLedger.Sent::body).containsOnly(command.body());
      assertThat(ledger.sent())
          .extracting(sent -> sent.header("Idempotency-Key"))
          .containsOnly(command.key().value());
      assertThat(ledger.sent())
          .extracting(sent -> sent.header("Authorization"))
          .containsOnly("Bearer olk_secret");
    }
  }

  @Test
  void a_redirect_is_not_followed_and_the_token_goes_nowhere_else() {
    try (ScriptedLedger other = new ScriptedLedger(CAPTURED)) {
      String there = other.uri() + "/v1/payments";
      assertThat(send(answer(307, "", "Location", there), CAPTURED))
          .isInstanceOf(Result.Succeeded.class);
      assertThat(other.sent()).isEmpty();
    }
  }

  @Test
  void a_slow_answer_is_not_waited_for_longer_than_a_try_may_take() {
    try (ScriptedLedger ledger = new ScriptedLedger()) {
      ledger.then(ledger.silence());
      ledger.then(CAPTURED);

      Result result = client(ledger).tryLimit(Duration.ofMillis(300)).send(command, LONG);

      assertThat(result).isInstanceOf(Result.Succeeded.class);
      assertThat(ledger.sent()).hasSize(2);
    }
  }

  @Test
  void a_body_that_stops_in_the_middle_is_not_waited_for_either() {
    try (ScriptedLedger ledger = new ScriptedLedger()) {
      Step silence = ledger.silence();
      ledger.then(
          exchange -> {
            exchange.sendResponseHeaders(201, 0);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            silence.on(exchange);
          });
      ledger.then(CAPTURED);

      assertThat(client(ledger).tryLimit(Duration.ofMillis(300)).send(command, LONG))
          .isInstanceOf(Result.Succeeded.class);
    }
  }

  @Test
  void a_huge_body_is_not_read_to_its_end() {
    String padding = "\"padding\":\"" + "x".repeat(9 * 1024 * 1024) + "\",";
    String huge =
        Told.payment("DECLINED", padding, Told.operation("CHARGE", "DECLINED", "order-7001"));
    Step tooMuch =
        exchange -> {
          try {
            answer(201, huge).on(exchange);
          } catch (IOException e) {
            exchange.close(); // The client has hung up.
          }
        };

    assertThat(send(tooMuch, CAPTURED)).isInstanceOf(Result.Succeeded.class);
  }

  // ---- how long, and how often

  @Test
  void the_pauses_grow_from_what_the_ledger_asks_for_to_a_minute() {
    Step busy = problem(429, "too-many-requests", AGAIN, "Retry-After", "5");
    send(busy, busy, busy, busy, busy, busy, CAPTURED);

    List<Integer> least = List.of(5, 10, 20, 40, 48, 48);
    assertThat(clock.pauses()).hasSameSizeAs(least);
    for (int i = 0; i < least.size(); i++) {
      Duration asked = Duration.ofSeconds(least.get(i));
      assertThat(clock.pauses().get(i))
          .isBetween(asked, asked.plus(asked.dividedBy(4)))
          .isLessThanOrEqualTo(Duration.ofMinutes(1));
    }
  }

  @Test
  void without_advice_the_first_pause_is_a_second() {
    send(cut(), cut(), CAPTURED);

    assertThat(clock.pauses().get(0)).isBetween(Duration.ofSeconds(1), Duration.ofMillis(1250));
    assertThat(clock.pauses().get(1)).isBetween(Duration.ofSeconds(2), Duration.ofMillis(2500));
  }

  @Test
  void a_longer_wait_is_honoured_also_as_a_date() {
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            command.decidedAt().plusSeconds(120).atOffset(ZoneOffset.UTC));
    send(problem(503, "shutting-down", AGAIN, "Retry-After", date), CAPTURED);

    assertThat(clock.pauses().get(0)).isBetween(Duration.ofSeconds(118), Duration.ofSeconds(150));
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "-1", "", "99999999999999999999"})
  void a_wait_that_is_not_understood_is_none(String text) {
    send(problem(503, "shutting-down", AGAIN, "Retry-After", text), CAPTURED);

    assertThat(clock.pauses().get(0)).isLessThan(Duration.ofSeconds(2));
  }

  @Test
  void what_is_not_known_at_the_deadline_is_undecided_and_can_be_sent_later() {
    Step accepted = answer(202, Told.charged("PENDING", "PROCESSING"), "Retry-After", "4");
    try (ScriptedLedger ledger = new ScriptedLedger(accepted, accepted, CAPTURED)) {
      LedgerClient client = client(ledger);

      Result first = client.send(command, Duration.ofSeconds(10));
      // A pause that no try can follow is not made.
      assertThat(clock.pauses()).hasSize(1);
      Result later = client.send(Command.fromText(command.toText()), LONG);

      assertThat(first).isEqualTo(new Result.Undecided(Result.Cause.NOT_IN_TIME, Optional.empty()));
      assertThat(later).isInstanceOf(Result.Succeeded.class);
      assertThat(ledger.sent()).extracting(ScriptedLedger.Sent::body).containsOnly(command.body());
    }
  }

  @Test
  void nobody_listening_is_undecided() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }
    LedgerClient client =
        LedgerClient.of(URI.create("http://localhost:" + port), "olk_secret").time(clock.time());

    assertThat(client.send(command, Duration.ofSeconds(30))).isInstanceOf(Result.Undecided.class);
    assertThat(clock.pauses()).hasSizeGreaterThan(2);
  }

  @Test
  void a_command_older_than_the_window_is_not_sent_at_all() {
    try (ScriptedLedger ledger = new ScriptedLedger(CAPTURED)) {
      LedgerClient client = client(ledger).retryWindow(Duration.ofDays(2));
      clock.pass(Duration.ofDays(2));

      assertThat(client.send(command, LONG)).isInstanceOf(Result.Expired.class);
      assertThat(ledger.sent()).isEmpty();
    }
  }

  @Test
  void the_window_also_ends_a_send_that_is_under_way() {
    try (ScriptedLedger ledger = new ScriptedLedger(cut(), cut(), cut(), CAPTURED)) {
      LedgerClient client = client(ledger).retryWindow(Duration.ofSeconds(3));

      assertThat(client.send(command, LONG)).isInstanceOf(Result.Expired.class);
      assertThat(ledger.sent()).hasSizeBetween(2, 3);
    }
  }

  @Test
  void nothing_is_sent_after_the_key_expires_whatever_the_window() {
    Instant soon = command.decidedAt().plusSeconds(2);
    Step accepted =
        answer(
            202,
            Told.charged("PENDING", "PROCESSING"),
            "Retry-After",
            "3",
            "Idempotency-Key-Expires",
            soon.toString());

    assertThat(send(accepted, CAPTURED)).isInstanceOf(Result.Expired.class);
  }

  @Test
  void an_interrupt_leaves_it_undecided_and_is_kept() throws InterruptedException {
    AtomicReference<Result> result = new AtomicReference<>();
    try (ScriptedLedger ledger = new ScriptedLedger()) {
      Thread sender =
          new Thread(
              () -> {
                Result undecided = client(ledger).send(command, LONG);
                if (Thread.currentThread().isInterrupted()) {
                  result.set(undecided);
                }
              });
      ledger.then(
          exchange -> {
            sender.interrupt();
            ledger.silence().on(exchange);
          });
      sender.start();
      sender.join(30_000);
    }

    assertThat(result.get())
        .isEqualTo(new Result.Undecided(Result.Cause.INTERRUPTED, Optional.empty()));
  }

  // ---- what else is sent

  @Test
  void the_ledger_is_asked_to_wait_if_the_caller_wants_it() {
    try (ScriptedLedger ledger = new ScriptedLedger(CAPTURED, CAPTURED)) {
      client(ledger).waitSeconds(10).token("olk_renewed").send(command, LONG);
      client(ledger).send(command, LONG);

      assertThat(ledger.sent().get(0).header("Prefer")).isEqualTo("wait=10");
      assertThat(ledger.sent().get(0).header("Authorization")).isEqualTo("Bearer olk_renewed");
      assertThat(ledger.sent().get(1).header("Prefer")).isEqualTo("null");
    }
  }

  @Test
  void a_refund_is_told_by_its_kind_and_reference() {
    Command refund =
        Command.decide(
            new Request.RefundPayment(
                Told.ID, new Reference("r-1"), Optional.empty(), Optional.empty()));
    String operations =
        Told.operation("CHARGE", "SUCCEEDED", "order-7001")
            + ","
            + Told.operation("CAPTURE", "SUCCEEDED", "r-1")
            + ","
            + Told.operation("REFUND", "DECLINED", "r-1");
    try (ScriptedLedger ledger =
        new ScriptedLedger(answer(201, Told.payment("CAPTURED", "", operations)))) {
      assertThat(client(ledger).send(refund, LONG)).isInstanceOf(Result.Declined.class);
      assertThat(ledger.sent().get(0).path()).isEqualTo("/v1/payments/" + Told.ID + "/refunds");
    }
  }

  @Test
  void every_case_has_its_branch() {
    assertThat(branch(CAPTURED)).isEqualTo("succeeded");
    assertThat(branch(answer(201, Told.charged("DECLINED", "DECLINED")))).isEqualTo("declined");
    assertThat(branch(problem(422, "reference-reused", NO))).isEqualTo("refused");
    assertThat(branch(problem(401, "unauthenticated", NO))).isEqualTo("undecided");
    assertThat(branch(problem(422, "idempotency-key-expired", NO))).isEqualTo("expired");
  }

  private String branch(Step step) {
    return send(step)
        .match(
            succeeded -> "succeeded",
            declined -> "declined",
            refused -> "refused",
            undecided -> "undecided",
            expired -> "expired");
  }

  private Result send(Step... script) {
    try (ScriptedLedger ledger = new ScriptedLedger(script)) {
      return client(ledger).send(command, LONG);
    }
  }

  private LedgerClient client(ScriptedLedger ledger) {
    return ledger.client().time(clock.time());
  }
}
