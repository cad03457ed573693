package dev.onceledger.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.onceledger.api.Scope;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class TokenTest {
  private static TestServer server;
  private static ApiKeys keys;
  private static IssuedKey issued;

  @BeforeAll
  static void start() {
    TestStore.empty();
    server = new TestServer(TestStore.dataSource());
    keys = server.bean(ApiKeys.class);
    issued = keys.create(Role.ORDER_SERVICE, new Scope("demo"), "shop");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void a_token_says_who_calls() throws IOException {
    IssuedKey auditor = keys.create(Role.AUDITOR, null, "auditor");

    assertThat(caller("Bearer " + auditor.token()).body())
        .isEqualTo("key:" + auditor.key().id() + " in null");
  }

  @Test
  void the_scheme_may_be_in_any_case() throws IOException {
    for (String scheme : List.of("bearer", "BEARER", "beAReR")) {
      assertThat(send("Authorization: " + scheme + " " + issued.token()).status()).isEqualTo(200);
    }
  }

  static List<String> refused() {
    String token = "olk_0123456789ab_" + "z".repeat(52);
    return List.of(
        "Authorization:",
        "Authorization: Bearer",
        "Authorization: Bearer ",
        "Authorization: Basic dXNlcjpwYXNzd29yZA==",
        "Authorization: " + token,
        "Authorization: Bearer " + token,
        "Authorization: Bearer nonsense",
        "Authorization: Bearer olk_",
        "Authorization: Bearer olk__",
        "Authorization: Bearer OLK_0123456789AB_" + "Z".repeat(52),
        "Authorization: Bearer \u00e9\u00df\u0085\u00ff",
        "Authorization: Bearer " + token + ", Bearer " + token,
        "Authorization: Bearer " + "a".repeat(10_240),
        "Authorization: Bearer olk_0123456789ab_" + "z".repeat(10_240),
        "Authorization: Bearer ' or 1=1 --");
  }

  @ParameterizedTest
  @MethodSource
  void refused(String header) throws IOException {
    assertRefused(send(header));
  }

  @Test
  void two_headers_are_refused_even_if_both_are_good() throws IOException {
    String good = "Authorization: Bearer " + issued.token();

    assertThat(send(good).status()).isEqualTo(200);
    assertRefused(send(good, good));
    assertRefused(send(good, "Authorization: Basic dXNlcjpwYXNzd29yZA=="));
    assertRefused(send("Authorization: Basic dXNlcjpwYXNzd29yZA==", good));
  }

  @Test
  void another_secret_with_the_same_id_is_refused() throws IOException {
    String token = issued.token();
    char last = token.charAt(token.length() - 1);
    String other = token.substring(0, token.length() - 1) + (last == '0' ? '1' : '0');
    String another = keys.create(Role.OPERATOR, null, "operator").token();

    assertRefused(send("Authorization: Bearer " + other));
    assertRefused(send("Authorization: Bearer " + token.substring(0, 17) + another.substring(17)));
    assertRefused(send("Authorization: Bearer " + another.substring(0, 17) + token.substring(17)));
  }

  @Test
  void a_revoked_key_is_refused_at_once_where_it_was_revoked() throws IOException {
    IssuedKey key = keys.create(Role.AUDITOR, null, "leaving");
    String header = "Authorization: Bearer " + key.token();
    assertThat(send(header).status()).isEqualTo(200);

    keys.revoke(key.key().id());

    assertRefused(send(header));
  }

  @Test
  void a_key_that_another_node_revoked_is_refused_within_5_seconds() throws IOException {
    IssuedKey key = keys.create(Role.AUDITOR, null, "leaving");
    String header = "Authorization: Bearer " + key.token();
    assertThat(send(header).status()).isEqualTo(200);

    new ApiKeys(TestStore.dataSource()).revoke(key.key().id());

    assertThat(send(header).status()).as("it is remembered").isEqualTo(200);
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(send(header).status()).isEqualTo(401));
  }

  @Test
  void a_token_of_one_scope_does_not_see_another() throws IOException {
    String own = "Bearer " + keys.create(Role.AUDITOR, new Scope("demo"), "a").token();
    String all = "Bearer " + keys.create(Role.AUDITOR, null, "all").token();

    assertThat(caller(own).body()).endsWith(" in demo");
    assertThat(caller("/v1/caller?scope=demo", own).body()).endsWith(" in demo");
    assertThat(caller("/v1/caller?scope=other", all).body()).endsWith(" in other");
    assertThat(caller(all).body()).endsWith(" in null");
    TestServer.Reply other = caller("/v1/caller?scope=other", own);
    assertThat(other.status()).isEqualTo(403);
    assertThat(other.body()).contains("\"type\":\"/problems/forbidden\"");
  }

  @Test
  void a_token_is_in_no_log_and_in_no_answer(CapturedOutput output) throws IOException {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    Level level = root.getLevel();
    root.setLevel(Level.TRACE);
    try {
      IssuedKey key = keys.create(Role.ORDER_SERVICE, new Scope("demo"), "secretive");
      String secret = key.token().substring(17);
      String good = "Authorization: Bearer " + key.token();
      String bad = "Authorization: Bearer " + "0".repeat(4) + key.token();

      List<TestServer.Reply> replies =
          List.of(
              server.send("GET", "/v1/payments", good),
              server.send("GET", "/v1/accounts", good),
              server.send("GET", "/v1/payments/broken", good),
              server.send("GET", "/v1/payments", bad),
              server.send("GET", "/v1/payments", good, good));
      keys.revoke(key.key().id());
      TestServer.Reply revoked = server.send("GET", "/v1/payments", good);

      assertThat(replies).extracting(TestServer.Reply::status).contains(200, 403, 500, 401, 401);
      assertThat(revoked.status()).isEqualTo(401);
      assertThat(replies).allSatisfy(r -> assertThat(r.text()).doesNotContain(secret));
      assertThat(revoked.text()).doesNotContain(secret);
      assertThat(output.getAll()).contains("/v1/accounts").doesNotContain(secret);
      assertThat(key.toString()).doesNotContain(secret);
    } finally {
      root.setLevel(level);
    }
  }

  private static TestServer.Reply send(String... headers) throws IOException {
    return server.send("GET", "/v1/payments", headers);
  }

  private static TestServer.Reply caller(String authorization) throws IOException {
    return caller("/v1/caller", authorization);
  }

  private static TestServer.Reply caller(String path, String authorization) throws IOException {
    return server.send("GET", path, "Authorization: " + authorization);
  }

  private static void assertRefused(TestServer.Reply reply) {
    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.header("WWW-Authenticate")).isEqualTo("Bearer");
    assertThat(reply.body()).contains("\"type\":\"/problems/unauthenticated\"");
  }
}
