package dev.onceledger.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.onceledger.api.Scope;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataIntegrityViolationException;

class ApiKeysTest {
  private static final Scope DEMO = new Scope("demo");
  private final ApiKeys keys = new ApiKeys(TestStore.dataSource());

  @BeforeEach
  void empty() {
    TestStore.empty();
  }

  @Test
  void a_new_key_is_known_and_its_token_is_not_stored() {
    IssuedKey issued = keys.create(Role.ORDER_SERVICE, DEMO, "shop");

    assertThat(issued.token()).matches("olk_[0-9a-z]{12}_[0-9a-z]{52}");
    assertThat(issued.token()).startsWith("olk_" + issued.key().id() + "_");
    assertThat(keys.list()).containsExactly(issued.key());
    assertThat(keys.authenticate(issued.token()))
        .contains(new Caller("key:" + issued.key().id(), Role.ORDER_SERVICE, DEMO));
    String row = TestStore.jdbc().queryForObject("select api_key::text from api_key", String.class);
    assertThat(row).contains("shop").doesNotContain(issued.token().substring(17));
  }

  @Test
  void no_two_tokens_are_equal() {
    assertThat(List.of(Token.create(), Token.create(), Token.create()))
        .extracting(Token::reveal)
        .doesNotHaveDuplicates();
  }

  @Test
  void a_revoked_key_stays_revoked_since_the_first_time() {
    IssuedKey issued = keys.create(Role.OPERATOR, null, "op");
    keys.authenticate(issued.token());

    ApiKey revoked = keys.revoke(issued.key().id()).orElseThrow();

    assertThat(revoked.revokedAt()).isNotNull();
    assertThat(keys.revoke(issued.key().id())).contains(revoked);
    assertThat(keys.list()).containsExactly(revoked);
    assertThat(keys.authenticate(issued.token())).isEmpty();
  }

  @Test
  void an_unknown_key_cannot_be_revoked() {
    assertThat(keys.revoke("0123456789ab")).isEmpty();
  }

  @Test
  void a_verified_token_needs_no_store_for_a_while() {
    IssuedKey issued = keys.create(Role.OPERATOR, null, "op");
    keys.authenticate(issued.token());

    TestStore.empty();

    assertThat(keys.authenticate(issued.token())).isPresent();
    assertThat(new ApiKeys(TestStore.dataSource()).authenticate(issued.token())).isEmpty();
  }

  @Test
  void keys_are_written_also_where_connections_do_not_commit_by_themselves() {
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setDataSource(TestStore.dataSource());
      pool.setAutoCommit(false);
      new ApiKeys(pool).create(Role.OPERATOR, null, "op");
    }

    assertThat(keys.list()).hasSize(1);
  }

  @Test
  void a_key_that_must_not_be_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> keys.create(Role.ORDER_SERVICE, null, "shop"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> keys.create(Role.DASHBOARD, null, "board"));
    assertThatIllegalArgumentException().isThrownBy(() -> keys.create(Role.AUDITOR, DEMO, ""));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> keys.create(Role.AUDITOR, DEMO, "\u001b[2J"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> keys.create(Role.AUDITOR, DEMO, "x".repeat(101)));
    assertThat(keys.list()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update api_key set scope = null",
        "update api_key set scope = 'No Scope'",
        "update api_key set role = 'root'",
        "update api_key set secret_hash = 'short'",
        "update api_key set id = 'short'",
        "update api_key set name = ''",
        "update api_key set name = E'a\\nb'",
        "update api_key set revoked_at = created_at - interval '1 second'"
      })
  void the_table_holds_no_such_key(String change) {
    keys.create(Role.ORDER_SERVICE, DEMO, "shop");

    assertThatThrownBy(() -> TestStore.jdbc().update(change))
        .isInstanceOf(DataIntegrityViolationException.class);
  }

  @Test
  void the_first_start_makes_a_key_per_role_and_the_next_none() {
    List<IssuedKey> made = DevelopmentKeys.createAtFirstStart(keys);

    assertThat(made).extracting(issued -> issued.key().role()).containsExactly(Role.values());
    assertThat(made)
        .extracting(issued -> issued.key().scope())
        .containsExactly(DEMO, null, DEMO, null);
    assertThat(made)
        .allSatisfy(issued -> assertThat(keys.authenticate(issued.token())).isPresent());
    assertThat(DevelopmentKeys.createAtFirstStart(keys)).isEmpty();
    made.forEach(issued -> keys.revoke(issued.key().id()));
    assertThat(DevelopmentKeys.createAtFirstStart(keys)).isEmpty();
  }

  @Test
  void the_banner_has_every_token_and_a_line_for_the_first_payment() {
    List<IssuedKey> made = DevelopmentKeys.createAtFirstStart(keys);

    String banner = DevelopmentKeys.banner(made, URI.create("http://localhost:8080"));

    assertThat(banner).contains(made.stream().map(IssuedKey::token).toList());
    assertThat(banner)
        .contains(
            "  curl -sS -X POST http://localhost:8080/v1/payments"
                + " -H 'Authorization: Bearer "
                + made.get(0).token()
                + "' -H 'Content-Type: application/json' -H 'Idempotency-Key: hello-1'"
                + " -d '{\"reference\":\"hello-1\",\"amount\":{\"minor\":1999,"
                + "\"currency\":\"CNY\"},\"paymentMethod\":\"tok_ok\"}'\n");
  }
}
