package dev.onceledger.platform;

import dev.onceledger.security.ApiKeys;
import dev.onceledger.security.DevelopmentKeys;
import dev.onceledger.security.IssuedKey;
import dev.onceledger.store.DatabaseSettings;
import java.io.PrintStream;
import java.net.URI;
import java.util.List;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** On the embedded store's first start, shows the keys with which to try the ledger. */
@Component
class Greeting {
  private final ApiKeys keys;
  private final DatabaseSettings database;

  Greeting(ApiKeys keys, DatabaseSettings database) {
    this.keys = keys;
    this.database = database;
  }

  @EventListener
  void greet(ApplicationReadyEvent event) {
    if (database.url() != null
        || !(event.getApplicationContext() instanceof WebServerApplicationContext web)
        || web.getWebServer() == null) {
      return;
    }
    List<IssuedKey> issued = DevelopmentKeys.createAtFirstStart(keys);
    if (!issued.isEmpty()) {
      URI base = URI.create("http://localhost:" + web.getWebServer().getPort());
      // Tokens go to whoever started the program, and never through a logger.
      PrintStream console = System.out;
      console.println(DevelopmentKeys.banner(issued, base));
    }
  }
}
