package dev.onceledger.contract;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.security.Role;
import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.RawHttp;
import dev.onceledger.support.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is asked for: an answer of the contract or a problem, and never a page. */
class HttpSurfaceApiTest {
  private static final Api ORDERS = Agreement.of(Ledger.shared().orders());
  private static final Api AUDITOR = Agreement.of(Ledger.shared().api(Role.AUDITOR));
  private static final Api OPERATOR = Agreement.of(Ledger.shared().api(Role.OPERATOR));
  private static final String ID = pay().at("/id");

  @ParameterizedTest
  @CsvSource({
    "OPTIONS, /v1/payments",
    "OPTIONS, /v1/payments/ID",
    "OPTIONS, /v1/payments/ID/refunds",
    "PUT, /v1/payments",
    "PUT, /v1/payments/ID",
    "PATCH, /v1/payments/ID",
    "DELETE, /v1/payments/ID",
    "DELETE, /v1/idempotency-keys/a",
    "POST, /v1/payments/ID",
    "POST, /v1/payments/ID/events",
    "POST, /v1/payments/",
    "POST, /v1/payments/ID/captures/",
    "POST, /v1/idempotency-keys",
    "POST, /v1",
    "POST, /",
    "GET, /v1",
    "GET, /",
    "GET, /error",
    "GET, /favicon.ico",
    "GET, /index.html",
    "GET, /v1/nothing",
    "GET, /v1/payments/",
    "GET, /v1/payments/ID/",
    "GET, /v1/payments/ID/captures",
    "GET, /v1/payments/ID/nothing",
    "GET, /V1/payments",
    "GET, /v2/payments",
    "GET, /problems/nothing",
    "HEAD, /v1/payments/ID/captures",
    "HEAD, /v1/nothing"
  })
  void what_is_not_offered_is_a_problem(String method, String path) {
    for (Api api : new Api[] {ORDERS, AUDITOR, OPERATOR}) {
      Response response =
          api.send(
              method, path.replace("ID", ID), "", "Accept", "text/html", "Idempotency-Key", "a");

      assertThat(response.status()).as(response.toString()).isIn(403, 404, 405);
      assertThat(response.header("Content-Type")).isEqualTo("application/problem+json");
      assertThat(response.header("X-Request-Id")).isNotEmpty();
    }
    assertThat(ORDERS.get("/v1/payments/" + ID).at("/version")).isEqualTo("2");
  }

  @Test
  void an_unknown_path_is_not_found_by_whoever_may_read_everything() {
    assertThat(AUDITOR.get("/v1/nothing").status()).isEqualTo(404);
    assertThat(AUDITOR.get("/v1/payments/" + ID + "/nothing").status()).isEqualTo(404);
    assertThat(ORDERS.get("/v1/nothing").problem()).isEqualTo("forbidden");
  }

  @Test
  void a_path_that_has_other_methods_says_which() {
    Response response = ORDERS.get("/v1/payments/" + ID + "/captures");

    assertThat(response.status()).isEqualTo(405);
    assertThat(response.header("Allow")).isEqualTo("POST");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/html", "application/xml", "text/html;q=1, application/json;q=0", "image/png",
        "application/problem+json", "nonsense", "*/*", ""
      })
  void a_command_is_answered_in_json_whatever_is_accepted(String accept) {
    String key = fresh("key");
    String body = payment(fresh("order"), "tok_ok");

    Response done = ORDERS.post("/v1/payments", key, body, "Accept", accept);
    Response refused = ORDERS.post("/v1/payments", fresh("key"), "{}", "Accept", accept);

    assertThat(done.status()).isEqualTo(201);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(ORDERS.get("/v1/idempotency-keys/" + key).at("/status")).isEqualTo("SUCCEEDED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRACE /v1/payments HTTP/1.1",
        "CONNECT /v1/payments HTTP/1.1",
        "SPY /v1/payments HTTP/1.1",
        "get /v1/payments HTTP/1.1",
        "GET /v1/payments/../payments HTTP/1.1",
        "GET /v1//payments HTTP/1.1",
        "GET /v1/payments;a=b HTTP/1.1",
        "GET /v1/%70ayments%2Fx HTTP/1.1",
        "GET /v1/payments/%zz HTTP/1.1",
        "GET /v1/payments/% HTTP/1.1",
        "GET /v1/payments/%00 HTTP/1.1",
        "GET /v1/payments/%0d%0aA:b HTTP/1.1",
        "GET /v1/payments/a\\b HTTP/1.1",
        "GET /v1/payments/{} HTTP/1.1",
        "GET /v1/payments?a=<b> HTTP/1.1",
        "GET /v1/payments?a=\"b\" HTTP/1.1",
        "GET /v1/payments/\u00FC HTTP/1.1",
        "GET /.. HTTP/1.1",
        "GET v1/payments HTTP/1.1",
        "GET /v1/payments HTTP/9.9"
      })
  void a_request_that_no_client_means_is_a_problem(String line) {
    RawHttp.Answer answer =
        ORDERS.raw(
            line
                + "\r\nHost: ledger\r\nAuthorization: Bearer $TOKEN\r\nContent-Length: 0\r\n"
                + "Connection: close\r\n\r\n");

    assertThat(answer.status()).as(answer.toString()).isBetween(400, 505);
    assertNoPage(answer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bad Header: x",
        "Content-Length: x",
        "Content-Length: -1",
        "Transfer-Encoding: nonsense",
        "Host: a b",
        "Host: other",
        "X: \u0000"
      })
  void a_header_that_no_client_means_is_a_problem(String header) {
    RawHttp.Answer answer =
        ORDERS.raw(
            "POST /v1/payments HTTP/1.1\r\nHost: ledger\r\nAuthorization: Bearer $TOKEN\r\n"
                + header
                + "\r\nConnection: close\r\n\r\n");

    assertThat(answer.status()).as(answer.toString()).isBetween(400, 505);
    assertNoPage(answer);
  }

  @Test
  void headers_that_are_too_large_are_a_problem() {
    RawHttp.Answer answer =
        ORDERS.raw(
            "GET /v1/payments HTTP/1.1\r\nHost: ledger\r\nX-Long: "
                + "x".repeat(40_000)
                + "\r\nConnection: close\r\n\r\n");

    assertThat(answer.status()).isBetween(400, 431);
    assertNoPage(answer);
  }

  @Test
  void the_document_is_served_to_everybody() {
    Response document = new Api(Ledger.shared().uri(), "none").get("/v3/api-docs");

    assertThat(document.status()).isEqualTo(200);
    assertThat(document.json()).isEqualTo(Schemas.CONTRACT);
  }

  @Test
  void a_problem_leads_to_the_page_that_explains_it() {
    Response problem = ORDERS.get("/v1/payments/nonsense");

    Response page = new Api(Ledger.shared().uri(), "none").get(problem.at("/type"));

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).startsWith("text/html");
    assertThat(page.body()).contains(problem.at("/title"));
  }

  private static void assertNoPage(RawHttp.Answer answer) {
    assertThat(answer.body()).as(answer.toString()).doesNotContain("<", "apache", "Tomcat");
    assertThat(answer.header("Content-Type"))
        .as(answer.toString())
        .startsWith("application/problem+json");
    assertThat(answer.body()).startsWith("{\"type\":");
  }

  private static Response pay() {
    return ORDERS.post("/v1/payments", fresh("key"), payment(fresh("order"), "tok_ok"));
  }
}
