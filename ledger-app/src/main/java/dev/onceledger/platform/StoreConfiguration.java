package dev.onceledger.platform;

import dev.onceledger.idempotency.Idempotency;
import dev.onceledger.idempotency.IdempotencyRecords;
import dev.onceledger.idempotency.Partitions;
import dev.onceledger.idempotency.Retention;
import dev.onceledger.idempotency.RetentionPromises;
import dev.onceledger.idempotency.RetentionSettings;
import dev.onceledger.idempotency.RetryWindow;
import dev.onceledger.security.ApiKeys;
import dev.onceledger.store.Database;
import dev.onceledger.store.DatabaseSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** The database, its schema, and what stands directly on it. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({DatabaseSettings.class, RetentionSettings.class})
class StoreConfiguration {
  /** Milliseconds are what the store keeps and what the contract shows. */
  @Bean
  Clock clock() {
    return Clock.tickMillis(ZoneOffset.UTC);
  }

  /** Migrated before anybody gets hold of it. */
  @Bean(destroyMethod = "close")
  Database database(DatabaseSettings settings) {
    return open(settings);
  }

  static Database open(DatabaseSettings settings) {
    Database database = Database.open(settings);
    try {
      Flyway.configure().dataSource(database.maintenance()).load().migrate();
      return database;
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /** Closed with its {@link Database}. */
  @Bean(destroyMethod = "")
  DataSource dataSource(Database database) {
    return database.application();
  }

  @Bean
  JdbcTemplate jdbcTemplate(DataSource dataSource) {
    return new JdbcTemplate(dataSource);
  }

  @Bean
  JdbcTransactionManager transactionManager(DataSource dataSource) {
    return new JdbcTransactionManager(dataSource);
  }

  @Bean
  Partitions partitions(Database database, RetentionSettings retention, Clock clock) {
    Partitions partitions =
        new Partitions(new JdbcTemplate(database.maintenance()), retention, clock);
    partitions.ensureAhead();
    return partitions;
  }

  @Bean
  RetentionPromises retentionPromises(JdbcTemplate jdbc, RetentionSettings retention, Clock clock) {
    return new RetentionPromises(jdbc, retention, clock);
  }

  /** A client that was told to retry for longer than keys are remembered keeps the ledger away. */
  @Bean(initMethod = "start", destroyMethod = "stop")
  Retention retention(
      RetentionSettings settings, RetentionPromises promises, Partitions partitions, ApiKeys keys) {
    return new Retention(settings, promises, partitions, () -> clients(keys));
  }

  static List<RetryWindow> clients(ApiKeys keys) {
    return keys.list().stream()
        .filter(key -> key.revokedAt() == null)
        .map(
            key ->
                new RetryWindow(
                    key.name() + " (key " + key.id() + ")", Duration.ofHours(key.retryHours())))
        .toList();
  }

  @Bean
  Idempotency idempotency(
      JdbcTemplate jdbc, Partitions partitions, RetentionPromises retention, Clock clock) {
    return new Idempotency(jdbc, partitions, retention, clock);
  }

  @Bean
  IdempotencyRecords idempotencyRecords(Idempotency idempotency) {
    return idempotency.records();
  }
}
