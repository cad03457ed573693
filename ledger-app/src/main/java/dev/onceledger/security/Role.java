package dev.onceledger.security;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a caller is to the ledger, and so what it may ask. */
public enum Role {
  /** Sends commands, and reads the payments and keys of its scope. */
  ORDER_SERVICE,
  /** Reads everything. */
  AUDITOR,
  /** Reads the projections. */
  DASHBOARD,
  /** Reads everything, resolves what is in doubt, and rebuilds. */
  OPERATOR;

  /** The name in tokens, in the store and on the command line, such as {@code order-service}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<Role> find(String wireName) {
    return Arrays.stream(values()).filter(role -> role.wireName().equals(wireName)).findFirst();
  }

  /** Whether a token of this role may see all scopes; the others belong to one. */
  boolean mayHaveAllScopes() {
    return this == AUDITOR || this == OPERATOR;
  }
}
