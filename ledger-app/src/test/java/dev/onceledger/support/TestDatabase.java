package dev.onceledger.support;

import dev.onceledger.store.DatabaseSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * A fresh, empty PostgreSQL database for a test, dropped when it is closed. Any number may be open
 * at once.
 *
 * <pre>{@code
 * try (TestDatabase test = TestDatabase.create();
 *     Database database = Database.open(test.settings("lock-timeout-millis=200"))) {
 *   ...
 * }
 * }</pre>
 *
 * <p>The server is chosen once per JVM, and printed:
 *
 * <ol>
 *   <li>the one at the environment variable {@code LEDGER_TEST_DATABASE_URL}, for example {@code
 *       jdbc:postgresql://localhost/postgres?user=me&password=secret}, whose role may create
 *       databases;
 *   <li>a container of {@code postgres:18-alpine}, if a Docker engine answers;
 *   <li>an embedded one.
 * </ol>
 *
 * <p>The last two run with {@code fsync=off}: they are quick, and nothing to pull the plug on.
 */
@NullMarked
public final class TestDatabase implements AutoCloseable {
  private final TestDatabaseServer server;
  private final String name;

  private TestDatabase(TestDatabaseServer server, String name) {
    this.server = server;
    this.name = name;
  }

  /** Throws IllegalStateException when there is no server or it refuses. */
  public static TestDatabase create() {
    TestDatabaseServer server = TestDatabaseServer.shared();
    String name = "test_" + UUID.randomUUID().toString().replace("-", "");
    // The usual template, template1, must not be in use while it is copied.
    execute(server, "create database %s template template0".formatted(name));
    return new TestDatabase(server, name);
  }

  /** Without credentials. */
  public String url() {
    return server.url(name);
  }

  public String username() {
    return server.username();
  }

  public String password() {
    return server.password();
  }

  /**
   * Settings to open this database with.
   *
   * @param more further ones without their prefix, such as {@code pool-size=4}
   */
  public DatabaseSettings settings(String... more) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("ledger.database.url", url());
    settings.put("ledger.database.username", username());
    settings.put("ledger.database.password", password());
    settings.put("ledger.database.allow-unsafe", "true");
    for (String setting : more) {
      int equals = setting.indexOf('=');
      settings.put(
          "ledger.database." + setting.substring(0, equals), setting.substring(equals + 1));
    }
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("ledger.database", DatabaseSettings.class);
  }

  @Override
  public void close() {
    execute(server, "drop database if exists %s with (force)".formatted(name));
  }

  private static void execute(TestDatabaseServer server, String sql) {
    try (Connection connection =
            DriverManager.getConnection(
                server.url(server.database()), server.username(), server.password());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException("The test database server refused: " + sql, e);
    }
  }
}
