package dev.onceledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.onceledger.support.TestDatabase;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DatabaseTest {
  private static final String LIMITS =
      "select setting from pg_settings where name in ('transaction_timeout', 'statement_timeout',"
          + " 'lock_timeout', 'idle_in_transaction_session_timeout') order by name";

  private final TestDatabase test = TestDatabase.create();

  @AfterEach
  void drop() {
    test.close();
  }

  @Test
  void the_limits_of_the_settings_hold_and_survive_a_reset() throws Exception {
    try (Database database = Database.open(test.settings());
        Connection connection = database.application().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("set transaction_timeout = 0");
      statement.execute("set lock_timeout = 0");
      statement.execute("reset all");

      assertThat(Sql.column(connection, LIMITS)).containsExactly("15000", "1000", "10000", "15000");
    }
  }

  @Test
  void a_transaction_that_idles_too_long_is_ended_and_its_connection_is_not_used_again()
      throws Exception {
    try (Database database =
        Database.open(
            test.settings(
                "pool-size=1",
                "transaction-timeout-seconds=2",
                "statement-timeout-seconds=1",
                "lock-timeout-millis=500"))) {
      Sql.execute(database.application(), "create table notes (note text)");
      try (Connection connection = database.application().getConnection();
          Statement statement = connection.createStatement()) {
        connection.setAutoCommit(false);
        statement.execute("insert into notes values ('late')");
        Thread.sleep(2_500);
        assertThatExceptionOfType(SQLException.class)
            .isThrownBy(connection::commit)
            .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("25P04"));
      }

      assertThat(Sql.column(database.application(), "select note from notes")).isEmpty();
    }
  }

  @Test
  void a_statement_that_takes_too_long_is_cancelled_and_its_session_lives() throws Exception {
    try (Database database = Database.open(test.settings("statement-timeout-seconds=2"));
        Connection connection = database.application().getConnection()) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> Sql.column(connection, "select pg_sleep(20)"))
          .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("57014"));
      assertThat(Sql.column(connection, "select 1")).containsExactly("1");
    }
  }

  @Test
  void a_wait_for_a_lock_ends_after_the_lock_timeout() throws Exception {
    try (Database database = Database.open(test.settings("lock-timeout-millis=200"))) {
      Sql.execute(database.application(), "create table notes (note text)");
      try (Connection holder = database.application().getConnection();
          Statement statement = holder.createStatement()) {
        holder.setAutoCommit(false);
        statement.execute("lock table notes");

        long begin = System.nanoTime();
        assertThatExceptionOfType(SQLException.class)
            .isThrownBy(() -> Sql.execute(database.application(), "insert into notes values ('')"))
            .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("55P03"));
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
        holder.rollback();
      }
    }
  }

  @Test
  void maintenance_knows_no_limits_even_where_the_database_sets_some() throws Exception {
    alter("set transaction_timeout = '7s'");
    alter("set lock_timeout = '7s'");
    try (Database database = Database.open(test.settings())) {
      assertThat(Sql.column(database.maintenance(), LIMITS)).containsExactly("0", "0", "0", "0");
      assertThat(Sql.column(database.application(), LIMITS))
          .containsExactly("15000", "1000", "10000", "15000");
    }
  }

  @Test
  void every_session_lives_in_utc_and_says_whose_it_is() throws Exception {
    try (Database database = Database.open(test.settings())) {
      for (DataSource source : new DataSource[] {database.application(), database.maintenance()}) {
        assertThat(Sql.column(source, "show time zone")).containsExactly("UTC");
      }
      assertThat(Sql.column(database.application(), "show application_name"))
          .containsExactly("onceledger");
      assertThat(Sql.column(database.maintenance(), "show application_name"))
          .containsExactly("onceledger-maintenance");
    }
  }

  @Test
  void what_the_url_asks_of_the_driver_is_kept() throws Exception {
    String url = withParameter("options=-c%20work_mem=5MB") + "&ApplicationName=shop";
    try (Database database = Database.open(test.settings("url=" + url))) {
      for (DataSource source : new DataSource[] {database.application(), database.maintenance()}) {
        assertThat(Sql.column(source, "show work_mem")).containsExactly("5MB");
        assertThat(Sql.column(source, "show application_name")).containsExactly("shop");
      }
      assertThat(Sql.column(database.application(), LIMITS)).contains("15000");
      assertThat(database.url()).doesNotContain("?");
    }
  }

  @Test
  void credentials_may_stand_in_the_url() throws Exception {
    String url = withParameter("user=" + test.username() + "&password=" + test.password());
    try (Database database = Database.open(test.settings("url=" + url, "username=", "password="))) {
      assertThat(Sql.column(database.application(), "select current_user"))
          .containsExactly(test.username());
      assertThat(database.url()).doesNotContain("password");
    }
  }

  @Test
  void an_error_does_not_quote_the_row() throws Exception {
    try (Database database = Database.open(test.settings())) {
      Sql.execute(database.application(), "create table keys (key text primary key)");
      Sql.execute(database.application(), "insert into keys values ('secret')");
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(
              () -> Sql.execute(database.application(), "insert into keys values ('secret')"))
          .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("23505"))
          .withMessageNotContaining("secret");
    }
  }

  @Test
  void a_server_that_may_lose_commits_is_refused() throws Exception {
    alter("set synchronous_commit = off");
    assertThatExceptionOfType(DatabaseUnusableException.class)
        .isThrownBy(() -> Database.open(test.settings("allow-unsafe=false")))
        .withMessageContaining("=off")
        .withMessageContaining("ledger.database.allow-unsafe");
  }

  @Test
  void a_session_without_our_limits_is_noticed() {
    try (Database database = Database.open(test.settings())) {
      DatabaseSettings settings = test.settings();
      DatabaseAddress address =
          new DatabaseAddress(test.url(), settings.username(), settings.password());
      Map<String, String> pooled = ServerCheck.settingsOf(database.maintenance(), address);
      assertThatExceptionOfType(DatabaseUnusableException.class)
          .isThrownBy(
              () ->
                  ServerCheck.requireLimits(
                      pooled, address, new Sessions(address, settings).limits()))
          .withMessageContaining("transaction_timeout=0 instead of 15000 ms")
          .withMessageContaining("pooler");
    }
  }

  @Test
  void a_wrong_password_is_said_at_once() {
    long begin = System.nanoTime();
    assertThatExceptionOfType(DatabaseUnusableException.class)
        .isThrownBy(() -> Database.open(test.settings("username=nobody_here", "password=wrong")))
        .withMessageContaining("refuses the ledger")
        .withMessageNotContaining("wrong");
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void a_server_out_of_reach_is_named_after_the_wait() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    String url = "jdbc:postgresql://127.0.0.1:" + free + "/ledger";
    long begin = System.nanoTime();
    assertThatExceptionOfType(DatabaseUnusableException.class)
        .isThrownBy(
            () ->
                Database.open(
                    test.settings("url=" + url + "?password=hush", "start-timeout-seconds=2")))
        .withMessageContaining(url + " was not reachable for 2 seconds")
        .withMessageContaining("ledger.database.start-timeout-seconds")
        .withMessageNotContaining("hush");
    assertThat(Duration.ofNanos(System.nanoTime() - begin))
        .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(10));
  }

  private String withParameter(String parameter) {
    return test.url() + (test.url().contains("?") ? "&" : "?") + parameter;
  }

  /** For every later session on this database. */
  private void alter(String change) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(test.url(), test.username(), test.password());
        Statement statement = connection.createStatement()) {
      statement.execute("alter database " + connection.getCatalog() + " " + change);
    }
  }
}
