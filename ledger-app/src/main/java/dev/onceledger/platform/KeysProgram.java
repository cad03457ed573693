package dev.onceledger.platform;

import dev.onceledger.idempotency.RetentionPromises;
import dev.onceledger.idempotency.RetentionSettings;
import dev.onceledger.security.ApiKeysProgram;
import dev.onceledger.store.Database;
import dev.onceledger.store.DatabaseSettings;
import dev.onceledger.store.DatabaseUnusableException;
import java.io.PrintStream;
import java.time.Clock;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Manages API keys from the command line, on the store that the ledger's settings name. */
public final class KeysProgram {
  private KeysProgram() {}

  /**
   * Runs one command. Arguments that begin with {@code --ledger.} are settings, the others belong
   * to the command.
   *
   * @return 0 if it was done, 2 if the arguments were wrong or the store cannot be used
   */
  public static int run(String[] args, PrintStream out) {
    ProgramArguments arguments = ProgramArguments.of(args);
    try (ConfigurableApplicationContext context = arguments.bind();
        Database database = StoreConfiguration.open(context.getBean(DatabaseSettings.class))) {
      RetentionSettings retention = context.getBean(RetentionSettings.class);
      JdbcTemplate jdbc = new JdbcTemplate(database.application());
      RetentionPromises promises = new RetentionPromises(jdbc, retention, Clock.systemUTC());
      return ApiKeysProgram.run(
          arguments.command().toArray(String[]::new),
          database.application(),
          window -> promises.requireLongerThan(window, retention),
          out);
    } catch (DatabaseUnusableException e) {
      out.println("error: " + e.getMessage());
      return 2;
    }
  }
}
