package dev.onceledger.api.payment;

/**
 * A gateway's token for the means of payment: 1 to 255 characters of printable ASCII, never a card
 * number.
 *
 * <p>{@link #toString()} does not show it, so that it never reaches a log by accident.
 *
 * <p>Construction throws {@link IllegalArgumentException} if the value is of another form, or looks
 * like a card number.
 */
public record PaymentMethod(String token) {
  private static final int LENGTH_MAX = 255;

  public PaymentMethod {
    if (token.isEmpty() || token.length() > LENGTH_MAX) {
      throw new IllegalArgumentException("a payment method has 1 to 255 characters");
    }
    if (!token.chars().allMatch(c -> c > 0x20 && c <= 0x7e)) {
      throw new IllegalArgumentException("a payment method is printable ASCII without spaces");
    }
    if (isCardNumber(token.replace("-", ""))) {
      throw new IllegalArgumentException("a payment method is a token, never a card number");
    }
  }

  /** 12 to 19 digits with a valid check digit (ISO/IEC 7812-1). */
  private static boolean isCardNumber(String text) {
    if (text.length() < 12
        || text.length() > 19
        || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(text.length() - 1 - i) - '0';
      int weighted = i % 2 == 0 ? digit : 2 * digit;
      sum += weighted > 9 ? weighted - 9 : weighted;
    }
    return sum % 10 == 0;
  }

  @Override
  public String toString() {
    return "PaymentMethod[hidden]";
  }
}
