package dev.onceledger.problem;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class ProblemTest {

  @Test
  void a_refused_command_says_whether_to_retry_and_whether_money_may_have_moved() {
    Rejection rejection =
        new Rejection(Reason.REFUND_EXCEEDS_CAPTURED, "At most what is left can be refunded.");

    assertThat(text(Problem.ofCommand(rejection).at("/v1/payments/pay_1/refunds")))
        .isEqualTo(
            """
            {"type":"/problems/refund-exceeds-captured",\
            "title":"The refund is more than was captured","status":422,\
            "detail":"At most what is left can be refunded.",\
            "instance":"/v1/payments/pay_1/refunds","retryable":false,"effect":"none"}""");
  }

  @Test
  void a_refused_read_says_neither() {
    Rejection rejection = new Rejection(Reason.PAYMENT_NOT_FOUND, "There is no such payment.");

    assertThat(text(Problem.of(rejection).at("/v1/payments/pay_1")))
        .isEqualTo(
            """
            {"type":"/problems/payment-not-found","title":"There is no such payment",\
            "status":404,"detail":"There is no such payment.","instance":"/v1/payments/pay_1"}""");
  }

  @Test
  void a_malformed_request_names_the_places() {
    Rejection rejection =
        new Rejection(Reason.MALFORMED_REQUEST, "Not so.", List.of("/amount/minor", "/colour"));

    assertThat(text(Problem.ofCommand(rejection)))
        .isEqualTo(
            """
            {"type":"/problems/malformed-request","title":"The request is not well formed",\
            "status":400,"detail":"Not so.","retryable":false,"effect":"none",\
            "pointers":["/amount/minor","/colour"]}""");
  }

  @Test
  void a_reused_key_names_what_differs() {
    Rejection rejection =
        new Rejection(Reason.IDEMPOTENCY_KEY_REUSED, "Another.", List.of("/amount/minor"));

    assertThat(text(Problem.ofCommand(rejection)))
        .endsWith("\"effect\":\"none\",\"differs\":[\"/amount/minor\"]}")
        .doesNotContain("pointers");
  }

  @Test
  void the_caller_may_know_better_what_a_failure_did() {
    Rejection rejection = new Rejection(Reason.STORE_UNAVAILABLE, "No answer.");

    assertThat(text(Problem.ofCommand(rejection))).contains("\"effect\":\"none\"");
    assertThat(text(Problem.ofCommand(rejection, Effect.UNKNOWN)))
        .contains("\"retryable\":true,\"effect\":\"unknown\"");
  }

  @Test
  void what_is_none_of_ours_has_no_type() {
    assertThat(text(Problem.untyped(HttpStatus.NOT_FOUND, "Nothing.").at("/v1/nothing")))
        .isEqualTo(
            """
            {"type":"about:blank","title":"Not Found","status":404,"detail":"Nothing.",\
            "instance":"/v1/nothing"}""");
  }

  @Test
  void what_is_not_a_read_is_told_as_a_command() {
    Rejection rejection = new Rejection(Reason.FORBIDDEN, "No.");

    assertThat(text(Problem.answering(request("GET", "/v1/payments"), rejection)))
        .doesNotContain("retryable", "effect");
    assertThat(text(Problem.answering(request("POST", "/v1/payments"), rejection)))
        .contains("\"retryable\":false,\"effect\":\"none\"");
  }

  @Test
  void a_key_in_the_path_is_not_repeated() {
    Rejection rejection = new Rejection(Reason.FORBIDDEN, "No.");

    assertThat(Problem.of(rejection).at("/v1/idempotency-keys/secret-key").instance())
        .isEqualTo("/v1/idempotency-keys");
    assertThat(Problem.of(rejection).at("/v1/idempotency%2Dkeys/secret-key").instance()).isNull();
  }

  @Test
  void what_is_worth_sending_again_soon_says_when() {
    Map<String, String> seconds =
        Arrays.stream(Reason.values())
            .map(reason -> Problem.of(new Rejection(reason, "No.")))
            .filter(problem -> problem.headers().containsKey("Retry-After"))
            .collect(
                Collectors.toMap(
                    problem -> problem.type().substring("/problems/".length()),
                    problem -> String.valueOf(problem.headers().get("Retry-After"))));

    assertThat(seconds)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "idempotency-key-in-progress", "1",
                "operation-in-progress", "1",
                "too-many-requests", "1",
                "gateway-unavailable", "10",
                "gateway-not-reached", "1",
                "store-unavailable", "2",
                "shutting-down", "5",
                "projection-behind", "1"));
  }

  @Test
  void a_filter_and_a_controller_answer_the_same() throws IOException {
    Problem problem =
        Problem.of(new Rejection(Reason.TOO_MANY_REQUESTS, "Déjà vu.")).at("/v1/payments");
    MockHttpServletResponse response = new MockHttpServletResponse();

    problem.writeTo(response);
    ResponseEntity<byte[]> entity = problem.toResponse();

    assertThat(response.getStatus()).isEqualTo(429).isEqualTo(entity.getStatusCode().value());
    assertThat(response.getContentType())
        .isEqualTo("application/problem+json")
        .isEqualTo(entity.getHeaders().getFirst("Content-Type"));
    assertThat(response.getHeader("Retry-After"))
        .isEqualTo("1")
        .isEqualTo(entity.getHeaders().getFirst("Retry-After"));
    assertThat(response.getContentAsByteArray()).isEqualTo(entity.getBody());
    assertThat(response.getContentLength()).isEqualTo(problem.json().length);
    assertThat(text(problem)).contains("Déjà vu.");
  }

  @Test
  void an_answer_under_way_is_left_alone() throws IOException {
    MockHttpServletResponse response = new MockHttpServletResponse();
    response.setCommitted(true);

    Problem.of(new Rejection(Reason.INTERNAL_ERROR, "Late.")).writeTo(response);

    assertThat(response.getStatus()).isEqualTo(200);
    assertThat(response.getContentAsByteArray()).isEmpty();
  }

  private static String text(Problem problem) {
    return new String(problem.json(), UTF_8);
  }

  private static MockHttpServletRequest request(String method, String path) {
    return new MockHttpServletRequest(method, path);
  }
}
