package dev.onceledger.security;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Who sent a request. A controller takes it as an argument.
 *
 * <p>Construction throws {@link IllegalArgumentException} if there is no scope and the role needs
 * one.
 *
 * @param actor the name under which the history remembers it, such as {@code key:<id>}
 * @param scope the one scope that it sees; null for all
 */
public record Caller(String actor, Role role, @Nullable Scope scope) {

  public Caller {
    if (scope == null && !role.mayHaveAllScopes()) {
      throw new IllegalArgumentException("the role " + role.wireName() + " needs a scope");
    }
  }

  /**
   * The scope in which to answer a request that carries {@code ?scope=}; null for all scopes.
   *
   * @param requested the value of the parameter; null if it was not sent
   * @throws Rejection if it is not the caller's own scope (forbidden), or no scope at all
   *     (malformed-request)
   */
  public @Nullable Scope scopeFor(@Nullable String requested) {
    if (requested == null) {
      return scope;
    }
    if (scope == null) {
      return parsed(requested);
    }
    if (!scope.value().equals(requested)) {
      throw new Rejection(
          Reason.FORBIDDEN, "The token belongs to another scope than the one named.");
    }
    return scope;
  }

  /**
   * The one scope of the caller, in which its commands act.
   *
   * @throws Rejection if it has all scopes (forbidden)
   */
  public Scope ownScope() {
    if (scope == null) {
      throw new Rejection(Reason.FORBIDDEN, "This needs a token that belongs to one scope.");
    }
    return scope;
  }

  private static Scope parsed(String requested) {
    try {
      return new Scope(requested);
    } catch (IllegalArgumentException e) {
      throw new Rejection(Reason.MALFORMED_REQUEST, "The query parameter scope: " + e.getMessage());
    }
  }
}
