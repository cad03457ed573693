package dev.onceledger.gateway.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What the sandbox and the ledger both know, and nobody else: it signs notifications.
 *
 * <p>Construction throws {@link IllegalArgumentException} if it is blank.
 */
final class NotificationSecret {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int RANDOM_BYTES = 32;

  private final SecretKeySpec key;

  NotificationSecret(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("the secret that signs notifications is blank");
    }
    key = new SecretKeySpec(text.getBytes(UTF_8), ALGORITHM);
  }

  /** One for a sandbox and a ledger that start together. */
  static NotificationSecret random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(bytes);
    return new NotificationSecret(HexFormat.of().formatHex(bytes));
  }

  /**
   * The one in a file; white space around it does not count.
   *
   * @throws IllegalArgumentException if there is none to be read
   */
  static NotificationSecret read(Path file) {
    try {
      return new NotificationSecret(Files.readString(file).strip());
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read the secret from " + file, e);
    }
  }

  /**
   * The HMAC-SHA256 of {@code t.body}, as Stripe signs its webhooks.
   *
   * @param t the time of the signature, as its header spells it
   */
  byte[] sign(String t, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update((t + ".").getBytes(UTF_8));
      return mac.doFinal(body);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HMAC-SHA256", e);
    }
  }

  @Override
  public String toString() {
    return "NotificationSecret[redacted]";
  }
}
