package dev.onceledger.platform;

import dev.onceledger.idempotency.RetentionSettings;
import dev.onceledger.store.DatabaseSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * The arguments of a program that works on the ledger's store: those that begin with {@code
 * --ledger.} are the ledger's settings, the others are the program's own.
 */
record ProgramArguments(List<String> settings, List<String> command) {
  static ProgramArguments of(String[] args) {
    List<String> settings = new ArrayList<>();
    List<String> command = new ArrayList<>();
    for (String arg : args) {
      (arg.startsWith("--ledger.") ? settings : command).add(arg);
    }
    return new ProgramArguments(settings, command);
  }

  /** The settings, bound and checked as the ledger's are, with none of its rooms. */
  ConfigurableApplicationContext bind() {
    return new SpringApplicationBuilder(Settings.class)
        .web(WebApplicationType.NONE)
        .run(
            Stream.concat(Stream.of("--logging.level.root=warn"), settings.stream())
                .toArray(String[]::new));
  }

  @Configuration(proxyBeanMethods = false)
  @EnableConfigurationProperties({DatabaseSettings.class, RetentionSettings.class})
  static class Settings {}
}
