package dev.onceledger.api;

import java.util.Set;

/**
 * The versions at which a client is willing to act (RFC 9110, section 13.1.1).
 *
 * @param kind whether the header was sent, and whether it was {@code *}
 * @param versions the versions that it names
 */
public record IfMatch(Kind kind, Set<Long> versions) {
  /** No condition: the request acts at any version. */
  public static final IfMatch NONE = new IfMatch(Kind.NONE, Set.of());

  /** Any version, but there must be one. */
  public static final IfMatch ANY = new IfMatch(Kind.ANY, Set.of());

  /** What the header says. */
  public enum Kind {
    NONE,
    ANY,
    VERSIONS
  }

  public IfMatch {
    versions = Set.copyOf(versions);
  }

  public static IfMatch versions(Set<Long> versions) {
    return new IfMatch(Kind.VERSIONS, versions);
  }

  /** Whether the request may act at this version; 0 is a payment that does not exist yet. */
  public boolean allows(long version) {
    return switch (kind) {
      case NONE -> true;
      case ANY -> version > 0;
      case VERSIONS -> versions.contains(version);
    };
  }
}
