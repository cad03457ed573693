package dev.onceledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedDatabaseTest {
  private static final int SOCKET_LINE = 4;

  @TempDir static Path data;
  private static Database database;
  private static DataSource application;

  @BeforeAll
  static void open() throws Exception {
    EmbeddedLedger.stopped(data);
    database = Database.open(EmbeddedLedger.settings(data));
    application = database.application();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @Test
  void it_is_of_the_version_that_stored_data_is_checked_against() throws Exception {
    assertThat(Sql.column(application, "show server_version").get(0))
        .startsWith(EmbeddedDatabase.MAJOR_VERSION + ".");
  }

  @Test
  void it_keeps_what_it_commits() throws Exception {
    assertThat(
            Sql.column(
                application,
                "select setting from pg_settings where name in"
                    + " ('fsync', 'synchronous_commit', 'full_page_writes')"))
        .containsExactly("on", "on", "on");
  }

  @Test
  void it_orders_text_by_its_bytes() throws Exception {
    assertThat(Sql.column(application, "show server_encoding")).containsExactly("UTF8");
    assertThat(
            Sql.column(
                application,
                "select datcollate from pg_database where datname = current_database()"))
        .containsExactly("C");
  }

  @Test
  void it_listens_on_the_loopback_address_only() throws Exception {
    assertThat(Sql.column(application, "show listen_addresses")).containsExactly("127.0.0.1");
    assertThat(Files.readAllLines(data.resolve("postgresql/postmaster.pid")).get(SOCKET_LINE))
        .isEmpty();
  }

  @Test
  void the_ledger_owns_its_database_and_is_no_superuser() throws Exception {
    assertThat(
            Sql.column(
                application,
                "select rolname from pg_database d join pg_roles r on r.oid = d.datdba"
                    + " where datname = current_database() and rolname = current_user"
                    + " and not (rolsuper or rolcreaterole or rolcreatedb)"))
        .containsExactly("ledger");
  }

  @Test
  void nobody_comes_in_without_the_password() {
    for (String role : List.of("ledger", "postgres")) {
      for (String password : List.of("", "guess")) {
        assertThatExceptionOfType(SQLException.class)
            .isThrownBy(() -> DriverManager.getConnection(database.url(), role, password).close())
            .satisfies(e -> assertThat(e.getSQLState()).isIn("08004", "28P01"));
      }
    }
  }

  @Test
  void only_the_owner_of_the_directory_reads_the_password() throws Exception {
    Path file = data.resolve("postgresql.password");
    assertThat(permissions(file)).isEqualTo("rw-------");
    String password = Files.readString(file);
    try (Connection person = DriverManager.getConnection(database.url(), "ledger", password)) {
      assertThat(person.isValid(1)).isTrue();
    }
    assertThat(database.url()).doesNotContain(password);
  }

  @Test
  void only_the_owner_of_the_directory_reaches_data_and_programs() throws Exception {
    assertThat(permissions(data.resolve("postgresql"))).isEqualTo("rwx------");
    assertThat(permissions(data.resolve("binaries"))).isEqualTo("rwx------");
  }

  @Test
  void a_second_ledger_in_this_process_is_turned_away() {
    assertThatExceptionOfType(DatabaseUnusableException.class)
        .isThrownBy(() -> Database.open(EmbeddedLedger.settings(data)))
        .withMessageContaining(data.toString())
        .withMessageContaining("ledger.database.data-directory");
  }

  @Test
  void a_second_ledger_in_another_process_is_turned_away_even_after_a_try_in_this_one()
      throws Exception {
    assertThatExceptionOfType(DatabaseUnusableException.class)
        .isThrownBy(() -> Database.open(EmbeddedLedger.settings(data)));

    assertThat(DatabaseHolder.start(data).awaitEnd())
        .contains("The data directory " + data.toRealPath() + " is in use by another ledger")
        .contains("process " + ProcessHandle.current().pid());
    assertThat(Sql.column(application, "select 1")).containsExactly("1");
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
