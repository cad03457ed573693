package dev.onceledger.platform;

import dev.onceledger.idempotency.Idempotency;
import dev.onceledger.idempotency.Partitions;
import dev.onceledger.idempotency.Rebuild;
import dev.onceledger.idempotency.RetentionPromises;
import dev.onceledger.idempotency.RetentionSettings;
import dev.onceledger.payment.view.PaymentHistory;
import dev.onceledger.store.Database;
import dev.onceledger.store.DatabaseSettings;
import dev.onceledger.store.DatabaseUnusableException;
import dev.onceledger.store.LedgerEngine;
import java.io.PrintStream;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventsourcing.eventstore.EmbeddedEventStore;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.axonframework.spring.messaging.unitofwork.SpringTransactionManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** Restores from the events what is missing in the store that the ledger's settings name. */
public final class RebuildProgram {
  private static final String USAGE =
      """
      usage: idempotency-records

      Restores the records of keys, with the replies, of every request that wrote an event and
      whose key is still remembered, where a record is missing or behind what the events tell. A
      record that has its reply stays as it is. The ledger may run meanwhile.
      """;

  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int WRONG = 2;

  private RebuildProgram() {}

  /**
   * Runs one command. Arguments that begin with {@code --ledger.} are settings, the others belong
   * to the command.
   *
   * @return 0 if it was done, 1 if the store did not answer on the way, 2 if the arguments were
   *     wrong or the store cannot be used
   */
  public static int run(String[] args, PrintStream out) {
    ProgramArguments arguments = ProgramArguments.of(args);
    List<String> command = arguments.command();
    if (!command.equals(List.of("idempotency-records"))) {
      if (!command.equals(List.of("--help"))) {
        out.println("error: say what to restore");
        out.println();
      }
      out.print(USAGE);
      return command.equals(List.of("--help")) ? DONE : WRONG;
    }
    try (ConfigurableApplicationContext context = arguments.bind();
        Database database = StoreConfiguration.open(context.getBean(DatabaseSettings.class))) {
      run(rebuild(database, context.getBean(RetentionSettings.class)), out);
      return DONE;
    } catch (DatabaseUnusableException e) {
      out.println("error: " + e.getMessage());
      return WRONG;
    } catch (DataAccessException | TransactionException e) {
      out.println("error: the store did not answer: " + e.getMostSpecificCause().getMessage());
      out.println("What was restored so far is kept; run it again.");
      return FAILED;
    }
  }

  private static void run(Rebuild rebuild, PrintStream out) {
    Rebuild.Progress all =
        rebuild.run(
            progress ->
                out.printf(
                    "position %,d of %,d, %,d records restored%n",
                    progress.position(), progress.head(), progress.restored()));
    out.printf(
        "done: %,d records restored, %,d keys of other records found again%n",
        all.restored(), all.found());
  }

  private static Rebuild rebuild(Database database, RetentionSettings settings) {
    Clock clock = Clock.tickMillis(ZoneOffset.UTC);
    JdbcTemplate jdbc = new JdbcTemplate(database.application());
    JdbcTransactionManager transactions = new JdbcTransactionManager(database.application());
    TransactionManager axon = new SpringTransactionManager(transactions);
    EventStore events =
        EmbeddedEventStore.builder()
            .storageEngine(
                new LedgerEngine(
                    jdbc,
                    AxonConfiguration.connections(database.application()),
                    axon,
                    AxonConfiguration.eventSerializer()))
            .build();
    Partitions partitions =
        new Partitions(new JdbcTemplate(database.maintenance()), settings, clock);
    RetentionPromises retention = new RetentionPromises(jdbc, settings, clock);
    return new Idempotency(jdbc, partitions, retention, clock)
        .rebuild(
            new TransactionTemplate(transactions),
            events,
            (past, position) -> AxonConfiguration.reply(PaymentHistory.after(past, position)));
  }
}
