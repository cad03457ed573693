package dev.onceledger.gateway.sandbox;

import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The signature of a notification, as it travels: {@code t=<unix seconds>,v1=<hex>}. While a secret
 * is changed there may be several v1, and items of names that are not known say nothing.
 *
 * @param t when it was made, as it is spelt and was signed
 * @param v1 what was made over {@code t.body}, one for each secret
 */
record NotificationSignature(String t, List<byte[]> v1) {
  static final String HEADER = "Gateway-Signature";

  private static final Pattern ITEM = Pattern.compile("([a-z][a-z0-9]*)=([^,=]+)");
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,11}");
  private static final Pattern HMAC = Pattern.compile("[0-9a-fA-F]{64}");
  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  static NotificationSignature of(NotificationSecret secret, Instant now, byte[] body) {
    String t = Long.toString(now.getEpochSecond());
    return new NotificationSignature(t, List.of(secret.sign(t, body)));
  }

  /** Empty if it is not of this form: garbled, without a time, or with two of them. */
  static Optional<NotificationSignature> parse(@Nullable String header) {
    String time = null;
    List<byte[]> signatures = new ArrayList<>();
    for (String item : String.valueOf(header).split(",", -1)) {
      Matcher matcher = ITEM.matcher(item);
      if (!matcher.matches()) {
        return Optional.empty();
      }
      String value = matcher.group(2);
      if (matcher.group(1).equals("v1")) {
        if (!HMAC.matcher(value).matches()) {
          return Optional.empty();
        }
        signatures.add(HexFormat.of().parseHex(value));
      } else if (matcher.group(1).equals("t")) {
        if (time != null || !SECONDS.matcher(value).matches()) {
          return Optional.empty();
        }
        time = value;
      }
    }
    return time == null
        ? Optional.empty()
        : Optional.of(new NotificationSignature(time, signatures));
  }

  /** Whether the owner of the secret signed this body. */
  boolean isOf(NotificationSecret secret, byte[] body) {
    byte[] expected = secret.sign(t, body);
    boolean found = false;
    for (byte[] signature : v1) {
      found |= MessageDigest.isEqual(expected, signature);
    }
    return found;
  }

  /** Whether it was made at about this time: an old one may be replayed by who overheard it. */
  boolean isRecent(Instant now) {
    long seconds = now.getEpochSecond() - Long.parseLong(t);
    return Math.abs(seconds) <= TOLERANCE.toSeconds();
  }

  /** As it travels. */
  String header() {
    StringBuilder header = new StringBuilder("t=").append(t);
    v1.forEach(signature -> header.append(",v1=").append(HexFormat.of().formatHex(signature)));
    return header.toString();
  }
}
