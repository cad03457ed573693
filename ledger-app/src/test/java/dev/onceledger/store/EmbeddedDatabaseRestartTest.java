package dev.onceledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedDatabaseRestartTest {
  @TempDir Path data;

  private Path cluster;
  private Postmaster postmaster;

  @BeforeEach
  void copyAStoppedLedger() throws Exception {
    EmbeddedLedger.stopped(data);
    cluster = data.resolve("postgresql");
    postmaster = new Postmaster(cluster);
    Files.delete(data.resolve("postgresql.log"));
  }

  @AfterEach
  void leaveNothingRunning() {
    postmaster.stopIfRunning();
  }

  @Test
  void rows_outlive_a_restart() throws Exception {
    try (Database database = open()) {
      Sql.execute(database.application(), "create table notes (note text)");
      Sql.execute(database.application(), "insert into notes values ('kept')");
    }

    try (Database database = open()) {
      assertThat(notes(database)).containsExactly("kept");
    }
  }

  @Test
  void closing_stops_the_server_in_good_order() throws Exception {
    Database database = open();
    Sql.execute(database.application(), "create table notes (note text)");
    database.close();

    assertThat(postmaster.runs()).isFalse();
    assertThat(cluster.resolve("postmaster.pid")).doesNotExist();
    assertThat(log()).contains("database system is shut down");
    open().close();
    assertThat(log()).doesNotContain("was interrupted");
  }

  @Test
  void the_server_of_a_killed_ledger_is_taken_over_with_every_committed_row() throws Exception {
    DatabaseHolder.start(data).awaitCommit().kill();
    assertThat(postmaster.runs()).isTrue();
    String orphan = postmasterPid();

    try (Database database = open()) {
      assertThat(notes(database)).containsExactly(DatabaseHolder.NOTE);
      assertThat(postmasterPid()).isNotEqualTo(orphan);
    }
    assertThat(log()).contains("smart shutdown").doesNotContain("was interrupted");
  }

  @Test
  void a_server_of_a_killed_ledger_with_a_client_that_stays_is_taken_over() throws Exception {
    DatabaseHolder.start(data).awaitCommit().kill();
    try (Connection client = person()) {
      try (Database database = open()) {
        assertThat(notes(database)).containsExactly(DatabaseHolder.NOTE);
      }
      assertThat(client.isValid(1)).isFalse();
    }
    assertThat(log()).contains("smart shutdown", "fast shutdown").doesNotContain("was interrupted");
  }

  @Test
  void a_killed_server_recovers_every_committed_row() throws Exception {
    DatabaseHolder ledger = DatabaseHolder.start(data).awaitCommit();
    ProcessHandle.of(Long.parseLong(postmasterPid())).orElseThrow().destroyForcibly();
    ledger.kill();

    try (Database database = open()) {
      assertThat(notes(database)).containsExactly(DatabaseHolder.NOTE);
    }
    assertThat(log()).contains("was interrupted", "automatic recovery in progress");
  }

  @Test
  void a_recovery_that_takes_longer_than_a_start_is_waited_for() throws Exception {
    // Recovery asks for archived files five times.
    Files.createFile(cluster.resolve("recovery.signal"));
    Files.writeString(
        cluster.resolve("postgresql.auto.conf"),
        "restore_command = 'sleep 1; false'\nhot_standby = off\n");

    try (Database database =
        Database.open(EmbeddedLedger.settings(data, "start-timeout-seconds=3"))) {
      assertThat(Sql.column(database.application(), "select 1")).containsExactly("1");
    }
    assertThat(log()).contains("archive recovery complete");
  }

  @Test
  void a_process_number_that_went_to_a_stranger_harms_neither() throws Exception {
    Process stranger = new ProcessBuilder("sleep", "600").start();
    Files.writeString(
        cluster.resolve("postmaster.pid"),
        stranger.pid() + "\n" + cluster + "\n1\n5432\n\n127.0.0.1\n");

    open().close();

    assertThat(stranger.isAlive()).isTrue();
    stranger.destroyForcibly();
  }

  @Test
  void what_a_broken_first_start_left_is_discarded() throws Exception {
    Path draft = Files.createDirectory(data.resolve("postgresql.new-1"));
    Files.writeString(draft.resolve("postgresql.conf"), "half a file");

    open().close();

    assertThat(draft).doesNotExist();
  }

  @Test
  void data_of_another_major_version_is_refused_and_left_alone() throws Exception {
    Files.writeString(cluster.resolve("PG_VERSION"), "17\n");
    String before = state();

    assertThatExceptionOfType(DatabaseUnusableException.class)
        .isThrownBy(this::open)
        .withMessageContaining("is of PostgreSQL 17, but this release brings PostgreSQL 18")
        .withMessageContaining("pg_dump");

    assertThat(state()).isEqualTo(before);
  }

  @Test
  void a_lost_password_is_said_to_be_lost() throws Exception {
    Files.delete(data.resolve("postgresql.password"));

    assertThatExceptionOfType(DatabaseUnusableException.class)
        .isThrownBy(this::open)
        .withMessageContaining("postgresql.password");
  }

  @Test
  void a_taken_port_is_named() throws Exception {
    try (ServerSocket taken =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      String port = "embedded-port=" + taken.getLocalPort();
      assertThatExceptionOfType(DatabaseUnusableException.class)
          .isThrownBy(() -> Database.open(EmbeddedLedger.settings(data, port)))
          .withMessageContaining("Port " + taken.getLocalPort());
    }
  }

  @Test
  void a_server_that_does_not_start_shows_the_end_of_its_log_and_can_be_mended() throws Exception {
    String good = Files.readString(cluster.resolve("pg_hba.conf"));
    Files.writeString(cluster.resolve("pg_hba.conf"), "nonsense\n");

    assertThatExceptionOfType(DatabaseUnusableException.class)
        .isThrownBy(() -> Database.open(EmbeddedLedger.settings(data, "start-timeout-seconds=3")))
        .withMessageContaining("could not load");
    assertThat(postmaster.runs()).isFalse();

    Files.writeString(cluster.resolve("pg_hba.conf"), good);
    open().close();
  }

  private Database open() {
    return Database.open(EmbeddedLedger.settings(data));
  }

  private static List<String> notes(Database database) throws Exception {
    return Sql.column(database.application(), "select note from notes");
  }

  private Connection person() throws Exception {
    String port = Files.readAllLines(cluster.resolve("postmaster.pid")).get(3);
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + port + "/ledger",
        "ledger",
        Files.readString(data.resolve("postgresql.password")));
  }

  private String postmasterPid() throws IOException {
    return Files.readAllLines(cluster.resolve("postmaster.pid")).get(0);
  }

  private String log() throws IOException {
    return Files.readString(data.resolve("postgresql.log"));
  }

  /** Every file with its time. */
  private String state() throws IOException {
    StringBuilder state = new StringBuilder();
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.sorted().toList()) {
        state.append(file).append(' ').append(Files.getLastModifiedTime(file)).append('\n');
      }
    }
    return state.toString();
  }
}
