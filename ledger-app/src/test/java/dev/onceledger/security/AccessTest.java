package dev.onceledger.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.Scope;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.security.core.userdetails.UserDetailsService;

class AccessTest {
  private static final Map<Role, String> TOKENS = new EnumMap<>(Role.class);
  private static TestServer server;

  @BeforeAll
  static void start() {
    TestStore.empty();
    server = new TestServer(TestStore.dataSource());
    ApiKeys keys = server.bean(ApiKeys.class);
    for (Role role : Role.values()) {
      TOKENS.put(role, keys.create(role, new Scope("demo"), role.wireName()).token());
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # method, path,                             nobody, order-service, auditor, dashboard, operator
          POST,   /v1/payments,                           401, 200, 403, 403, 403
          POST,   /v1/payments/pay_1/captures,            401, 200, 403, 403, 403
          POST,   /v1/payments/pay_1/voids,               401, 200, 403, 403, 403
          POST,   /v1/payments/pay_1/refunds,             401, 200, 403, 403, 403
          POST,   /v1/payments/pay_1,                     401, 403, 403, 403, 403
          POST,   /v1/payments/pay_1/events,              401, 403, 403, 403, 403
          POST,   /v1/payments/pay_1/a/captures,          401, 403, 403, 403, 403
          DELETE, /v1/payments/pay_1,                     401, 403, 403, 403, 403
          PUT,    /v1/payments,                           401, 403, 403, 403, 403
          GET,    /v1/payments,                           401, 200, 200, 200, 200
          GET,    /v1/payments?reference=order-1,         401, 200, 200, 200, 200
          GET,    /v1/payments/pay_1,                     401, 200, 200, 200, 200
          HEAD,   /v1/payments/pay_1,                     401, 200, 200, 200, 200
          GET,    /v1/payments/pay_1/events,              401, 200, 200, 200, 200
          GET,    /v1/idempotency-keys?key=k,             401, 200, 200, 403, 200
          GET,    /v1/idempotency-keys/k,                 401, 200, 200, 403, 200
          POST,   /v1/idempotency-keys,                   401, 403, 403, 403, 403
          DELETE, /v1/idempotency-keys/k,                 401, 403, 403, 403, 403
          GET,    /v1/operations?inDoubt=true,            401, 403, 200, 200, 200
          POST,   /v1/operations/op_1/resolutions,        401, 403, 403, 403, 200
          GET,    /v1/projections,                        401, 403, 200, 200, 200
          POST,   /v1/projections/journal/rebuilds,       401, 403, 403, 403, 200
          POST,   /v1/settlements,                        401, 403, 403, 403, 200
          GET,    /v1/settlements/1,                      401, 403, 200, 200, 200
          GET,    /v1/events?after=0,                     401, 403, 200, 200, 200
          GET,    /v1/accounts,                           401, 403, 200, 200, 200
          GET,    /v1/audit/checkpoints,                  401, 403, 200, 200, 200
          GET,    /v1/stream,                             401, 403, 200, 200, 200
          POST,   /v1/events,                             401, 403, 403, 403, 403
          POST,   /v1/gateways/sandbox/notifications,     200, 200, 200, 200, 200
          GET,    /v1/gateways/sandbox/notifications,     401, 403, 200, 200, 200
          POST,   /v1/gateways/a/b/notifications,         401, 403, 403, 403, 403
          GET,    /problems,                              200, 200, 200, 200, 200
          GET,    /problems/forbidden,                    200, 200, 200, 200, 200
          GET,    /v3/api-docs,                           200, 200, 200, 200, 200
          GET,    /actuator/health,                       200, 200, 200, 200, 200
          GET,    /actuator/health/liveness,              200, 200, 200, 200, 200
          POST,   /actuator/health,                       401, 403, 403, 403, 403
          GET,    /actuator,                              401, 403, 403, 403, 403
          GET,    /actuator/env,                          401, 403, 403, 403, 403
          GET,    /actuator/prometheus,                   401, 403, 403, 403, 403
          GET,    /console/index,                         401, 403, 403, 403, 403
          GET,    /error,                                 401, 403, 403, 403, 403
          GET,    /,                                      401, 403, 403, 403, 403
          GET,    /V1/payments,                           401, 403, 403, 403, 403
          """)
  void every_role_may_do_its_own_and_nothing_else(
      String method,
      String path,
      int nobody,
      int orderService,
      int auditor,
      int dashboard,
      int operator)
      throws IOException {
    assertThat(server.send(method, path).status()).as("nobody").isEqualTo(nobody);
    Map<Role, Integer> expected =
        Map.of(
            Role.ORDER_SERVICE, orderService,
            Role.AUDITOR, auditor,
            Role.DASHBOARD, dashboard,
            Role.OPERATOR, operator);
    for (Role role : Role.values()) {
      assertThat(server.send(method, path, bearer(role)).status())
          .as(role.wireName())
          .isEqualTo(expected.get(role));
    }
  }

  @Test
  void who_is_not_known_is_told_so_as_a_problem() throws IOException {
    TestServer.Reply reply = server.send("POST", "/v1/payments");

    assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(reply.header("WWW-Authenticate")).isEqualTo("Bearer");
    assertThat(reply.header("Set-Cookie")).isNull();
    assertThat(reply.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(reply.body())
        .isEqualTo(
            """
            {"type":"/problems/unauthenticated","title":"Who is calling is not known",\
            "status":401,"detail":"This needs one valid bearer token.",\
            "instance":"/v1/payments","retryable":false,"effect":"none"}""");
  }

  @Test
  void who_may_not_is_told_so_as_a_problem() throws IOException {
    TestServer.Reply reply = server.send("GET", "/v1/accounts", bearer(Role.ORDER_SERVICE));

    assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(reply.body())
        .isEqualTo(
            """
            {"type":"/problems/forbidden","title":"The token does not allow this","status":403,\
            "detail":"The token's role does not include this request.",\
            "instance":"/v1/accounts"}""");
  }

  @Test
  void an_answer_that_is_written_later_still_knows_its_caller() throws IOException {
    assertThat(server.send("GET", "/v1/later", bearer(Role.AUDITOR)).body())
        .contains("later, key:");
    assertThat(server.send("GET", "/v1/later").status()).isEqualTo(401);
  }

  @Test
  void a_defect_is_told_as_a_problem_with_an_unknown_effect() throws IOException {
    TestServer.Reply read = server.send("GET", "/v1/payments/broken", bearer(Role.AUDITOR));
    TestServer.Reply command =
        server.send("POST", "/v1/payments/broken/captures", bearer(Role.ORDER_SERVICE));

    assertThat(read.status()).isEqualTo(500);
    assertThat(read.body())
        .contains("/problems/internal-error", "\"instance\":\"/v1/payments/broken\"")
        .doesNotContain("a defect", "effect");
    assertThat(command.status()).isEqualTo(500);
    assertThat(command.body())
        .contains("/problems/internal-error", "\"retryable\":true,\"effect\":\"unknown\"")
        .doesNotContain("a defect");
  }

  @Test
  void a_path_that_no_client_means_is_refused_and_not_repeated() throws IOException {
    for (String path : List.of("/v1/payments/..;/x", "/v1//payments", "/v1/payments%2Fx")) {
      TestServer.Reply reply = server.send("GET", path, bearer(Role.AUDITOR));

      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.text()).doesNotContain(path);
    }
    assertThat(server.send("GET", "/v1//payments", bearer(Role.AUDITOR)).body())
        .contains("\"type\":\"about:blank\"");
  }

  @Test
  void an_unknown_path_is_told_as_a_problem() throws IOException {
    TestServer.Reply reply = server.send("GET", "/problems/a/b");

    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.body()).contains("\"type\":\"about:blank\"", "\"title\":\"Not Found\"");
  }

  @Test
  void nobody_can_log_in() throws IOException {
    assertThat(server.hasBean(UserDetailsService.class)).isFalse();
    assertThat(server.send("GET", "/login").status()).isEqualTo(401);
    assertThat(server.send("POST", "/logout").status()).isEqualTo(401);
  }

  private static String bearer(Role role) {
    return "Authorization: Bearer " + TOKENS.get(role);
  }
}
