package dev.onceledger.conformance;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What no report may show, wherever it turns up: what came from the environment, and what certain
 * headers hold.
 */
record Masks(List<String> secrets) {
  private static final int SHORTEST = 6;
  private static final Set<String> HEADERS =
      Set.of("authorization", "proxy-authorization", "cookie", "x-api-key", "api-key");

  /** The longest first, so that no part of one is left. */
  static Masks of(Collection<String> secrets) {
    return new Masks(
        secrets.stream()
            .filter(secret -> secret.length() >= SHORTEST)
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList());
  }

  String header(String name, String value) {
    return HEADERS.contains(name.toLowerCase(Locale.ROOT)) ? "***" : text(value);
  }

  String text(String text) {
    String masked = text;
    for (String secret : secrets) {
      masked = masked.replace(secret, "***");
    }
    return masked;
  }

  static boolean isSecret(String header) {
    return HEADERS.contains(header.toLowerCase(Locale.ROOT));
  }
}
