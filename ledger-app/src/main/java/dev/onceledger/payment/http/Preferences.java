package dev.onceledger.payment.http;

import dev.onceledger.api.IfMatch;
import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import jakarta.servlet.http.HttpServletRequest;
import java.math.BigInteger;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The headers by which a client says how it wants a command to be done. */
final class Preferences {
  private static final int WAIT_SECONDS_MAX = 30;
  private static final Pattern WAIT =
      Pattern.compile("(?i)(?:^|[,;])\\s*wait\\s*=\\s*\"?(\\d+)\"?\\s*(?=$|[,;])");
  private static final Pattern ENTITY_TAG =
      Pattern.compile("\\s*(W/)?\"([\\x21\\x23-\\x7e\\x80-\\xff]*)\"\\s*");

  private Preferences() {}

  /** The seconds of {@code Prefer: wait=N} (RFC 7240), 0 to 30; 0 if it is not there. */
  static int waitSeconds(List<String> lines) {
    for (String line : lines) {
      Matcher matcher = WAIT.matcher(line);
      if (matcher.find()) {
        BigInteger asked = new BigInteger(matcher.group(1));
        return asked.min(BigInteger.valueOf(WAIT_SECONDS_MAX)).intValue();
      }
    }
    return 0;
  }

  /**
   * The versions of {@code If-Match} (RFC 9110, section 13.1.1). A weak entity tag, or one that is
   * no version, matches none.
   *
   * @throws Rejection if the header is of another syntax
   */
  static IfMatch ifMatch(List<String> lines) {
    if (lines.isEmpty()) {
      return IfMatch.NONE;
    }
    String all = String.join(",", lines).strip();
    if (all.equals("*")) {
      return IfMatch.ANY;
    }
    Set<Long> versions = new HashSet<>();
    for (String tag : all.split(",", -1)) {
      Matcher matcher = ENTITY_TAG.matcher(tag);
      if (!matcher.matches()) {
        throw new Rejection(
            Reason.MALFORMED_REQUEST, "If-Match holds entity tags such as \"3\", or *");
      }
      if (matcher.group(1) == null && matcher.group(2).matches("[1-9][0-9]{0,17}")) {
        versions.add(Long.parseLong(matcher.group(2)));
      }
    }
    return IfMatch.versions(versions);
  }

  /** The lines of a header, as they came. */
  static List<String> lines(HttpServletRequest request, String header) {
    return Collections.list(request.getHeaders(header));
  }
}
