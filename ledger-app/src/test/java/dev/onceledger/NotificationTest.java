package dev.onceledger;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.part;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.contract.Agreement;
import dev.onceledger.security.Role;
import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import dev.onceledger.support.Signed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/**
 * What a gateway tells of its own accord: signed or refused, in any order, as often as it likes.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
class NotificationTest {
  private static final String SECRET = "what-both-sides-know";
  private static final String PATH = "/v1/gateways/sandbox/notifications";
  private static final Duration SOON = Duration.ofSeconds(20);

  private @Nullable Ledger started;

  @BeforeAll
  void start() {
    started =
        Ledger.start(
            "ledger.gateway.sandbox.notification-secret=" + SECRET,
            "ledger.gateway.sandbox.read-timeout-millis=1500",
            "ledger.gateway.circuit.minimum-calls=1000",
            "ledger.gateway.circuit.window-calls=1000",
            "ledger.notifications.poll-millis=100",
            "ledger.recovery.enabled=false");
  }

  @AfterAll
  void stop() {
    ledger().close();
  }

  // ---- what is believed

  @Test
  void a_success_ends_what_is_in_doubt_and_the_client_gets_its_answer() {
    String key = fresh("key");
    String body = payment(fresh("order"), "tok_error_500");
    Response created = orders().post("/v1/payments", key, body);
    assertThat(created.status()).isEqualTo(202);

    assertThat(tell(created, 0, "SUCCEEDED", 2).status()).isEqualTo(204);

    awaitState(created, "CAPTURED");
    Response repeat = orders().post("/v1/payments", key, body);
    assertThat(repeat.status()).isEqualTo(201);
    assertThat(repeat.at("/state")).isEqualTo("CAPTURED");
    assertThat(history(created)).containsExactly("PaymentCreated", "PaymentCharged");
    assertThat(events(created).at("/items/1/data/evidence/source")).isEqualTo("NOTIFICATION");
  }

  @Test
  void what_the_sandbox_tells_itself_is_taken_in() {
    Response pending = pay("tok_pending");
    assertThat(pending.status()).isEqualTo(202);

    awaitState(pending, "CAPTURED");
    assertThat(ledger().sandbox().executed(pending.at("/id"))).containsExactly("CHARGE 1999");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tok_notify_twice", "tok_notify_out_of_order"})
  void repeats_and_what_is_out_of_order_have_no_effect(String method) {
    Response created = pay(method);
    assertThat(created.status()).isEqualTo(201);
    String operation = created.at("/operations/0/id");

    await().atMost(SOON).until(() -> decided(operation) >= 1 && open(operation) == 0);

    assertThat(history(created)).containsExactly("PaymentCreated", "PaymentCharged");
    assertThat(orders().get("/v1/payments/" + created.at("/id")).at("/state"))
        .isEqualTo("CAPTURED");
  }

  static List<List<String>> orders(List<String> told) {
    if (told.isEmpty()) {
      return List.of(List.of());
    }
    List<List<String>> all = new ArrayList<>();
    for (String first : told) {
      List<String> rest = new ArrayList<>(told);
      rest.remove(first);
      for (List<String> tail : orders(rest)) {
        List<String> order = new ArrayList<>(List.of(first));
        order.addAll(tail);
        all.add(order);
      }
    }
    return all;
  }

  static List<List<String>> everyOrder() {
    return orders(List.of("SUCCEEDED 2", "CLOSED 1", "SUCCEEDED 2 again", "DECLINED 3"));
  }

  @ParameterizedTest
  @MethodSource("everyOrder")
  void whatever_the_order_the_end_is_the_same(List<String> order) {
    Response created = pay("tok_error_500");
    String operation = created.at("/operations/0/id");

    for (String told : order) {
      List<String> words = List.of(told.split(" ", -1));
      int version = Integer.parseInt(words.get(1));
      assertThat(tell(created, 0, words.get(0), version).status()).isEqualTo(204);
    }

    await().atMost(SOON).until(() -> decided(operation) == order.size());
    assertThat(orders().get("/v1/payments/" + created.at("/id")).at("/state"))
        .isEqualTo("CAPTURED");
    assertThat(history(created)).containsExactly("PaymentCreated", "PaymentCharged");
    assertThat(ledger().sandbox().executed(created.at("/id"))).containsExactly("CHARGE 1999");
  }

  @Test
  void a_success_of_another_amount_is_not_believed_but_asked_about() {
    Response created = pay("tok_down");
    String operation = created.at("/operations/0/id");

    send(
        """
        {"id":"%s","operationId":"%s","gatewayReference":"sbx_x","outcome":"SUCCEEDED",
         "amount":{"minor":1,"currency":"CNY"},"version":2,"occurredAt":"2026-12-01T09:30:00Z"}"""
            .formatted(fresh("evt"), operation));

    await().atMost(SOON).until(() -> parked().contains(operation));
    assertThat(orders().get("/v1/payments/" + created.at("/id")).at("/state")).isEqualTo("PENDING");
  }

  // ---- what is not known yet

  @Test
  void what_is_not_known_is_kept_and_shown_to_those_who_see_all_scopes() {
    String unknown = "op_" + "0".repeat(26);
    assertThat(send(notification(fresh("evt"), unknown, "sbx_1", "SUCCEEDED", 2)).status())
        .isEqualTo(204);

    await().atMost(SOON).until(() -> parked().contains(unknown));
    assertThat(ledger().api(Role.OPERATOR, "test").get(PATH).status()).isEqualTo(403);
    assertThat(orders().get(PATH).status()).isEqualTo(403);
  }

  // ---- what is refused

  private record Forgery(String name, String body, @Nullable String signature) {}

  private List<Forgery> forgeries(String body) {
    long now = Instant.now().getEpochSecond();
    String good = Signed.header(SECRET, now, body);
    return List.of(
        new Forgery("unsigned", body, null),
        new Forgery("signed by another", body, Signed.header("another secret", now, body)),
        new Forgery("old", body, Signed.header(SECRET, now - 301, body)),
        new Forgery("of the future", body, Signed.header(SECRET, now + 400, body)),
        new Forgery("old with a new time", body, good.replaceFirst("t=\\d+", "t=" + (now - 1))),
        new Forgery("truncated", body.substring(0, body.length() - 1), good),
        new Forgery("changed", body.replace("1999", "9999"), good),
        new Forgery("without a time", body, good.replaceFirst("t=\\d+,", "")),
        new Forgery("garbled", body, "t=x,v1=zz"));
  }

  @Test
  void what_is_not_signed_as_it_should_be_is_refused_and_not_shown(CapturedOutput output) {
    String marker = "sbx_" + UUID.randomUUID();
    Response created = pay("tok_error_500");
    String body =
        notification(fresh("evt"), created.at("/operations/0/id"), marker, "SUCCEEDED", 2);

    for (Forgery forgery : forgeries(body)) {
      Response answer = post(PATH, forgery.body(), forgery.signature());
      assertThat(answer.status()).as(forgery.name()).isEqualTo(401);
      assertThat(answer.problem()).as(forgery.name()).isEqualTo("bad-signature");
      assertThat(answer.body()).doesNotContain(marker);
    }
    assertThat(decided(created.at("/operations/0/id"))).isZero();
    assertThat(open(created.at("/operations/0/id"))).isZero();
    assertThat(output).contains("was refused: bad-signature").doesNotContain(marker);
    assertThat(output.toString()).doesNotContain(SECRET);
  }

  @Test
  void a_gateway_that_is_not_configured_signs_nothing() {
    String body = notification(fresh("evt"), "op_" + "0".repeat(26), "sbx_1", "SUCCEEDED", 2);
    String signature = Signed.header(SECRET, Instant.now().getEpochSecond(), body);

    for (String name : List.of("stripe", "nobody", "NOBODY")) {
      assertThat(post("/v1/gateways/" + name + "/notifications", body, signature).problem())
          .isEqualTo("bad-signature");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{\"id\":\"evt\"}", "{\"id\":7}"})
  void what_is_signed_and_cannot_be_read_is_malformed(String body) {
    assertThat(send(body).problem()).isEqualTo("malformed-request");
  }

  // ---- disputes

  @Test
  void an_open_dispute_holds_the_money_and_a_lost_one_takes_it() {
    Response created = pay("tok_ok");
    String id = created.at("/id");
    tell(created, 0, "DISPUTE_OPENED", 3);
    await().atMost(SOON).until(() -> read(id).at("/refundable/minor").equals("0"));
    assertThat(read(id).at("/disputes/0/state")).isEqualTo("OPENED");
    Response refused =
        orders().post("/v1/payments/" + id + "/refunds", fresh("key"), part(1, "CNY"));
    assertThat(refused.problem()).isEqualTo("payment-not-refundable");

    tell(created, 0, "DISPUTE_LOST", 5);
    await().atMost(SOON).until(() -> read(id).at("/state").equals("CHARGED_BACK"));
    assertThat(read(id).at("/chargedBack/minor")).isEqualTo("1999");

    tell(created, 0, "DISPUTE_WON", 4);
    await().atMost(SOON).until(() -> decided(created.at("/operations/0/id")) == 3);
    assertThat(read(id).at("/state")).isEqualTo("CHARGED_BACK");
    assertThat(history(created))
        .containsExactly("PaymentCreated", "PaymentCharged", "DisputeOpened", "DisputeLost");
  }

  @Test
  void a_dispute_about_what_is_in_doubt_books_that_first() {
    Response created = pay("tok_error_500");

    tell(created, 0, "DISPUTE_LOST", 3);

    awaitState(created, "CHARGED_BACK");
    assertThat(history(created)).containsExactly("PaymentCreated", "PaymentCharged", "DisputeLost");
  }

  @Test
  void two_disputes_of_one_charge_are_both_booked_in_any_order() {
    Response created = pay("tok_ok");
    String operation = created.at("/operations/0/id");
    String second = notification(fresh("evt"), operation, "dp_second", "DISPUTE_OPENED", 3);
    String first = notification(fresh("evt"), operation, "dp_first", "DISPUTE_OPENED", 2);

    send(second.replace("1999", "300"));
    await().atMost(SOON).until(() -> decided(operation) == 1);
    send(first.replace("1999", "600"));

    await().atMost(SOON).until(() -> decided(operation) == 2);
    assertThat(read(created.at("/id")).at("/refundable/minor")).isEqualTo("1099");
  }

  @Test
  void a_second_success_under_another_name_is_shown_to_people() {
    Response created = pay("tok_ok");
    String operation = created.at("/operations/0/id");

    send(notification(fresh("evt"), operation, "sbx_another", "SUCCEEDED", 9));

    await().atMost(SOON).until(() -> decided(operation) == 1);
    assertThat(history(created))
        .containsExactly("PaymentCreated", "PaymentCharged", "ContradictionFound");
  }

  @Test
  void a_dispute_in_another_currency_waits_for_a_person() {
    Response created = pay("tok_ok");
    String operation = created.at("/operations/0/id");

    send(
        notification(fresh("evt"), operation, referenceOf(created), "DISPUTE_OPENED", 3)
            .replace("CNY", "EUR"));

    await().atMost(SOON).until(() -> parked().contains("another-currency"));
    assertThat(read(created.at("/id")).at("/refundable/minor")).isEqualTo("1999");
  }

  @Test
  void a_dispute_that_was_won_gives_the_money_back_to_the_budget() {
    Response created = pay("tok_ok");
    String id = created.at("/id");
    tell(created, 0, "DISPUTE_OPENED", 3);
    tell(created, 0, "DISPUTE_WON", 4);

    await().atMost(SOON).until(() -> decided(created.at("/operations/0/id")) == 2);

    assertThat(read(id).at("/refundable/minor")).isEqualTo("1999");
    assertThat(read(id).at("/disputes/0/state")).isEqualTo("WON");
    Response refund = orders().post("/v1/payments/" + id + "/refunds", fresh("key"), "");
    assertThat(refund.at("/state")).isEqualTo("REFUNDED");
  }

  // ---- the words

  private Response pay(String method) {
    return orders().post("/v1/payments", fresh("key"), payment(fresh("order"), method));
  }

  /** Tells, as the gateway, what became of one of the payment's operations. */
  private Response tell(Response payment, int operation, String outcome, int version) {
    String id = payment.at("/operations/" + operation + "/id");
    return send(notification(fresh("evt"), id, referenceOf(payment), outcome, version));
  }

  /** What the gateway really calls it, so that nothing contradicts. */
  private String referenceOf(Response payment) {
    return Objects.requireNonNull(
        new Api(ledger().sandboxUri(), "none")
            .get("/account?paymentId=" + payment.at("/id"))
            .at("/items/0/reference"));
  }

  private static String notification(
      String event, String operation, String reference, String outcome, int version) {
    return """
    {"id":"%s","operationId":"%s","gatewayReference":"%s","outcome":"%s",\
    "amount":{"minor":1999,"currency":"CNY"},"version":%d,"occurredAt":"2026-12-01T09:30:00Z"}"""
        .formatted(event, operation, reference, outcome, version);
  }

  private Response send(String body) {
    return post(PATH, body, Signed.header(SECRET, Instant.now().getEpochSecond(), body));
  }

  private Response post(String path, String body, @Nullable String signature) {
    Api gateway = Agreement.of(new Api(ledger().uri(), "none"));
    return signature == null
        ? gateway.post(path, fresh("key"), body)
        : gateway.post(path, fresh("key"), body, "Gateway-Signature", signature);
  }

  private void awaitState(Response payment, String state) {
    await().atMost(SOON).until(() -> read(payment.at("/id")).at("/state").equals(state));
  }

  private Response read(String id) {
    return orders().get("/v1/payments/" + id);
  }

  private Response events(Response payment) {
    return orders().get("/v1/payments/" + payment.at("/id") + "/events");
  }

  private List<String> history(Response payment) {
    List<String> types = new ArrayList<>();
    events(payment).json().path("items").forEach(event -> types.add(event.path("type").asString()));
    return types;
  }

  private String parked() {
    return Agreement.of(ledger().api(Role.OPERATOR)).get(PATH + "?status=PARKED").body();
  }

  private long decided(String operation) {
    return count(operation, "next_try_at is null");
  }

  private long open(String operation) {
    return count(operation, "next_try_at is not null");
  }

  private long count(String operation, String which) {
    return Objects.requireNonNull(
        ledger()
            .jdbc()
            .queryForObject(
                "select count(*) from gateway_notification where operation_id = ? and " + which,
                Long.class,
                operation));
  }

  private Api orders() {
    return Agreement.of(ledger().orders());
  }

  private Ledger ledger() {
    return Objects.requireNonNull(started);
  }
}
