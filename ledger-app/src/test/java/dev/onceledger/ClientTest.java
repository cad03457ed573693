package dev.onceledger;

import static dev.onceledger.support.Bodies.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.Reference;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.Scope;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentMethod;
import dev.onceledger.api.payment.PaymentState;
import dev.onceledger.client.Command;
import dev.onceledger.client.KeyRecord;
import dev.onceledger.client.LedgerClient;
import dev.onceledger.client.Payment;
import dev.onceledger.client.Request;
import dev.onceledger.client.Request.CreatePayment;
import dev.onceledger.client.Result;
import dev.onceledger.security.ApiKeys;
import dev.onceledger.security.Role;
import dev.onceledger.support.Documents;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.SetClock;
import dev.onceledger.support.Together;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The Java client against a ledger: whatever is sent how often, it takes effect once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClientTest {
  private static final String[] SHORT_TIMES = {
    "ledger.gateway.sandbox.read-timeout-millis=2000",
    "ledger.drive.lease-seconds=3",
    "ledger.recovery.grace-seconds=2",
    "ledger.recovery.poll-millis=100",
    "ledger.recovery.first-pause-seconds=1",
    "ledger.recovery.last-pause-seconds=2"
  };
  private static final Duration LONG = Duration.ofMinutes(1);

  private @Nullable Ledger ledger;

  @BeforeAll
  void start() {
    ledger = Ledger.start(SHORT_TIMES);
  }

  @AfterAll
  void stop() {
    ledger().close();
  }

  @Test
  void the_example_of_the_guide_ships_what_is_paid_and_nothing_else() {
    List<String> outbox = new ArrayList<>();
    Reference order = new Reference(fresh("order"));

    assertThat(example(outbox, order, "tok_ok")).isEqualTo("ship it");
    assertThat(example(outbox, order, "tok_ok")).isEqualTo("ship it");
    assertThat(example(outbox, new Reference(fresh("order")), "tok_decline"))
        .isEqualTo("ask for another card: insufficient-funds");
    assertThat(example(outbox, order, "tok_decline"))
        .startsWith("correct it: The reference belongs to another request");
    assertThat(outbox).hasSize(4).doesNotHaveDuplicates();
  }

  @Test
  void the_example_of_the_guide_is_the_one_that_runs_here() throws IOException {
    String source =
        Documents.text("ledger-app/src/test/java/dev/onceledger/ClientExample.java")
            .replaceAll("(?m)^ {4}", "");

    assertThat(source)
        .contains(
            Documents.blocks(
                Documents.section("docs/idempotency.md", "## The Java client"), "java"));
  }

  @Test
  void a_declined_payment_is_tried_again_on_purpose_as_the_next_attempt() {
    CreatePayment first =
        CreatePayment.charge(new Reference(fresh("order")), cny(1999), method("tok_decline"));
    CreatePayment second =
        CreatePayment.charge(first.reference(), cny(1999), method("tok_ok")).attempt(2);
    Command declined = Command.decide(first);

    assertThat(send(declined)).isInstanceOf(Result.Declined.class);
    Result.Succeeded succeeded = (Result.Succeeded) send(Command.decide(second));

    assertThat(succeeded.payment().state()).isEqualTo(PaymentState.CAPTURED);
    // A late repeat of the first attempt is told about the first attempt.
    assertThat(send(declined)).isInstanceOf(Result.Declined.class);
    assertThat(executed(succeeded.payment().id())).containsExactly("CHARGE 1999");
  }

  @Test
  void what_is_authorized_is_captured_in_part_let_go_and_given_back() {
    Payment payment =
        done(CreatePayment.authorize(new Reference(fresh("order")), cny(5000), method("tok_ok")));
    PaymentId id = payment.id();
    assertThat(payment.capturable()).isEqualTo(cny(5000));

    done(new Request.CapturePayment(id, new Reference("c-1"), 1, Optional.of(cny(3000))));
    done(new Request.VoidPayment(id, new Reference("v-1"), 1));
    done(
        new Request.RefundPayment(
            id, new Reference("r-1"), Optional.of(cny(1000)), Optional.of("damaged")));
    done(new Request.RefundPayment(id, new Reference("r-2"), Optional.empty(), Optional.empty()));

    Payment now = client(ledger()).payment(id).orElseThrow();
    assertThat(now.state()).isEqualTo(PaymentState.REFUNDED);
    assertThat(now.refunded()).isEqualTo(cny(3000));
    assertThat(now.capturable()).isEqualTo(cny(0));
    assertThat(executed(id))
        .containsExactly(
            "AUTHORIZE 5000", "CAPTURE 3000", "VOID 2000", "REFUND 1000", "REFUND 2000");
  }

  @Test
  void a_refund_of_more_than_there_is_is_refused_without_effect() {
    PaymentId id = charged().id();

    Result.Refused refused =
        (Result.Refused)
            send(
                Command.decide(
                    new Request.RefundPayment(
                        id, new Reference("r-1"), Optional.of(cny(2000)), Optional.empty())));

    assertThat(refused.problem().is(Reason.REFUND_EXCEEDS_CAPTURED)).isTrue();
    assertThat(refused.effect()).isEqualTo(Result.Effect.NONE);
    assertThat(executed(id)).containsExactly("CHARGE 1999");
  }

  @Test
  void what_was_decided_twice_by_mistake_is_found_by_its_reference() {
    PaymentId id = charged().id();
    Request refund =
        new Request.RefundPayment(
            id, new Reference("r-1"), Optional.of(cny(500)), Optional.empty());

    Result first = send(Command.decide(refund));
    Result second = send(Command.decide(refund));

    assertThat(((Result.Succeeded) first).isFoundByReference()).isFalse();
    assertThat(((Result.Succeeded) second).isFoundByReference()).isTrue();
    assertThat(executed(id)).containsExactly("CHARGE 1999", "REFUND 500");
  }

  @Test
  void a_lost_reply_is_undecided_and_known_after_a_restart_to_whoever_sends_it_again() {
    String stored;
    try (Ledger node = ledger().node("ledger.gateway.sandbox.read-timeout-millis=2000")) {
      Command command = Command.decide(charge("tok_lost_reply"));
      stored = command.toText();

      Result first = client(node).send(command, Duration.ofMillis(2500));

      assertThat(first).isInstanceOf(Result.Undecided.class);
    }

    Command again = Command.fromText(stored);
    Result.Succeeded succeeded = (Result.Succeeded) send(again);

    assertThat(succeeded.isFoundByReference()).isFalse();
    assertThat(executed(succeeded.payment().id())).containsExactly("CHARGE 1999");
    assertThat(client(ledger()).key(again))
        .map(KeyRecord::status)
        .contains(KeyRecord.Status.SUCCEEDED);
    assertThat(client(ledger()).payment(again).flatMap(payment -> payment.operation(again)))
        .contains(succeeded.operation());
  }

  @Test
  void a_stored_command_that_two_clients_send_at_once_takes_effect_once() {
    String stored = Command.decide(charge("tok_slow")).toText();

    List<Result> results =
        Together.run(2, i -> client(ledger()).send(Command.fromText(stored), LONG));

    assertThat(results).hasOnlyElementsOfType(Result.Succeeded.class);
    assertThat(results.get(0)).isEqualTo(results.get(1));
    assertThat(executed(((Result.Succeeded) results.get(0)).payment().id()))
        .containsExactly("CHARGE 1999");
  }

  @Test
  void a_revoked_token_leaves_it_undecided_until_there_is_another() {
    Command command = Command.decide(charge("tok_ok"));

    Result refused = client(ledger()).token("olk_revoked").send(command, LONG);

    assertThat(((Result.Undecided) refused).cause()).isEqualTo(Result.Cause.TOKEN_REFUSED);
    assertThat(send(command)).isInstanceOf(Result.Succeeded.class);
  }

  @Test
  void a_command_older_than_keys_are_kept_is_not_executed() {
    Command old = Command.decide(charge("tok_ok"));
    SetClock later = SetClock.at(Instant.now().plus(Duration.ofDays(31)));
    try (Ledger then = Ledger.startAt(later)) {
      LedgerClient client = client(then).retryWindow(Duration.ofDays(60));

      assertThat(client.send(old, LONG)).isInstanceOf(Result.Expired.class);
      assertThat(client.payment(old)).isEmpty();
      assertThat(client.key(old)).isEmpty();
    }
  }

  private String example(List<String> outbox, Reference order, String method) {
    return new ClientExample(client(ledger()), outbox::add).pay(order, cny(1999), method(method));
  }

  private Payment charged() {
    return done(charge("tok_ok"));
  }

  private static Request charge(String method) {
    return CreatePayment.charge(new Reference(fresh("order")), cny(1999), method(method));
  }

  private Payment done(Request request) {
    return ((Result.Succeeded) send(Command.decide(request))).payment();
  }

  private Result send(Command command) {
    return client(ledger()).send(command, LONG);
  }

  private static LedgerClient client(Ledger at) {
    ApiKeys keys = at.bean(ApiKeys.class);
    return LedgerClient.of(
        at.uri(), keys.create(Role.ORDER_SERVICE, new Scope("test"), "test").token());
  }

  private List<String> executed(PaymentId id) {
    return ledger().sandbox().executed(id.value());
  }

  private static Money cny(long minor) {
    return new Money(minor, new CurrencyCode("CNY"));
  }

  private static PaymentMethod method(String token) {
    return new PaymentMethod(token);
  }

  private Ledger ledger() {
    return Objects.requireNonNull(ledger);
  }
}
