package dev.onceledger.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.FileSystemUtils;

/** Data directories with an embedded database in them, as a ledger leaves them when it stops. */
final class EmbeddedLedger {
  private static @Nullable Path model;

  private EmbeddedLedger() {}

  /** Fills an empty directory by a copy: that is quicker than a first start. */
  static synchronized void stopped(Path directory) throws Exception {
    if (model == null) {
      Path fresh = Files.createTempDirectory("onceledger-test-");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(fresh)));
      Database.open(settings(fresh)).close();
      model = fresh;
    }
    int copied =
        new ProcessBuilder("cp", "-a", model + "/.", directory.toString())
            .inheritIO()
            .start()
            .waitFor();
    if (copied != 0) {
      throw new IOException("cp answered " + copied);
    }
  }

  /** Settings for the directory, and further ones such as {@code pool-size=4}. */
  static DatabaseSettings settings(Path directory, String... more) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("ledger.database.data-directory", directory.toString());
    settings.put("ledger.database.pool-size", "4");
    for (String setting : more) {
      int equals = setting.indexOf('=');
      settings.put(
          "ledger.database." + setting.substring(0, equals), setting.substring(equals + 1));
    }
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("ledger.database", DatabaseSettings.class);
  }

  private static void delete(Path directory) {
    try {
      FileSystemUtils.deleteRecursively(directory);
    } catch (IOException e) {
      System.err.println("Left behind: " + directory);
    }
  }
}
