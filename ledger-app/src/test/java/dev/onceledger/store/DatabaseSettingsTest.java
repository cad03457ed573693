package dev.onceledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseSettingsTest {
  private static final String EXTERNAL = "url=jdbc:postgresql://db.example/ledger";

  @Test
  void nothing_set_means_an_embedded_database_in_the_working_directory() {
    DatabaseSettings settings = settings("data-directory=./data");

    assertThat(settings.url()).isNull();
    assertThat(settings.directory()).isEqualTo(Path.of("data").toAbsolutePath());
    assertThat(settings.transactionTimeoutSeconds()).isEqualTo(15);
    assertThat(settings.statementTimeoutSeconds()).isEqualTo(10);
    assertThat(settings.lockTimeoutMillis()).isEqualTo(1_000);
    assertThat(settings.connectionTimeoutMillis()).isEqualTo(3_000);
    assertThat(settings.startTimeoutSeconds()).isEqualTo(30);
    assertThat(settings.allowUnsafe()).isFalse();
  }

  @Test
  void an_empty_url_is_none() {
    assertThat(settings("url=").url()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          url=postgres://me:hush@host/db                    | must look like jdbc:postgresql://
          url=jdbc:mysql://host/db?password=hush            | must look like jdbc:postgresql://
          url=jdbc:postgresql://host?password=hush          | must look like jdbc:postgresql://
          username=ledger                                   | set ledger.database.url, too
          pool-size=0                                       | pool-size is 0, but must be from 1
          statement-timeout-seconds=15                      | must be below ledger.database.transaction
          lock-timeout-millis=10000                         | must be below ledger.database.statement
          connection-timeout-millis=100                     | from 250
          embedded-port=70000                               | embedded-port is 70000
          """)
  void what_cannot_work_is_refused_by_name(String setting, String message) {
    assertThatThrownBy(() -> settings(setting))
        .rootCause()
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message)
        .message()
        .contains("ledger.database.")
        .doesNotContain("hush");
  }

  @ParameterizedTest
  @CsvSource({
    "-c%20lock_timeout=5,ledger.database.lock-timeout-millis",
    "-cstatement_timeout%3D5s,ledger.database.statement-timeout-seconds",
    "-c%20work_mem=1MB%20--TRANSACTION_TIMEOUT=5,ledger.database.transaction-timeout-seconds",
    "-c+idle_in_transaction_session_timeout=1,ledger.database.transaction-timeout-seconds"
  })
  void a_limit_in_the_options_of_the_url_conflicts_with_its_setting(
      String options, String setting) {
    assertThatThrownBy(() -> settings(EXTERNAL + "?sslmode=require&options=" + options))
        .rootCause()
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(setting);
  }

  @Test
  void printed_they_hold_no_secret() {
    assertThat(settings(EXTERNAL + "?password=hush", "password=hush"))
        .hasToString("DatabaseSettings[jdbc:postgresql://db.example/ledger]");
  }

  private static DatabaseSettings settings(String... settings) {
    return EmbeddedLedger.settings(Path.of("data"), settings);
  }
}
