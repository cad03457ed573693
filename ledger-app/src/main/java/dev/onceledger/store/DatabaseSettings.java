package dev.onceledger.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the ledger keeps its data, and how long anything in the database may take. The constructor
 * throws IllegalArgumentException, with the name of the setting, for values that cannot work.
 *
 * @param url the PostgreSQL to use, {@code jdbc:postgresql://host/database}, with driver parameters
 *     if need be; none: the ledger runs one of its own
 * @param username the role at an external PostgreSQL; wins over one in the URL
 * @param password its password; wins over one in the URL
 * @param dataDirectory where the embedded PostgreSQL keeps its files
 * @param embeddedPort the port of the embedded PostgreSQL on 127.0.0.1; 0: any free one
 * @param transactionTimeoutSeconds after this long the server ends a transaction, idle or not
 * @param startTimeoutSeconds how long to wait for PostgreSQL at start; the recovery of an embedded
 *     one is waited for beyond it
 * @param allowUnsafe accept a server that may lose a commit in a crash; for tests only
 */
@ConfigurationProperties("ledger.database")
public record DatabaseSettings(
    @Nullable String url,
    @Nullable String username,
    @Nullable String password,
    @DefaultValue("./data") String dataDirectory,
    @DefaultValue("0") int embeddedPort,
    @DefaultValue("16") int poolSize,
    @DefaultValue("3000") int connectionTimeoutMillis,
    @DefaultValue("15") int transactionTimeoutSeconds,
    @DefaultValue("10") int statementTimeoutSeconds,
    @DefaultValue("1000") int lockTimeoutMillis,
    @DefaultValue("30") int startTimeoutSeconds,
    @DefaultValue("false") boolean allowUnsafe) {

  private static final int LONGEST_SECONDS = 86_400;

  public DatabaseSettings {
    url = blankToNull(url);
    username = blankToNull(username);
    password = blankToNull(password);
    if (url != null) {
      DatabaseAddress.requireUsable(url);
    } else if (username != null || password != null) {
      throw new IllegalArgumentException(
          "ledger.database.username and .password belong to an external PostgreSQL:"
              + " set ledger.database.url, too");
    }
    if (dataDirectory.isBlank()) {
      throw new IllegalArgumentException("ledger.database.data-directory is empty");
    }
    require("embedded-port", embeddedPort, 0, 65_535);
    require("pool-size", poolSize, 1, 1_000);
    require("connection-timeout-millis", connectionTimeoutMillis, 250, LONGEST_SECONDS * 1_000);
    require("transaction-timeout-seconds", transactionTimeoutSeconds, 1, LONGEST_SECONDS);
    require("statement-timeout-seconds", statementTimeoutSeconds, 1, LONGEST_SECONDS);
    require("lock-timeout-millis", lockTimeoutMillis, 1, LONGEST_SECONDS * 1_000);
    require("start-timeout-seconds", startTimeoutSeconds, 1, LONGEST_SECONDS);
    // Otherwise the larger limit ends the work first: the session is lost with the statement.
    requireBelow(
        "statement-timeout-seconds", statementTimeoutSeconds * 1_000,
        "transaction-timeout-seconds", transactionTimeoutSeconds * 1_000);
    requireBelow(
        "lock-timeout-millis",
        lockTimeoutMillis,
        "statement-timeout-seconds",
        statementTimeoutSeconds * 1_000);
  }

  Path directory() {
    return Path.of(dataDirectory).toAbsolutePath().normalize();
  }

  /** Without the password, and without the parameters of the URL, which may hold one. */
  @Override
  public String toString() {
    return "DatabaseSettings["
        + (url == null ? "embedded in " + directory() : DatabaseAddress.withoutParameters(url))
        + "]";
  }

  private static @Nullable String blankToNull(@Nullable String text) {
    return text == null || text.isBlank() ? null : text;
  }

  private static void require(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "ledger.database.%s is %d, but must be from %d to %d"
              .formatted(name, value, least, most));
    }
  }

  private static void requireBelow(String name, int millis, String limit, int limitMillis) {
    if (millis >= limitMillis) {
      throw new IllegalArgumentException(
          "ledger.database.%s (%d ms) must be below ledger.database.%s (%d ms)"
              .formatted(name, millis, limit, limitMillis));
    }
  }
}
