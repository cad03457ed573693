package dev.onceledger.platform;

import dev.onceledger.idempotency.RetentionPromises;
import dev.onceledger.idempotency.RetentionSettings;
import dev.onceledger.security.ApiKeysProgram;
import dev.onceledger.store.Database;
import dev.onceledger.store.DatabaseSettings;
import dev.onceledger.store.DatabaseUnusableException;
import java.io.PrintStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
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
    List<String> settings = new ArrayList<>(List.of("--logging.level.root=warn"));
    List<String> command = new ArrayList<>();
    Arrays.stream(args).forEach(arg -> (arg.startsWith("--ledger.") ? settings : command).add(arg));
    try (ConfigurableApplicationContext context =
            new SpringApplicationBuilder(Settings.class)
                .web(WebApplicationType.NONE)
                .run(settings.toArray(String[]::new));
        Database database = StoreConfiguration.open(context.getBean(DatabaseSettings.class))) {
      RetentionSettings retention = context.getBean(RetentionSettings.class);
      JdbcTemplate jdbc = new JdbcTemplate(database.application());
      RetentionPromises promises = new RetentionPromises(jdbc, retention, Clock.systemUTC());
      return ApiKeysProgram.run(
          command.toArray(String[]::new),
          database.application(),
          window -> promises.requireLongerThan(window, retention),
          out);
    } catch (DatabaseUnusableException e) {
      out.println("error: " + e.getMessage());
      return 2;
    }
  }

  /** Only the settings are needed, none of the rooms. */
  @Configuration(proxyBeanMethods = false)
  @EnableConfigurationProperties({DatabaseSettings.class, RetentionSettings.class})
  static class Settings {}
}
