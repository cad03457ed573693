package dev.onceledger.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.Scope;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiKeysProgramTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ApiKeys keys = new ApiKeys(TestStore.dataSource());

  @BeforeEach
  void empty() {
    TestStore.empty();
  }

  @Test
  void create_prints_a_token_that_works() {
    assertThat(run("create", "--role", "order-service", "--scope", "shop", "--name", "The shop"))
        .isZero();

    String token =
        output().lines().filter(line -> line.startsWith("olk_")).findFirst().orElseThrow();
    assertThat(keys.authenticate(token).orElseThrow().scope()).isEqualTo(new Scope("shop"));
    assertThat(keys.list()).extracting(ApiKey::name).containsExactly("The shop");
  }

  @Test
  void all_scopes_are_asked_for_by_name() {
    assertThat(run("create", "--all-scopes", "--role", "auditor")).isZero();

    ApiKey key = keys.list().get(0);
    assertThat(key.scope()).isNull();
    assertThat(key.name()).isEqualTo("auditor");
  }

  @Test
  void list_shows_every_key_and_no_token() {
    IssuedKey first = keys.create(Role.OPERATOR, null, "first");
    IssuedKey second = keys.create(Role.DASHBOARD, new Scope("demo"), "second");
    keys.revoke(second.key().id());

    assertThat(run("list")).isZero();

    List<String> lines = output().lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .contains(first.key().id(), "operator", "(all scopes)", "first")
        .doesNotContain("revoked", first.token());
    assertThat(lines.get(1)).contains(second.key().id(), "dashboard", "demo", "revoked");
  }

  @Test
  void revoke_says_what_it_revoked() {
    IssuedKey issued = keys.create(Role.OPERATOR, null, "leaving");

    assertThat(run("revoke", issued.key().id())).isZero();

    assertThat(output()).contains("leaving", "revoked");
    assertThat(keys.authenticate(issued.token())).isEmpty();
  }

  @Test
  void revoke_of_nothing_fails_and_does_not_repeat_what_may_be_a_token() {
    assertThat(run("revoke", Token.create().reveal())).isEqualTo(2);

    assertThat(output()).isEqualToIgnoringNewLines("error: there is no key of this ID");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                                            | say what to do
          destroy                                       | there is no command destroy
          create                                        | create needs --role
          create --role king --all-scopes               | there is no role king
          create --role auditor                         | create needs either
          create --role auditor --scope a --all-scopes  | create needs either
          create --role order-service --all-scopes      | the role order-service needs --scope
          create --role dashboard --all-scopes          | the role dashboard needs --scope
          create --role auditor --scope A               | a scope has 1 to 64
          create --role                                 | --role needs a value
          create --role auditor --role auditor          | --role is there twice
          create --colour red                           | create has no option --colour
          list everything                               | more on the line
          revoke                                        | revoke needs the ID
          revoke a b                                    | more on the line
          """)
  void what_is_not_understood_is_told_with_the_usage(String line, String message) {
    assertThat(run(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);

    assertThat(output()).startsWith("error: ").contains(message).contains("usage: create --role");
    assertThat(keys.list()).isEmpty();
  }

  private int run(String... args) {
    return ApiKeysProgram.run(
        args, TestStore.dataSource(), window -> {}, new PrintStream(printed, true, UTF_8));
  }

  private String output() {
    return printed.toString(UTF_8);
  }
}
