package dev.onceledger;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.onceledger.store.LedgerEngine;
import dev.onceledger.support.Ledger;
import java.lang.reflect.Field;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.axonframework.commandhandling.SimpleCommandBus;
import org.axonframework.common.ReflectionUtils;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.config.Configuration;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.axonframework.eventhandling.tokenstore.jdbc.JdbcTokenStore;
import org.axonframework.eventsourcing.eventstore.EmbeddedEventStore;
import org.axonframework.messaging.unitofwork.RollbackConfiguration;
import org.axonframework.messaging.unitofwork.RollbackConfigurationType;
import org.axonframework.serialization.json.JacksonSerializer;
import org.axonframework.spring.messaging.unitofwork.SpringTransactionManager;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** What the ledger is really made of: an Axon default that crept in would lose money silently. */
class WiringTest {
  private final Ledger ledger = Ledger.shared();
  private final Configuration axon = ledger.bean(Configuration.class);

  @Test
  void commands_run_in_a_transaction_of_the_database() {
    assertThat(axon.getComponent(TransactionManager.class))
        .isInstanceOf(SpringTransactionManager.class);
    assertThat(ledger.bean(PlatformTransactionManager.class))
        .isInstanceOf(JdbcTransactionManager.class);
    assertThat(field(axon.commandBus(), "transactionManager"))
        .isSameAs(axon.getComponent(TransactionManager.class));
  }

  @Test
  void any_throwable_rolls_back() {
    assertThat(axon.commandBus()).isInstanceOf(SimpleCommandBus.class);
    assertThat((RollbackConfiguration) field(axon.commandBus(), "rollbackConfiguration"))
        .isEqualTo(RollbackConfigurationType.ANY_THROWABLE);
  }

  @Test
  void events_are_stored_by_our_engine() {
    assertThat(axon.eventStore()).isInstanceOf(EmbeddedEventStore.class);
    assertThat(field(axon.eventStore(), "storageEngine")).isInstanceOf(LedgerEngine.class);
    assertThat(axon.getComponent(TokenStore.class)).isInstanceOf(JdbcTokenStore.class);
  }

  @Test
  void everything_is_json() {
    assertThat(axon.serializer()).isInstanceOf(JacksonSerializer.class);
    assertThat(axon.eventSerializer()).isInstanceOf(JacksonSerializer.class);
    assertThat(axon.messageSerializer()).isInstanceOf(JacksonSerializer.class);
  }

  @Test
  void nothing_asks_a_vendor_for_updates() {
    assertThat(axon.getModules())
        .noneMatch(
            module -> module.getClass().getName().toLowerCase(Locale.ROOT).contains("update"));
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().toLowerCase(Locale.ROOT).contains("update"));
  }

  @Test
  void every_pooled_session_is_bounded_by_the_database() {
    Map<String, String> settings =
        Map.of(
            "transaction_timeout", "15s",
            "statement_timeout", "10s",
            "lock_timeout", "1s",
            "idle_in_transaction_session_timeout", "15s");

    settings.forEach(
        (name, value) ->
            assertThat(ledger.jdbc().queryForObject("show " + name, String.class))
                .as(name)
                .isEqualTo(value));
  }

  @Test
  void the_identity_of_events_has_no_cache() {
    assertThat(
            ledger
                .jdbc()
                .queryForObject(
                    """
                    select seqcache from pg_sequence
                    where seqrelid = pg_get_serial_sequence('event', 'global_index')::regclass
                    """,
                    Long.class))
        .isEqualTo(1);
  }

  @Test
  void history_is_not_rewritten() {
    ledger.orders().post("/v1/payments", fresh("key"), payment(fresh("order"), "tok_ok"));

    for (String change :
        new String[] {
          "delete from event", "update event set type = 'x'", "truncate event",
        }) {
      assertThatThrownBy(() -> ledger.jdbc().execute(change)).hasMessageContaining("append-only");
    }
  }

  private static Object field(Object owner, String name) {
    for (Class<?> type = owner.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          return Objects.requireNonNull(ReflectionUtils.getFieldValue(field, owner));
        }
      }
    }
    throw new AssertionError("no field " + name);
  }
}
