package dev.onceledger.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs what a gateway tells, by the words of the contract and no code of the ledger's. */
public final class Signed {
  private Signed() {}

  /** The header for a body that was signed at a time: {@code t=..,v1=..}. */
  public static String header(String secret, long unixSeconds, String body) {
    return "t=" + unixSeconds + ",v1=" + v1(secret, unixSeconds, body.getBytes(UTF_8));
  }

  /** The signature alone, in hex. */
  public static String v1(String secret, long unixSeconds, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
      mac.update((unixSeconds + ".").getBytes(UTF_8));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
