package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.contract.Agreement;
import dev.onceledger.security.Role;
import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.RawHttp;
import dev.onceledger.support.Response;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A payment as it is, and as it was. */
class PaymentReadsApiTest {
  @Test
  void a_read_shows_what_the_last_command_answered() {
    String id = Shop.authorized();
    Response captured = Shop.capture(id, part(500, "CNY"));

    Response read = Shop.read(id);

    assertThat(read.status()).isEqualTo(200);
    assertThat(read.body()).isEqualTo(captured.body());
    assertThat(read.header("ETag")).isEqualTo("\"4\"");
    assertThat(read.header("Content-Type")).isEqualTo("application/json");
  }

  @Test
  void each_version_is_shown_as_it_was_answered() {
    String id = Shop.authorized();
    Response two = Shop.read(id);
    Response four = Shop.capture(id, part(500, "CNY"));
    Response six = Shop.refund(id, "");

    assertThat(version(id, 2).body()).isEqualTo(two.body());
    assertThat(version(id, 4).body()).isEqualTo(four.body());
    assertThat(version(id, 6).body()).isEqualTo(six.body());
    Response one = version(id, 1);
    assertThat(one.at("/state")).isEqualTo("PENDING");
    assertThat(one.at("/version")).isEqualTo("1");
    assertThat(one.header("ETag")).isEqualTo("\"1\"");
    assertThat(one.at("/operations/0/state")).isEqualTo("PROCESSING");
    assertThat(one.json().path("position").asLong())
        .isLessThan(two.json().path("position").asLong());
    Response three = version(id, 3);
    assertThat(three.at("/operations/1/state")).isEqualTo("PROCESSING");
    assertThat(three.at("/capturable/minor")).isEqualTo("1499");
    assertRefused(Shop.ORDERS.get("/v1/payments/" + id + "?version=7"), 404, "payment-not-found");
    assertRefused(
        Shop.ORDERS.get("/v1/payments/" + id + "?version=" + Long.MAX_VALUE),
        404,
        "payment-not-found");
  }

