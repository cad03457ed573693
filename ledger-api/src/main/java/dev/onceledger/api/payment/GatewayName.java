package dev.onceledger.api.payment;

import java.util.regex.Pattern;

/**
 * The name of a configured gateway: 1 to 32 characters of lower-case letters, digits and {@code -}.
 *
 * <p>Construction throws {@link IllegalArgumentException} if the value is of another form.
 */
public record GatewayName(String value) {
  private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9-]{0,31}");

  public GatewayName {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "a gateway's name has 1 to 32 of a-z, 0-9 and '-', and starts with a letter");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
