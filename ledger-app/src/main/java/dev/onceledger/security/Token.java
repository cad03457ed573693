package dev.onceledger.security;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An API key's token: {@code olk_<id>_<secret>}, with an id of 60 and a secret of 260 random bits
 * in Crockford's Base32. The prefix lets a scanner find one that was committed somewhere.
 */
final class Token {
  private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final int ID_LENGTH = 12;
  private static final int SECRET_LENGTH = 52;
  private static final String PREFIX = "olk_";
  private static final Pattern FORM =
      Pattern.compile("olk_[0-9a-hjkmnp-tv-z]{12}_[0-9a-hjkmnp-tv-z]{52}");
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String text;

  private Token(String text) {
    this.text = text;
  }

  static Token create() {
    return new Token(PREFIX + random(ID_LENGTH) + "_" + random(SECRET_LENGTH));
  }

  static Optional<Token> parse(String text) {
    return FORM.matcher(text).matches() ? Optional.of(new Token(text)) : Optional.empty();
  }

  String id() {
    return text.substring(PREFIX.length(), PREFIX.length() + ID_LENGTH);
  }

  /** SHA-256 over the whole token, so that a hash is good for its own id only. */
  byte[] hash() {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(US_ASCII));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The token itself, for the one time it is shown. */
  String reveal() {
    return text;
  }

  private static String random(int length) {
    StringBuilder digits = new StringBuilder(length);
    RANDOM.ints(length, 0, DIGITS.length()).forEach(i -> digits.append(DIGITS.charAt(i)));
    return digits.toString();
  }

  @Override
  public String toString() {
    return "Token[hidden]";
  }
}