  @Test
  void at_an_instant_it_is_shown_as_it_was_then() {
    String id = Shop.authorized();
    Response before = Shop.read(id);
    Instant then = Instant.parse(before.at("/updatedAt"));
    await().until(() -> Instant.now().isAfter(then.plusMillis(1)));
    Response after = Shop.capture(id, "");

    assertThat(asOf(id, then.toString()).body()).isEqualTo(before.body());
    assertThat(asOf(id, then.plusSeconds(3600).toString()).body()).isEqualTo(after.body());
    assertThat(asOf(id, "9999-12-31T23:59:59Z").body()).isEqualTo(after.body());
    assertThat(asOf(id, then.toString().replace("Z", "%2B00:00")).body()).isEqualTo(before.body());
    Instant created = Instant.parse(before.at("/createdAt"));
    assertRefused(asOf(id, created.minusMillis(1).toString()), 404, "payment-not-found");
    assertRefused(asOf(id, "0001-01-01T00:00:00Z"), 404, "payment-not-found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "version=0",
        "version=-1",
        "version=x",
        "version=",
        "version=1.0",
        "version=%201",
        "version=9223372036854775808",
        "version=1&version=1",
        "version=1&asOf=2026-01-01T00:00:00Z",
        "asOf=",
        "asOf=today",
        "asOf=2026-01-01",
        "asOf=2026-13-01T00:00:00Z",
        "asOf=1700000000",
        "asOf=%2B99999-01-01T00:00:00Z",
        "asOf=2026-01-01T00:00:00",
        "at=2026-01-01T00:00:00Z",
        "Version=1",
        "version%00=1",
        "=1",
        "limit=1",
        "cursor=x"
      })
  void a_bad_query_parameter_is_refused(String query) {
    String id = Shop.captured();

    Response response = Shop.ORDERS.get("/v1/payments/" + id + "?" + query);

    assertRefused(response, 400, "malformed-request");
    assertThat(response.at("/instance")).isEqualTo("/v1/payments/" + id);
    assertThat(response.json().has("retryable")).isFalse();
    assertThat(response.json().has("effect")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"version=%zz", "version=%", "scope=%f", "%=1", "version=1&%zz"})
  void a_query_that_is_none_is_refused(String query) {
    RawHttp.Answer answer =
        Shop.ORDERS.raw(
            """
            GET /v1/payments/%s?%s HTTP/1.1\r
            Host: ledger\r
            Authorization: Bearer $TOKEN\r
            Connection: close\r
            \r
            """
                .formatted(Shop.captured(), query));

    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pay_00000000000000000000000000",
        "nonsense",
        "pay_",
        "PAY_00000000000000000000000000",
        "pay_0000000000000000000000000O",
        "order-7001",
        "op_00000000000000000000000000"
      })
  void what_names_no_payment_is_not_found(String id) {
    assertRefused(Shop.read(id), 404, "payment-not-found");
    assertRefused(Shop.ORDERS.get("/v1/payments/" + id + "/events"), 404, "payment-not-found");
  }

  @Test
  void another_scope_does_not_see_it() {
    String id = Shop.captured();

    for (String more : new String[] {"", "?version=1", "?asOf=9999-01-01T00:00:00Z", "/events"}) {
      assertRefused(Shop.OTHER_SCOPE.get("/v1/payments/" + id + more), 404, "payment-not-found");
    }
  }

  @Test
  void a_token_of_one_scope_names_no_other() {
    String path = "/v1/payments/" + Shop.captured();

    assertThat(Shop.ORDERS.get(path + "?scope=test").status()).isEqualTo(200);
    assertThat(Shop.ORDERS.get(path + "/events?scope=test").status()).isEqualTo(200);
    assertRefused(Shop.ORDERS.get(path + "?scope=other"), 403, "forbidden");
    assertRefused(Shop.ORDERS.get(path + "?scope="), 403, "forbidden");
  }

  @Test
  void an_auditor_of_all_scopes_sees_each_and_may_name_one() {
    Api auditor = Agreement.of(Ledger.shared().api(Role.AUDITOR));
    String path = "/v1/payments/" + Shop.captured();

    assertThat(auditor.get(path).status()).isEqualTo(200);
    assertThat(auditor.get(path + "?scope=test&version=1").status()).isEqualTo(200);
    assertThat(auditor.get(path + "/events").status()).isEqualTo(200);
    assertRefused(auditor.get(path + "?scope=other"), 404, "payment-not-found");
    assertRefused(auditor.get(path + "/events?scope=other"), 404, "payment-not-found");
    assertRefused(auditor.get(path + "?scope=Not%20A%20Scope"), 400, "malformed-request");
    assertRefused(auditor.get(path + "?scope="), 400, "malformed-request");
  }

  @Test
  void dashboards_and_operators_may_read_payments() {
    String path = "/v1/payments/" + Shop.captured();

    for (Role role : new Role[] {Role.DASHBOARD, Role.OPERATOR, Role.AUDITOR}) {
      Api api = Agreement.of(Ledger.shared().api(role, "test"));
      assertThat(api.get(path).status()).isEqualTo(200);
      assertThat(api.get("/v1/payments?limit=1").status()).isEqualTo(200);
      assertRefused(api.post("/v1/payments", Shop.key(), "{}"), 403, "forbidden");
    }
  }

  @Test
  void head_answers_like_get_without_the_body() {
    String path = "/v1/payments/" + Shop.captured();

    Response head = Shop.ORDERS.send("HEAD", path, "");

    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("ETag")).isEqualTo("\"2\"");
    assertThat(Shop.ORDERS.send("HEAD", "/v1/payments/nonsense", "").status()).isEqualTo(404);
  }

  @Test
  void a_copy_that_is_still_good_is_not_sent_again() {
    Api plain = Ledger.shared().orders();
    String path = "/v1/payments/" + Shop.captured();

    Response same = plain.get(path, "If-None-Match", "\"2\"");
    Response older = plain.get(path, "If-None-Match", "\"1\"");

    assertThat(same.status()).isEqualTo(304);
    assertThat(same.body()).isEmpty();
    assertThat(older.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"text/html", "application/xml", "image/*", "nonsense", "*/*", "application/json"})
  void whatever_is_asked_for_the_answer_is_json(String accept) {
    String id = Shop.captured();

    Response read = Shop.ORDERS.get("/v1/payments/" + id, "Accept", accept);
    Response missing = Shop.ORDERS.get("/v1/payments/x" + fresh(""), "Accept", accept);

    assertThat(read.status()).isEqualTo(200);
    assertThat(missing.status()).isEqualTo(404);
  }

  private static Response version(String id, long version) {
    return Shop.ORDERS.get("/v1/payments/" + id + "?version=" + version);
  }

  private static Response asOf(String id, String instant) {
    return Shop.ORDERS.get("/v1/payments/" + id + "?asOf=" + instant);
  }
}
