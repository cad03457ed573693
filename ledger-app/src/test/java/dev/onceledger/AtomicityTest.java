package dev.onceledger;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.onceledger.api.payment.PaymentEvent.PaymentCreated;
import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.axonframework.config.Configuration;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Something fails in the middle: there is no event, no key, no view and no open operation, or there
 * is all of it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AtomicityTest {
  /** What goes wrong for a payment whose reference begins with its name. */
  private enum Fault {
    CHECKED_IN_THE_COMMAND,
    CHECKED_IN_A_VIEW,
    FAILING_VIEW,
    SERIALIZATION_ONCE,
    SERIALIZATION_ALWAYS,
    LOST_ACKNOWLEDGEMENT
  }

  private final AtomicInteger strikes = new AtomicInteger();
  private @Nullable Ledger ledger;

  @BeforeAll
  void startWithFaults() {
    ledger = Ledger.start();
    ledger
        .bean(EventStore.class)
        .subscribe(
            events ->
                events.stream()
                    .map(event -> event.getPayload())
                    .filter(PaymentCreated.class::isInstance)
                    .forEach(event -> failInView(((PaymentCreated) event).reference().value())));
    ledger
        .bean(Configuration.class)
        .commandBus()
        .registerHandlerInterceptor(
            (work, chain) -> {
              Object result = chain.proceed();
              if (work.getMessage()
                  .getPayload()
                  .toString()
                  .contains(name(Fault.CHECKED_IN_THE_COMMAND))) {
                throw new IOException("a checked exception after the command was handled");
              }
              return result;
            });
  }

  @AfterAll
  void stop() {
    ledger().close();
  }

  @Test
  void a_checked_exception_in_the_command_leaves_nothing() {
    leavesNothing(Fault.CHECKED_IN_THE_COMMAND, 500, "internal-error");
  }

  @Test
  void a_checked_exception_in_a_view_leaves_nothing() {
    leavesNothing(Fault.CHECKED_IN_A_VIEW, 500, "internal-error");
  }

  @Test
  void a_failing_view_leaves_nothing() {
    leavesNothing(Fault.FAILING_VIEW, 500, "internal-error");
  }

  @Test
  void a_serialization_failure_that_stays_leaves_nothing() {
    leavesNothing(Fault.SERIALIZATION_ALWAYS, 409, "operation-in-progress");
    assertThat(strikes.get()).as("tries of the short transaction").isGreaterThan(1);
  }

  @Test
  void a_serialization_failure_that_passes_is_not_seen() {
    isOnePayment(Fault.SERIALIZATION_ONCE);
  }

  @Test
  void a_lost_acknowledgement_of_the_commit_is_not_seen() {
    isOnePayment(Fault.LOST_ACKNOWLEDGEMENT);
  }

  @Test
  void a_command_inside_somebody_elses_transaction_is_forbidden() {
    TransactionTemplate outer =
        new TransactionTemplate(ledger().bean(PlatformTransactionManager.class));
    assertThatThrownBy(
            () ->
                outer.executeWithoutResult(
                    status ->
                        ledger()
                            .bean(Configuration.class)
                            .commandGateway()
                            .sendAndWait("anything")))
        .hasMessageContaining("a transaction of its own");
  }

  private void leavesNothing(Fault fault, int status, String problem) {
    strikes.set(0);
    Api orders = ledger().orders();
    String reference = fresh(name(fault));
    String key = fresh("key");

    Response answer = orders.post("/v1/payments", key, payment(reference, "tok_ok"));

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.problem()).isEqualTo(problem);
    assertThat(answer.at("/effect")).isEqualTo("none");
    assertThat(count("event where convert_from(payload, 'UTF8') like ?", "%" + reference + "%"))
        .isZero();
    assertThat(count("payment_view where reference = ?", reference)).isZero();
    assertThat(count("idempotency_record where key = ?", key)).isZero();
    assertThat(count("open_operation where ? <> ''", key)).isZero();
    assertThat(
            ledger()
                .jdbc()
                .queryForObject(
                    """
            select count(*) from idempotency_key k where not exists
              (select 1 from idempotency_record r where r.hash = k.hash and r.bucket = k.bucket)
            """,
                    Long.class))
        .isZero();
  }

  private void isOnePayment(Fault fault) {
    strikes.set(0);
    Api orders = ledger().orders();
    String key = fresh("key");
    String body = payment(fresh(name(fault)), "tok_ok");

    Response answer = orders.post("/v1/payments", key, body);

    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.header("Idempotent-Replayed")).isEmpty();
    assertThat(strikes.get()).as("the fault struck").isEqualTo(1);
    assertThat(ledger().sandbox().executed(answer.at("/id"))).containsExactly("CHARGE 1999");
    assertThat(ledger().sandbox().sends(answer.at("/id"))).isEqualTo(1);
    assertThat(orders.post("/v1/payments", key, body).body()).isEqualTo(answer.body());
  }

  private void failInView(String reference) {
    if (reference.startsWith(name(Fault.CHECKED_IN_A_VIEW))) {
      AtomicityTest.<RuntimeException>sneak(new IOException("a checked exception in a view"));
    }
    if (reference.startsWith(name(Fault.FAILING_VIEW))) {
      throw new IllegalStateException("a view that fails");
    }
    boolean always = reference.startsWith(name(Fault.SERIALIZATION_ALWAYS));
    boolean once = reference.startsWith(name(Fault.SERIALIZATION_ONCE));
    if (always || (once && strikes.get() == 0)) {
      strikes.incrementAndGet();
      throw new CannotAcquireLockException("planted", new SQLException("planted", "40001"));
    }
    if (reference.startsWith(name(Fault.LOST_ACKNOWLEDGEMENT))) {
      CurrentUnitOfWork.get()
          .root()
          .afterCommit(
              work -> {
                strikes.incrementAndGet();
                throw new DataAccessResourceFailureException(
                    "planted", new SQLException("planted", "08006"));
              });
    }
  }

  private static String name(Fault fault) {
    return fault.name().toLowerCase(Locale.ROOT);
  }

  private long count(String fromWhere, Object value) {
    Long count =
        ledger().jdbc().queryForObject("select count(*) from " + fromWhere, Long.class, value);
    return Objects.requireNonNull(count);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> void sneak(Throwable checked) throws E {
    throw (E) checked;
  }

  private Ledger ledger() {
    return Objects.requireNonNull(ledger);
  }
}
