package dev.onceledger.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * The kinds of sessions the ledger holds. Limits are start-up options: the server sets them before
 * the first statement, and RESET leads back to them.
 */
record Sessions(DatabaseAddress address, DatabaseSettings settings) {

  // The driver announces the JVM's time zone at start-up, above all options.
  private static final String UTC = "set time zone 'UTC'";
  private static final int NETWORK_GRACE_SECONDS = 5;

  /** The limits of the application's sessions by their PostgreSQL name, in milliseconds. */
  Map<String, Integer> limits() {
    Map<String, Integer> limits = new LinkedHashMap<>();
    limits.put("transaction_timeout", settings.transactionTimeoutSeconds() * 1_000);
    limits.put("statement_timeout", settings.statementTimeoutSeconds() * 1_000);
    limits.put("lock_timeout", settings.lockTimeoutMillis());
    // Equal to the first it never fires: a second net for whoever turns the first one off.
    limits.put("idle_in_transaction_session_timeout", settings.transactionTimeoutSeconds() * 1_000);
    return limits;
  }

  /** Opens no connection yet. */
  HikariDataSource pool() {
    PGSimpleDataSource limited = dataSource("onceledger", options(limits()));
    unlessGiven(limited, "socketTimeout", socketTimeoutSeconds());
    HikariConfig config = new HikariConfig();
    config.setPoolName("onceledger");
    config.setDataSource(limited);
    config.setMaximumPoolSize(settings.poolSize());
    config.setConnectionTimeout(settings.connectionTimeoutMillis());
    config.setInitializationFailTimeout(-1);
    config.setConnectionInitSql(UTC);
    return new HikariDataSource(config);
  }

  /** A new session per connection, with no limits even where the role has some. */
  DataSource unlimited() {
    Map<String, Integer> none = new LinkedHashMap<>(limits());
    none.replaceAll((name, limit) -> 0);
    return new DelegatingDataSource(dataSource("onceledger-maintenance", options(none))) {
      @Override
      public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        try (Statement statement = connection.createStatement()) {
          statement.execute(UTC);
        }
        return connection;
      }
    };
  }

  /** Asks nothing that an old PostgreSQL does not know. */
  DataSource probe() {
    PGSimpleDataSource probe = dataSource("onceledger", givenOptions());
    unlessGiven(probe, "socketTimeout", socketTimeoutSeconds());
    return probe;
  }

  private PGSimpleDataSource dataSource(String applicationName, String options) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(address.url());
    if (address.username() != null) {
      source.setUser(address.username());
    }
    if (address.password() != null) {
      source.setPassword(address.password());
    }
    if (!options.isBlank()) {
      source.setOptions(options);
    }
    // The server's details quote the row: keys and payloads that must not reach a log.
    source.setLogServerErrorDetail(false);
    unlessGiven(source, "reWriteBatchedInserts", "true");
    unlessGiven(source, "tcpKeepAlive", "true");
    unlessGiven(source, "ApplicationName", applicationName);
    unlessGiven(source, "connectTimeout", connectTimeoutSeconds());
    return source;
  }

  private void unlessGiven(PGSimpleDataSource source, String name, String value) {
    if (address.parameters().containsKey(name)) {
      return;
    }
    try {
      source.setProperty(name, value);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private String givenOptions() {
    return address.parameters().getOrDefault("options", "");
  }

  private String options(Map<String, Integer> limits) {
    return limits.entrySet().stream()
        .map(limit -> "-c " + limit.getKey() + "=" + limit.getValue())
        .collect(Collectors.joining(" ", givenOptions() + " ", ""))
        .strip();
  }

  private String connectTimeoutSeconds() {
    return Integer.toString(Math.max(1, settings.connectionTimeoutMillis() / 1_000));
  }

  /** Above every limit of the server: only a lost network is cut by it. */
  private String socketTimeoutSeconds() {
    return Integer.toString(settings.transactionTimeoutSeconds() + NETWORK_GRACE_SECONDS);
  }
}
