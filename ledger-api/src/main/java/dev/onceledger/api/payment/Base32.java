package dev.onceledger.api.payment;

import java.nio.ByteBuffer;

/** 128 bits as 26 characters of Crockford's Base32 in lower case, in the order of the number. */
final class Base32 {
  static final int LENGTH = 26;
  private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

  private Base32() {}

  static String encode(long high, long low) {
    char[] text = new char[LENGTH];
    long h = high;
    long l = low;
    for (int i = LENGTH - 1; i >= 0; i--) {
      text[i] = DIGITS.charAt((int) (l & 31));
      l = (l >>> 5) | (h << 59);
      h >>>= 5;
    }
    return new String(text);
  }

  static String encode(byte[] first16) {
    ByteBuffer bytes = ByteBuffer.wrap(first16);
    return encode(bytes.getLong(), bytes.getLong());
  }

  /** Whether the text is what {@link #encode} can give: 26 digits, the first of them 0 to 7. */
  static boolean isEncoded(String text) {
    return text.length() == LENGTH
        && text.charAt(0) <= '7'
        && text.chars().allMatch(c -> DIGITS.indexOf(c) >= 0);
  }
}
