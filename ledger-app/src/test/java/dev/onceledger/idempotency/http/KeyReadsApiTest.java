package dev.onceledger.idempotency.http;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.contract.Agreement;
import dev.onceledger.security.Role;
import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.RawHttp;
import dev.onceledger.support.Response;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyReadsApiTest {
  private static final Api ORDERS = Agreement.of(Ledger.shared().orders());

  @Test
  void a_key_that_succeeded_shows_its_request_and_its_answer() {
    String key = fresh("key");
    Response answer = pay(key, "tok_ok");

    Response record = ORDERS.get("/v1/idempotency-keys/" + key);

    assertThat(record.status()).isEqualTo(200);
    assertThat(record.header("Content-Type")).isEqualTo("application/json");
    assertMembers(record);
    assertThat(record.at("/key")).isEqualTo(key);
    assertThat(record.at("/status")).isEqualTo("SUCCEEDED");
    assertThat(record.at("/attempts")).isEqualTo("1");
    assertThat(record.at("/request/method")).isEqualTo("POST");
    assertThat(record.at("/request/path")).isEqualTo("/v1/payments");
    assertThat(record.at("/request/fingerprint")).matches("1:[0-9a-f]{64}");
    assertThat(record.at("/paymentId")).isEqualTo(answer.at("/id"));
    assertThat(record.at("/operationId")).isEqualTo(answer.at("/operations/0/id"));
    assertThat(record.at("/response/status")).isEqualTo("201");
    assertThat(record.body()).contains("\"body\":" + answer.body() + "}");
    assertThat(record.json().path("problem").isNull()).isTrue();
    assertThat(record.json().path("leaseUntil").isNull()).isTrue();
    assertThat(instant(record, "completedAt")).isAfterOrEqualTo(instant(record, "createdAt"));
    assertThat(record.at("/expiresAt")).isEqualTo(answer.header("Idempotency-Key-Expires"));
  }

  @Test
  void a_key_in_progress_shows_its_lease() {
    String key = fresh("key");
    Response answer = pay(key, "tok_error_500");

    Response record = ORDERS.get("/v1/idempotency-keys/" + key);

    assertMembers(record);
    assertThat(record.at("/status")).isEqualTo("PROCESSING");
    assertThat(record.at("/paymentId")).isEqualTo(answer.at("/id"));
    assertThat(record.at("/operationId")).isEqualTo(answer.at("/operations/0/id"));
    for (String member : new String[] {"response", "problem", "completedAt"}) {
      assertThat(record.json().path(member).isNull()).as(member).isTrue();
    }
    assertThat(instant(record, "leaseUntil")).isAfter(instant(record, "createdAt"));
    assertThat(Duration.between(instant(record, "createdAt"), instant(record, "expiresAt")))
        .isEqualTo(Duration.ofDays(30));
  }

  @Test
  void a_key_that_failed_shows_its_problem_as_it_was_answered() {
    String id = pay(fresh("key"), "tok_ok").at("/id");
    String key = fresh("key");
    String path = "/v1/payments/" + id + "/voids";
    Response refused = ORDERS.post(path, key, "{}");

    Response record = ORDERS.get("/v1/idempotency-keys/" + key);

    assertMembers(record);
    assertThat(record.at("/status")).isEqualTo("FAILED");
    assertThat(record.json().path("problem")).isEqualTo(refused.json());
    assertThat(record.at("/request/path")).isEqualTo(path);
    assertThat(record.at("/completedAt")).isNotEmpty();
    for (String member : new String[] {"response", "leaseUntil"}) {
      assertThat(record.json().path(member).isNull()).as(member).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "with/slash",
        "with%percent",
        "%2F",
        "with space",
        "say \"hi\"",
        "back\\slash",
        "a+b",
        "a&b=c",
        "#?;,",
        "..",
        ".",
        "//",
        "{}|^`<>",
        "~",
        "'"
      })
  void any_legal_key_is_found_by_query(String suffix) {
    String key = fresh("k") + suffix;
    Response answer = pay(key, "tok_ok");

    Response record = ORDERS.get("/v1/idempotency-keys?key=" + URLEncoder.encode(key, UTF_8));

    assertThat(record.at("/key")).isEqualTo(key);
    assertThat(record.at("/paymentId")).isEqualTo(answer.at("/id"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"plain", "with space", "say \"hi\"", "a+b", "a&b=c", "#?", "~", "'", "{}|^`<>"})
  void a_key_without_slash_percent_or_backslash_fits_into_a_path(String suffix) {
    String key = fresh("k") + suffix;
    Response answer = pay(key, "tok_ok");
    String encoded = URLEncoder.encode(key, UTF_8).replace("+", "%20");

    Response record = ORDERS.get("/v1/idempotency-keys/" + encoded);

    assertThat(record.at("/key")).isEqualTo(key);
    assertThat(record.at("/paymentId")).isEqualTo(answer.at("/id"));
  }

  @Test
  void a_key_that_only_fits_quoted_is_found_quoted_or_bare() {
    String name = fresh("k");
    String spaced = " " + name + " ";
    pay('"' + spaced + '"', "tok_ok");
    pay("\"\\\"" + name + "\\\"\"", "tok_decline");

    assertThat(byQuery(spaced).at("/key")).isEqualTo(spaced);
    assertThat(byQuery('"' + spaced + '"').at("/key")).isEqualTo(spaced);
    assertThat(byQuery("\"\\\"" + name + "\\\"\"").at("/key")).isEqualTo('"' + name + '"');
    assertThat(byQuery(name).status()).isEqualTo(404);
  }

  @Test
  void the_longest_key_is_found_both_ways() {
    String key = (fresh("k") + "k".repeat(255)).substring(0, 255);
    pay(key, "tok_ok");

    assertThat(byQuery(key).at("/key")).isEqualTo(key);
    assertThat(ORDERS.get("/v1/idempotency-keys/" + key).at("/key")).isEqualTo(key);
  }

  @Test
  void an_unknown_key_is_not_found_and_that_proves_nothing() {
    Response byPath = ORDERS.get("/v1/idempotency-keys/" + fresh("unknown"));
    Response byQuery = byQuery(fresh("unknown"));

    for (Response response : new Response[] {byPath, byQuery}) {
      assertThat(response.status()).isEqualTo(404);
      assertThat(response.at("/detail")).contains("proves nothing");
      assertThat(response.body()).doesNotContain("unknown-");
    }
  }

  @Test
  void a_key_of_another_scope_is_not_found() {
    String key = fresh("key");
    pay(key, "tok_ok");
    Api other = Agreement.of(Ledger.shared().api(Role.ORDER_SERVICE, fresh("other")));

    assertThat(other.get("/v1/idempotency-keys/" + key).status()).isEqualTo(404);
    assertThat(ORDERS.get("/v1/idempotency-keys/" + key + "?scope=test").status()).isEqualTo(200);
    assertThat(ORDERS.get("/v1/idempotency-keys/" + key + "?scope=other").status()).isEqualTo(403);
  }

  @Test
  void an_auditor_of_all_scopes_names_the_one_of_the_key() {
    String key = fresh("key");
    pay(key, "tok_ok");
    Api auditor = Agreement.of(Ledger.shared().api(Role.AUDITOR));
    Api operator = Agreement.of(Ledger.shared().api(Role.OPERATOR));
    Api dashboard = Agreement.of(Ledger.shared().api(Role.DASHBOARD, "test"));

    for (Api api : new Api[] {auditor, operator}) {
      assertThat(api.get("/v1/idempotency-keys/" + key + "?scope=test").at("/key")).isEqualTo(key);
      assertThat(api.get("/v1/idempotency-keys?scope=test&key=" + key).at("/key")).isEqualTo(key);
      assertThat(api.get("/v1/idempotency-keys/" + key + "?scope=other").status()).isEqualTo(404);
      assertThat(api.get("/v1/idempotency-keys/" + key).problem()).isEqualTo("malformed-request");
    }
    assertThat(dashboard.get("/v1/idempotency-keys/" + key).problem()).isEqualTo("forbidden");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "?",
        "?key=",
        "?key=a&key=b",
        "?key=a&x=1",
        "?key=%00",
        "?key=%C3%BC",
        "?key=%22",
        "?key=%22a",
        "?key=%22a%22b",
        "?key=a%0Ab",
        "?limit=1"
      })
  void a_bad_query_is_refused(String query) {
    Response response = ORDERS.get("/v1/idempotency-keys" + query);

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.problem()).isIn("malformed-request", "idempotency-key-invalid");
  }

  @Test
  void a_key_of_256_bytes_is_refused() {
    String key = "k".repeat(256);

    assertThat(byQuery(key).problem()).isEqualTo("idempotency-key-invalid");
    assertThat(ORDERS.get("/v1/idempotency-keys/" + key).problem())
        .isEqualTo("idempotency-key-invalid");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a%2Fb", "a%252Fb", "a/b", "a;b", "..", "a%5Cb", "a%00", "a//b", "%", "%zz", "a\\b", "a\"b",
        "\u00FC"
      })
  void a_key_that_does_not_fit_into_a_path_is_a_problem_and_never_a_page(String key) {
    RawHttp.Answer answer =
        ORDERS.raw(
            """
            GET /v1/idempotency-keys/%s HTTP/1.1\r
            Host: ledger\r
            Authorization: Bearer $TOKEN\r
            Connection: close\r
            \r
            """
                .formatted(key));

    assertThat(answer.status()).as(answer.toString()).isBetween(400, 404);
    assertThat(answer.header("Content-Type"))
        .as(answer.toString())
        .startsWith("application/problem+json");
  }

  private static Response pay(String key, String method) {
    return ORDERS.post("/v1/payments", key, payment(fresh("order"), method));
  }

  private static Response byQuery(String key) {
    return ORDERS.get("/v1/idempotency-keys?key=" + URLEncoder.encode(key, UTF_8));
  }

  private static Instant instant(Response record, String member) {
    return Instant.parse(record.at("/" + member));
  }

  private static void assertMembers(Response record) {
    assertThat(record.json().propertyNames())
        .containsExactly(
            "key",
            "status",
            "attempts",
            "request",
            "paymentId",
            "operationId",
            "response",
            "problem",
            "createdAt",
            "completedAt",
            "leaseUntil",
            "expiresAt");
    assertThat(record.json().path("request").propertyNames())
        .containsExactly("method", "path", "fingerprint");
  }
}
