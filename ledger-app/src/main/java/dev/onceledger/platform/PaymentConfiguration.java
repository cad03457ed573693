package dev.onceledger.platform;

import dev.onceledger.gateway.Gateway;
import dev.onceledger.gateway.GatewaySettings;
import dev.onceledger.gateway.Gateways;
import dev.onceledger.gateway.sandbox.Sandbox;
import dev.onceledger.gateway.sandbox.SandboxSettings;
import dev.onceledger.gateway.stripe.StripeGateway;
import dev.onceledger.gateway.stripe.StripeSettings;
import dev.onceledger.idempotency.Commands;
import dev.onceledger.idempotency.IdempotencyRecords;
import dev.onceledger.payment.drive.DriveMeters;
import dev.onceledger.payment.drive.DriveSettings;
import dev.onceledger.payment.drive.Expiry;
import dev.onceledger.payment.drive.ExpirySettings;
import dev.onceledger.payment.drive.Inbox;
import dev.onceledger.payment.drive.Intents;
import dev.onceledger.payment.drive.NotificationSettings;
import dev.onceledger.payment.drive.Notifications;
import dev.onceledger.payment.drive.OpenAuthorizations;
import dev.onceledger.payment.drive.OpenOperations;
import dev.onceledger.payment.drive.OperationPlaces;
import dev.onceledger.payment.drive.PaymentDriver;
import dev.onceledger.payment.drive.Recovery;
import dev.onceledger.payment.drive.RecoverySettings;
import dev.onceledger.payment.drive.Uptake;
import dev.onceledger.payment.view.PaymentHistory;
import dev.onceledger.payment.view.PaymentProjection;
import dev.onceledger.payment.view.PaymentViews;
import dev.onceledger.store.DatabaseSettings;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.util.stream.Stream;
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
  StripeSettings.class,
  DriveSettings.class,
  RecoverySettings.class,
  NotificationSettings.class,
  ExpirySettings.class
})
class PaymentConfiguration {
  @Bean(destroyMethod = "close")
  @ConditionalOnProperty(name = "ledger.gateway.sandbox.enabled", matchIfMissing = true)
  Sandbox sandbox(SandboxSettings settings, DatabaseSettings database) {
    return Sandbox.open(settings, Path.of(database.dataDirectory(), "sandbox"));
  }

  @Bean
  @ConditionalOnProperty("ledger.gateway.stripe.enabled")
  StripeGateway stripe(StripeSettings settings) {
    return new StripeGateway(settings);
  }

  @Bean
  Gateways gateways(
      GatewaySettings settings, ObjectProvider<Sandbox> sandbox, ObjectProvider<Gateway> others) {
    return new Gateways(
        settings, Stream.concat(sandbox.stream().map(Sandbox::gateway), others.stream()).toList());
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

  @Bean
  Intents intents(EventStore events) {
    return new Intents(events);
  }

  @Bean(initMethod = "start", destroyMethod = "stop")
  Recovery recovery(
      OpenOperations operations,
      Intents intents,
      Commands commands,
      Gateways gateways,
      RecoverySettings settings,
      DriveSettings drive) {
    return new Recovery(operations, intents, commands, gateways, settings, drive);
  }

  @Bean
  OperationPlaces operationPlaces(JdbcTemplate jdbc) {
    return new OperationPlaces(jdbc);
  }

  @Bean
  Inbox inbox(JdbcTemplate jdbc, NotificationSettings settings, DriveSettings drive) {
    return new Inbox(jdbc, settings, drive);
  }

  @Bean(initMethod = "start", destroyMethod = "stop")
  Notifications notifications(
      Gateways gateways,
      Inbox inbox,
      OperationPlaces places,
      Commands commands,
      Intents intents,
      NotificationSettings settings,
      Clock clock) {
    Uptake uptake = new Uptake(places, gateways, commands, intents);
    return new Notifications(gateways, inbox, uptake, settings, clock);
  }

  @Bean
  DriveMeters driveMeters(
      MeterRegistry registry,
      OpenOperations operations,
      Inbox inbox,
      Gateways gateways,
      RecoverySettings settings) {
    return new DriveMeters(registry, operations, inbox, gateways, settings);
  }

  @Bean
  OpenAuthorizations openAuthorizations(
      JdbcTemplate jdbc, Gateways gateways, ExpirySettings settings) {
    return new OpenAuthorizations(jdbc, gateways, settings);
  }

  @Bean(initMethod = "start", destroyMethod = "stop")
  Expiry expiry(
      OpenAuthorizations authorizations,
      Intents intents,
      Commands commands,
      Gateways gateways,
      ExpirySettings settings) {
    return new Expiry(authorizations, intents, commands, gateways, settings);
  }

  @Bean
  PaymentDriver paymentDriver(
      Commands commands,
      IdempotencyRecords records,
      OpenOperations operations,
      Gateways gateways,
      Intents intents) {
    return new PaymentDriver(commands, records, operations, gateways, intents);
  }
}
