package dev.onceledger.api;

import java.util.Set;

/**
 * The versions at which a client is willing to act (RFC 9110, section 13.1.1).
 *
 * @param versions the versions named; empty means that none was named and any will do
 * @param required whether the header was sent at all
 */
public record IfMatch(boolean required, Set<Long> versions) {
  /** No condition: the request acts at any version. */
  public static final IfMatch NONE = new IfMatch(false, Set.of());

  public IfMatch {
    versions = Set.copyOf(versions);
  }

  public boolean allows(long version) {
    return !required || versions.contains(version);
  }
}
