package dev.onceledger.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a server is there, and one that the ledger can trust. */
final class ServerCheck {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCheck.class);

  private static final int OLDEST_VERSION = 170_000;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  /** No connection, a lost one, starting or stopping, too many connections: states that pass. */
  private static final Set<String> PASSING =
      Set.of("08000", "08001", "08003", "08006", "57P01", "57P02", "57P03", "53300");

  private ServerCheck() {}

  /** Waits until the database takes connections. */
  static void await(DataSource source, DatabaseAddress address, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    Duration pause = FIRST_PAUSE;
    while (true) {
      try (Connection connection = source.getConnection()) {
        LOG.debug("{} answers as {}", address, connection.getMetaData().getUserName());
        return;
      } catch (SQLException e) {
        if (!passes(e)) {
          throw new DatabaseUnusableException(
              "The database %s refuses the ledger: %s. Check ledger.database.url, .username and"
                      .formatted(address, e.getMessage())
                  + " .password",
              e);
        }
        if (deadline - System.nanoTime() < pause.toNanos()) {
          throw new DatabaseUnusableException(
              "The database %s was not reachable for %d seconds: %s Start it, or check"
                      .formatted(address, patience.toSeconds(), e.getMessage())
                  + " ledger.database.url (ledger.database.start-timeout-seconds sets the wait)",
              e);
        }
        LOG.info("Waiting for the database {}: {}", address, e.getMessage());
      }
      Pause.of(pause);
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
              ? pause.multipliedBy(2)
              : LONGEST_PAUSE;
    }
  }

  /** Refuses a server that is too old, or may lose what it has committed. */
  static void requireTrustworthy(
      Map<String, String> server, DatabaseAddress address, boolean allowUnsafe) {
    int version = Integer.parseInt(server.getOrDefault("server_version_num", "0"));
    if (version < OLDEST_VERSION) {
      throw new DatabaseUnusableException(
          "The database %s is PostgreSQL %d; the ledger needs 17 or newer, whose"
                  .formatted(address, version / 10_000)
              + " transaction_timeout it relies on");
    }
    for (String setting : new String[] {"fsync", "synchronous_commit"}) {
      if (!allowUnsafe && "off".equals(server.get(setting))) {
        throw new DatabaseUnusableException(
            "The database %s runs with %s=off: it may lose a payment that it has confirmed."
                    .formatted(address, setting)
                + " Turn it on (in tests only: ledger.database.allow-unsafe=true)");
      }
    }
  }

  /** Refuses when something on the way, such as a connection pooler, dropped our limits. */
  static void requireLimits(
      Map<String, String> session, DatabaseAddress address, Map<String, Integer> limits) {
    limits.forEach(
        (name, millis) -> {
          if (!Integer.toString(millis).equals(session.get(name))) {
            throw new DatabaseUnusableException(
                "A session at %s has %s=%s instead of %d ms. Does a connection pooler drop start-up"
                        .formatted(address, name, session.get(name), millis)
                    + " options? Connect the ledger to PostgreSQL itself");
          }
        });
  }

  /** The settings of a session, numbers in PostgreSQL's base unit. */
  static Map<String, String> settingsOf(DataSource source, DatabaseAddress address) {
    Map<String, String> settings = new HashMap<>();
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select name, setting from pg_settings")) {
      while (rows.next()) {
        settings.put(rows.getString(1), rows.getString(2));
      }
    } catch (SQLException e) {
      throw new DatabaseUnusableException(
          "The database %s does not answer: %s".formatted(address, e.getMessage()), e);
    }
    return settings;
  }

  private static boolean passes(SQLException e) {
    String state = e.getSQLState();
    return state != null && PASSING.contains(state);
  }
}
