package dev.onceledger.platform;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.onceledger.idempotency.Commands;
import dev.onceledger.idempotency.EventMetadata;
import dev.onceledger.idempotency.Idempotency;
import dev.onceledger.idempotency.Reply;
import dev.onceledger.idempotency.ReplySource;
import dev.onceledger.payment.domain.Payment;
import dev.onceledger.payment.drive.DriveMeters;
import dev.onceledger.payment.drive.OpenAuthorizations;
import dev.onceledger.payment.drive.OpenOperations;
import dev.onceledger.payment.view.PaymentProjection;
import dev.onceledger.payment.view.PaymentRow;
import dev.onceledger.payment.view.PaymentViews;
import dev.onceledger.store.LedgerEngine;
import java.time.Clock;
import javax.sql.DataSource;
import org.axonframework.commandhandling.CommandBus;
import org.axonframework.commandhandling.SimpleCommandBus;
import org.axonframework.common.jdbc.ConnectionProvider;
import org.axonframework.common.jdbc.UnitOfWorkAwareConnectionProviderWrapper;
import org.axonframework.common.lock.LockFactory;
import org.axonframework.common.lock.PessimisticLockFactory;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.config.AggregateConfigurer;
import org.axonframework.config.Configurer;
import org.axonframework.config.DefaultConfigurer;
import org.axonframework.eventhandling.GenericEventMessage;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.axonframework.eventhandling.tokenstore.jdbc.JdbcTokenStore;
import org.axonframework.eventhandling.tokenstore.jdbc.TokenSchema;
import org.axonframework.eventsourcing.EventSourcingRepository;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.axonframework.messaging.interceptors.CorrelationDataInterceptor;
import org.axonframework.messaging.unitofwork.RollbackConfigurationType;
import org.axonframework.serialization.Serializer;
import org.axonframework.serialization.json.JacksonSerializer;
import org.axonframework.spring.jdbc.SpringDataSourceConnectionProvider;
import org.axonframework.spring.messaging.unitofwork.SpringTransactionManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Axon, each part declared here and nothing found on the classpath: several of its defaults lose
 * money on PostgreSQL (docs/decisions/0002).
 */
@Configuration(proxyBeanMethods = false)
class AxonConfiguration {
  /** A thread that cannot have the payment within a second answers that others have it. */
  private static final int LOCK_TRIES = 100;

  private static final int LOCK_TRY_MILLIS = 10;

  @Bean
  TransactionManager axonTransactionManager(PlatformTransactionManager transactions) {
    return new SpringTransactionManager(transactions);
  }

  @Bean
  static Serializer eventSerializer() {
    ObjectMapper mapper = EventJson.mapper();
    return JacksonSerializer.builder().objectMapper(mapper).build();
  }

  @Bean
  LedgerEngine ledgerEngine(
      JdbcTemplate jdbc,
      DataSource dataSource,
      TransactionManager transactions,
      Serializer serializer) {
    return new LedgerEngine(jdbc, connections(dataSource), transactions, serializer);
  }

  @Bean
  TokenStore tokenStore(DataSource dataSource, Serializer serializer) {
    return JdbcTokenStore.builder()
        .connectionProvider(connections(dataSource))
        .serializer(serializer)
        .contentType(byte[].class)
        .schema(
            TokenSchema.builder()
                .setTokenTable("token_entry")
                .setProcessorNameColumn("processor_name")
                .setTokenTypeColumn("token_type")
                .build())
        .build();
  }

  @Bean(initMethod = "start", destroyMethod = "shutdown")
  org.axonframework.config.Configuration axon(
      TransactionManager transactions,
      Serializer serializer,
      LedgerEngine engine,
      TokenStore tokens,
      Idempotency idempotency,
      PaymentViews views,
      Clock clock) {
    GenericEventMessage.clock = clock;
    // Modules are not looked up: one of them asks a vendor's server for updates.
    Configurer configurer =
        DefaultConfigurer.defaultConfiguration(false)
            .configureTransactionManager(c -> transactions)
            .configureSerializer(c -> serializer)
            .configureEventSerializer(c -> serializer)
            .configureMessageSerializer(c -> serializer)
            .configureEmbeddedEventStore(c -> engine)
            .configureCommandBus(c -> commandBus(transactions, idempotency, views))
            .registerComponent(TokenStore.class, c -> tokens)
            .configureAggregate(
                AggregateConfigurer.defaultConfiguration(Payment.class)
                    .configureRepository(
                        c ->
                            EventSourcingRepository.builder(Payment.class)
                                .eventStore(c.eventStore())
                                .lockFactory(paymentLocks())
                                .build()));
    return configurer.buildConfiguration();
  }

  private static CommandBus commandBus(
      TransactionManager transactions, Idempotency idempotency, PaymentViews views) {
    SimpleCommandBus bus =
        SimpleCommandBus.builder()
            .transactionManager(transactions)
            .rollbackConfiguration(RollbackConfigurationType.ANY_THROWABLE)
            .build();
    ReplySource replies = payment -> reply(views.written(payment));
    bus.registerDispatchInterceptor(new NoOuterTransaction());
    bus.registerHandlerInterceptor(new CorrelationDataInterceptor<>(new EventMetadata()));
    bus.registerHandlerInterceptor(idempotency.interceptor(replies));
    return bus;
  }

  /** What a command that was executed is answered: what it made is the payment as it is then. */
  static Reply reply(PaymentRow row) {
    return new Reply(201, row.version(), row.document());
  }

  /** Between nodes the event store's unique index arbitrates; inside one this saves the losers. */
  private static LockFactory paymentLocks() {
    return PessimisticLockFactory.builder()
        .acquireAttempts(LOCK_TRIES)
        .lockAttemptTimeout(LOCK_TRY_MILLIS)
        .build();
  }

  /** The views follow the append in the same transaction, and what they throw rolls it back. */
  @Bean
  EventStore eventStore(
      org.axonframework.config.Configuration axon,
      OpenOperations openOperations,
      OpenAuthorizations openAuthorizations,
      PaymentProjection payments,
      DriveMeters meters) {
    EventStore store = axon.eventStore();
    store.subscribe(openOperations::on);
    store.subscribe(openAuthorizations::on);
    store.subscribe(payments::on);
    store.subscribe(meters::on);
    return store;
  }

  /** Takes the event store along, so that no command runs before the views follow. */
  @Bean
  Commands commands(
      org.axonframework.config.Configuration axon, EventStore store, Idempotency idempotency) {
    return idempotency.commands(axon.commandBus());
  }

  static ConnectionProvider connections(DataSource dataSource) {
    return new UnitOfWorkAwareConnectionProviderWrapper(
        new SpringDataSourceConnectionProvider(dataSource));
  }
}
