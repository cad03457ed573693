package dev.onceledger.api;

import java.util.regex.Pattern;

/**
 * The tenant to which keys, references and payments belong; nothing is seen across scopes.
 *
 * <p>1 to 64 characters of lower-case letters, digits, {@code -}, {@code _} and {@code .}.
 *
 * <p>Construction throws {@link IllegalArgumentException} if the value is of another form.
 */
public record Scope(String value) {
  private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

  public Scope {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "a scope has 1 to 64 of a-z, 0-9, '-', '_' and '.', and starts with a letter or digit");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
