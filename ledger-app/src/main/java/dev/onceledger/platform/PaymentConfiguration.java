package dev.onceledger.platform;

import dev.onceledger.gateway.GatewaySettings;
import dev.onceledger.gateway.Gateways;
import dev.onceledger.gateway.sandbox.Sandbox;
import dev.onceledger.gateway.sandbox.SandboxSettings;
import dev.onceledger.idempotency.Commands;
import dev.onceledger.idempotency.IdempotencyRecords;
import dev.onceledger.payment.drive.DriveSettings;
import dev.onceledger.payment.drive.Intents;
import dev.onceledger.payment.drive.OpenOperations;
import dev.onceledger.payment.drive.PaymentDriver;
import dev.onceledger.payment.drive.Recovery;
import dev.onceledger.payment.drive.RecoverySettings;
import dev.onceledger.payment.view.PaymentHistory;
import dev.onceledger.payment.view.PaymentProjection;
import dev.onceledger.payment.view.PaymentViews;
import dev.onceledger.store.DatabaseSettings;
import java.nio.file.Path;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** The rooms of the payment, and the gateways that it is sent to. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({
  GatewaySettings.class,
  SandboxSettings.class,
  DriveSettings.class,
  RecoverySettings.class
})
class PaymentConfiguration {
  @Bean(destroyMethod = "close")
  @ConditionalOnProperty(name = "ledger.gateway.sandbox.enabled", matchIfMissing = true)
  Sandbox sandbox(SandboxSettings settings, DatabaseSettings database) {
    return Sandbox.open(settings, Path.of(database.dataDirectory(), "sandbox"));
  }

  @Bean
  Gateways gateways(GatewaySettings settings, ObjectProvider<Sandbox> sandbox) {
    return new Gateways(settings, sandbox.stream().map(Sandbox::gateway).toList());
  }

  @Bean
  OpenOperations openOperations(JdbcTemplate jdbc, DriveSettings settings) {
    return new OpenOperations(jdbc, settings);
  }

  @Bean
  PaymentProjection paymentProjection(JdbcTemplate jdbc) {
    return new PaymentProjection(jdbc);
  }

  @Bean
  PaymentViews paymentViews(JdbcTemplate jdbc) {
    return new PaymentViews(jdbc);
  }

  @Bean
  PaymentHistory paymentHistory(JdbcTemplate jdbc, EventStore events) {
    return new PaymentHistory(jdbc, events);
  }

  @Bean(initMethod = "start", destroyMethod = "stop")
  Recovery recovery(
      OpenOperations operations,
      EventStore events,
      Commands commands,
      Gateways gateways,
      RecoverySettings settings) {
    return new Recovery(operations, new Intents(events), commands, gateways, settings);
  }

  @Bean
  PaymentDriver paymentDriver(Commands commands, IdempotencyRecords records, Gateways gateways) {
    return new PaymentDriver(commands, records, gateways);
  }
}
