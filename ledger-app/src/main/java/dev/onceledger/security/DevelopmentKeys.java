package dev.onceledger.security;

import static java.util.stream.Collectors.joining;

import dev.onceledger.api.Scope;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One key per role for a ledger that somebody has just started on its embedded store. */
public final class DevelopmentKeys {
  private static final Scope SCOPE = new Scope("demo");
  private static final String FIRST_PAYMENT =
      """
      {"reference":"hello-1","amount":{"minor":1999,"currency":"CNY"},"paymentMethod":"tok_ok"}\
      """;

  private DevelopmentKeys() {}

  /** Makes the keys if the store has none, not even a revoked one; otherwise makes nothing. */
  public static List<IssuedKey> createAtFirstStart(ApiKeys keys) {
    if (!keys.list().isEmpty()) {
      return List.of();
    }
    return Arrays.stream(Role.values())
        .map(role -> keys.create(role, scopeOf(role), "development " + role.wireName()))
        .toList();
  }

  /** What the program prints once, to its own output and never to a log: it has the tokens. */
  public static String banner(List<IssuedKey> keys, URI base) {
    return """

    Development keys, made at the first start and shown only now:

    %s

    The first payment:

      %s

    """
        .formatted(
            keys.stream().map(DevelopmentKeys::line).collect(joining("\n")), curl(keys, base));
  }

  private static @Nullable Scope scopeOf(Role role) {
    return role.mayHaveAllScopes() ? null : SCOPE;
  }

  private static String line(IssuedKey issued) {
    ApiKey key = issued.key();
    String scope = key.scope() == null ? "all scopes" : "scope " + key.scope();
    return "  %-14s %-11s %s".formatted(key.role().wireName(), scope, issued.token());
  }

  private static String curl(List<IssuedKey> keys, URI base) {
    String token =
        keys.stream()
            .filter(issued -> issued.key().role() == Role.ORDER_SERVICE)
            .map(IssuedKey::token)
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no key of an order service"));
    return "curl -sS -X POST %s -H 'Authorization: Bearer %s' -H 'Content-Type: application/json'"
            .formatted(base.resolve("/v1/payments"), token)
        + " -H 'Idempotency-Key: hello-1' -d '%s'".formatted(FIRST_PAYMENT);
  }
}
