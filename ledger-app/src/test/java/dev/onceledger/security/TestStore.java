package dev.onceledger.security;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.sql.DataSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** One PostgreSQL for these tests, with the table of the keys. */
final class TestStore {
  private static final DataSource DATA_SOURCE = start();

  private TestStore() {}

  static DataSource dataSource() {
    return DATA_SOURCE;
  }

  static JdbcTemplate jdbc() {
    return new JdbcTemplate(DATA_SOURCE);
  }

  /** As at the first start. */
  static void empty() {
    jdbc().execute("truncate api_key");
  }

  private static DataSource start() {
    try {
      DataSource started = EmbeddedPostgres.builder().start().getPostgresDatabase();
      new ResourceDatabasePopulator(
              new ClassPathResource("db/migration/V5__api_keys.sql"),
              new ClassPathResource("db/migration/V8__retention.sql"))
          .execute(started);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
