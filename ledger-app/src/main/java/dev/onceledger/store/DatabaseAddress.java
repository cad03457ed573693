package dev.onceledger.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** Where the database is and how to log in. Its {@code toString} is fit for people and logs. */
record DatabaseAddress(String url, @Nullable String username, @Nullable String password) {

  private static final Pattern OUR_LIMITS =
      Pattern.compile(
          "(transaction_timeout|statement_timeout|lock_timeout"
              + "|idle_in_transaction_session_timeout)\\b");

  /** Throws IllegalArgumentException, without repeating the URL: it may hold a password. */
  static void requireUsable(String url) {
    // The driver logs a URL that it cannot parse, so it must not see the parameters before.
    if (!url.startsWith("jdbc:postgresql:") || !parses(withoutParameters(url)) || !parses(url)) {
      throw new IllegalArgumentException(
          "ledger.database.url must look like jdbc:postgresql://host:port/database,"
              + " with username and password in settings of their own");
    }
    String options = parametersOf(url).getOrDefault("options", "");
    Matcher limit = OUR_LIMITS.matcher(options.toLowerCase(Locale.ROOT));
    if (limit.find()) {
      throw new IllegalArgumentException(
          "ledger.database.url sets %s in its options, but the ledger sets it itself: use %s"
              .formatted(limit.group(), settingFor(limit.group())));
    }
  }

  static String withoutParameters(String url) {
    int parameters = url.indexOf('?');
    return parameters < 0 ? url : url.substring(0, parameters);
  }

  /** What the URL asks of the driver. */
  Map<String, String> parameters() {
    return parametersOf(url);
  }

  @Override
  public String toString() {
    return withoutParameters(url);
  }

  private static String settingFor(String limit) {
    return switch (limit) {
      case "statement_timeout" -> "ledger.database.statement-timeout-seconds";
      case "lock_timeout" -> "ledger.database.lock-timeout-millis";
      default -> "ledger.database.transaction-timeout-seconds";
    };
  }

  private static boolean parses(String url) {
    try {
      new PGSimpleDataSource().setUrl(url);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static Map<String, String> parametersOf(String url) {
    Map<String, String> parameters = new HashMap<>();
    for (String parameter : url.substring(withoutParameters(url).length()).split("[?&]", -1)) {
      int equals = parameter.indexOf('=');
      if (equals > 0) {
        parameters.put(
            parameter.substring(0, equals),
            URLDecoder.decode(parameter.substring(equals + 1), UTF_8));
      }
    }
    return parameters;
  }
}
