package dev.onceledger.store;

import com.zaxxer.hikari.HikariDataSource;
import java.io.Closeable;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's PostgreSQL: one of its own, or the one the settings name. While it is open it was
 * found to keep what it commits, and to end what exceeds the limits of the settings.
 */
public final class Database implements Closeable {
  private final @Nullable EmbeddedDatabase embedded;
  private final DatabaseAddress address;
  private final HikariDataSource pool;
  private final DataSource maintenance;

  private Database(
      @Nullable EmbeddedDatabase embedded,
      DatabaseAddress address,
      HikariDataSource pool,
      DataSource maintenance) {
    this.embedded = embedded;
    this.address = address;
    this.pool = pool;
    this.maintenance = maintenance;
  }

  /** Throws {@link DatabaseUnusableException}, whose message says what the operator can do. */
  public static Database open(DatabaseSettings settings) {
    String url = settings.url();
    if (url != null) {
      return connect(
          new DatabaseAddress(url, settings.username(), settings.password()), settings, null);
    }
    EmbeddedDatabase embedded = EmbeddedDatabase.start(settings);
    try {
      return connect(embedded.address(), settings, embedded);
    } catch (RuntimeException e) {
      embedded.close();
      throw e;
    }
  }

  /** The application's connections, pooled, in UTC, each transaction under the limits. */
  public DataSource application() {
    return pool;
  }

  /** Unpooled connections without limits, for migrations and the care of partitions. */
  public DataSource maintenance() {
    return maintenance;
  }

  /** The JDBC URL, for people: without password and parameters. */
  public String url() {
    return address.toString();
  }

  /** Closes the connections; then stops the PostgreSQL if it is the ledger's own. */
  @Override
  public void close() {
    try {
      pool.close();
    } finally {
      if (embedded != null) {
        embedded.close();
      }
    }
  }

  private static Database connect(
      DatabaseAddress address, DatabaseSettings settings, @Nullable EmbeddedDatabase embedded) {
    Sessions sessions = new Sessions(address, settings);
    DataSource probe = sessions.probe();
    ServerCheck.await(probe, address, Duration.ofSeconds(settings.startTimeoutSeconds()));
    ServerCheck.requireTrustworthy(
        ServerCheck.settingsOf(probe, address), address, settings.allowUnsafe());
    HikariDataSource pool = sessions.pool();
    try {
      ServerCheck.requireLimits(ServerCheck.settingsOf(pool, address), address, sessions.limits());
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
    return new Database(embedded, address, pool, sessions.unlimited());
  }
}
