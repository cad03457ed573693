package dev.onceledger.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import org.axonframework.modelling.command.AggregateStreamCreationException;
import org.axonframework.modelling.command.ConcurrencyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;

class StoreFaultTest {
  @ParameterizedTest
  @CsvSource({
    "40001, CONFLICT", // serialization failure
    "40P01, CONFLICT", // deadlock
    "55P03, CONFLICT", // lock_timeout
    "08006, INTERRUPTED", // connection failure
    "57P01, INTERRUPTED", // the server is stopped
    "57014, INTERRUPTED", // statement_timeout
    "25P04, INTERRUPTED", // transaction_timeout
    "25P03, INTERRUPTED", // idle_in_transaction_session_timeout
    "53300, INTERRUPTED", // too many connections
  })
  void a_code_of_the_database_tells_what_may_pass(String state, StoreFault fault) {
    Exception cause = new IllegalStateException(new SQLException("text", state));

    assertThat(StoreFault.of(cause)).contains(fault);
  }

  @ParameterizedTest
  @CsvSource({"23505", "23514", "42601", "22001"})
  void what_is_wrong_with_a_statement_does_not_pass(String state) {
    assertThat(StoreFault.of(new SQLException("text", state))).isEmpty();
  }

  @Test
  void a_lost_race_is_a_conflict() {
    assertThat(StoreFault.of(new ConcurrencyException("text"))).contains(StoreFault.CONFLICT);
    assertThat(
            StoreFault.of(
                new AggregateStreamCreationException("text", new SQLException("text", "23505"))))
        .contains(StoreFault.CONFLICT);
  }

  @Test
  void without_a_connection_nothing_was_committed() {
    assertThat(StoreFault.of(new CannotCreateTransactionException("text")))
        .contains(StoreFault.NO_CONNECTION);
    assertThat(StoreFault.of(new SQLTransientConnectionException("timed out")))
        .contains(StoreFault.NO_CONNECTION);
  }

  @Test
  void a_connection_that_is_gone_without_a_code_interrupts() {
    SQLException closed = new SQLException("Connection is closed");

    assertThat(StoreFault.of(new TransactionSystemException("JDBC rollback failed", closed)))
        .contains(StoreFault.INTERRUPTED);
    assertThat(StoreFault.of(new UncategorizedSQLException("task", "select 1", closed)))
        .contains(StoreFault.INTERRUPTED);
  }

  @Test
  void a_bug_does_not_pass() {
    assertThat(StoreFault.of(new IllegalStateException("a bug"))).isEqualTo(Optional.empty());
  }
}
