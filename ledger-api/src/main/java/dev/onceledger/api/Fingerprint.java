package dev.onceledger.api;

import java.util.regex.Pattern;

/**
 * A versioned hash of what a request asked, as it was sent: two requests with the same fingerprint
 * ask the same.
 *
 * <p>Construction throws {@link IllegalArgumentException} if the value is of another form.
 *
 * @param value the version of the algorithm, a colon, and 64 lower-case hexadecimal digits
 */
public record Fingerprint(String value) {
  private static final Pattern FORM = Pattern.compile("[0-9]{1,4}:[0-9a-f]{64}");

  public Fingerprint {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException("a fingerprint is a version, ':' and 64 hex digits");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
