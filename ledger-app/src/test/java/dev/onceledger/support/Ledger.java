package dev.onceledger.support;

import dev.onceledger.LedgerApplication;
import dev.onceledger.api.Scope;
import dev.onceledger.gateway.Gateway;
import dev.onceledger.gateway.sandbox.Sandbox;
import dev.onceledger.security.ApiKeys;
import dev.onceledger.security.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/** A ledger in this JVM, on a database of its own or one that it shares with another node. */
public final class Ledger implements AutoCloseable {
  private static @Nullable Ledger shared;

  private final @Nullable TestDatabase owned;
  private final @Nullable TestDatabase database;
  private final ServletWebServerApplicationContext context;

  private Ledger(
      @Nullable TestDatabase owned,
      @Nullable TestDatabase database,
      List<String> settings,
      @Nullable Clock clock,
      Gateway... others) {
    this.owned = owned;
    this.database = database;
    this.context =
        (ServletWebServerApplicationContext)
            new SpringApplicationBuilder(LedgerApplication.class)
                .initializers(
                    created -> {
                      var beans = created.getBeanFactory();
                      beans.registerSingleton("onlyProduction", new OnlyProduction());
                      if (clock != null) {
                        ((GenericApplicationContext) created)
                            .registerBean(
                                "clockOfTheTest",
                                Clock.class,
                                () -> clock,
                                bean -> bean.setPrimary(true));
                      }
                      for (Gateway other : others) {
                        beans.registerSingleton("gateway-" + other.name(), other);
                      }
                    })
                .run(settings.toArray(String[]::new));
  }

  /** The ledger that all tests share which need no other, until the JVM ends. */
  public static synchronized Ledger shared() {
    if (shared == null) {
      Ledger ledger =
          start(
              "ledger.gateway.sandbox.read-timeout-millis=2500",
              // However many of the payment methods of all tests fail.
              "ledger.gateway.circuit.window-calls=100000",
              "ledger.gateway.circuit.minimum-calls=100000");
      Runtime.getRuntime().addShutdownHook(new Thread(ledger::close));
      shared = ledger;
    }
    return shared;
  }

  /** A ledger of its own, with settings as {@code name=value}. */
  public static Ledger start(String... settings) {
    TestDatabase database = TestDatabase.create();
    return new Ledger(database, database, arguments(database, settings), null);
  }

  /** A ledger of its own that goes by this clock. */
  public static Ledger startAt(Clock clock, String... settings) {
    TestDatabase database = TestDatabase.create();
    return new Ledger(database, database, arguments(database, settings), clock);
  }

  /** A ledger on a server of the caller's, which its role {@code postgres} may use. */
  public static Ledger at(String url, String... settings) {
    List<String> all = arguments(url, "postgres", "none", settings);
    return new Ledger(null, null, all, null);
  }

  /** Another node on the same database and the same sandbox. */
  public Ledger node(String... settings) {
    return nodeAt(sandboxUri(), settings);
  }

  /** Another node on the same database, which reaches the sandbox here and has more gateways. */
  public Ledger nodeAt(URI sandbox, String[] settings, Gateway... others) {
    TestDatabase both = Objects.requireNonNull(database);
    List<String> all = arguments(both, settings);
    all.add("--ledger.gateway.sandbox.url=" + sandbox);
    return new Ledger(null, both, all, null, others);
  }

  /** Another node on the same database and the same sandbox, which goes by a clock of its own. */
  public Ledger nodeAt(Clock clock, String... settings) {
    TestDatabase both = Objects.requireNonNull(database);
    List<String> all = arguments(both, settings);
    all.add("--ledger.gateway.sandbox.url=" + sandboxUri());
    return new Ledger(null, both, all, clock);
  }

  /**
   * Another node on the same database and the same sandbox, as a process of its own.
   *
   * @param crash where it dies or freezes, as {@link dev.onceledger.crash.CrashPoint} has it; empty
   *     for nowhere
   */
  public Program process(String crash, String... settings) {
    List<String> all = new ArrayList<>(List.of(settings));
    TestDatabase both = Objects.requireNonNull(database);
    all.add("ledger.database.url=" + both.url());
    all.add("ledger.database.username=" + both.username());
    all.add("ledger.database.password=" + both.password());
    all.add("ledger.database.allow-unsafe=true");
    all.add("ledger.gateway.sandbox.url=" + sandboxUri());
    return Program.crashing(crash, Program.freePort(), all.toArray(String[]::new));
  }

  /** Runs a program that comes with the ledger on the same database, and gives what it printed. */
  public String run(String... arguments) {
    TestDatabase both = Objects.requireNonNull(database);
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--ledger.database.url=" + both.url());
    all.add("--ledger.database.username=" + both.username());
    all.add("--ledger.database.password=" + both.password());
    all.add("--ledger.database.allow-unsafe=true");
    return Program.run(all);
  }

  private static List<String> arguments(TestDatabase database, String... settings) {
    return arguments(database.url(), database.username(), database.password(), settings);
  }

  private static List<String> arguments(
      String url, String username, String password, String... settings) {
    List<String> all = new ArrayList<>();
    all.add("--server.port=0");
    all.add("--logging.level.root=warn");
    all.add("--ledger.database.url=" + url);
    all.add("--ledger.database.username=" + username);
    all.add("--ledger.database.password=" + password);
    all.add("--ledger.database.allow-unsafe=true");
    all.add("--ledger.gateway.sandbox.data-directory=" + temporary());
    if (Arrays.stream(settings).noneMatch(setting -> setting.startsWith("ledger.recovery."))) {
      // What is in doubt stays so, unless the test is about its recovery.
      all.add("--ledger.recovery.enabled=false");
    }
    Arrays.stream(settings).map(setting -> "--" + setting).forEach(all::add);
    return all;
  }

  public URI uri() {
    return URI.create(
        "http://localhost:" + Objects.requireNonNull(context.getWebServer()).getPort());
  }

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  public <T> T bean(String name, Class<T> type) {
    return context.getBean(name, type);
  }

  public JdbcTemplate jdbc() {
    return bean(JdbcTemplate.class);
  }

  /** A client with a fresh key of this role in this scope. */
  public Api api(Role role, String scope) {
    return new Api(uri(), bean(ApiKeys.class).create(role, new Scope(scope), "test").token());
  }

  /** A client with a fresh key of this role for all scopes. */
  public Api api(Role role) {
    return new Api(uri(), bean(ApiKeys.class).create(role, null, "test").token());
  }

  /** An order service of the scope {@code test}. */
  public Api orders() {
    return api(Role.ORDER_SERVICE, "test");
  }

  public SandboxOracle sandbox() {
    return new SandboxOracle(sandboxUri());
  }

  public URI sandboxUri() {
    return bean(Sandbox.class).uri();
  }

  @Override
  public void close() {
    context.close();
    if (owned != null) {
      owned.close();
    }
  }

  /** Tests have controllers and configurations of their own, which are no part of a ledger. */
  private static final class OnlyProduction extends TypeExcludeFilter {
    @Override
    public boolean match(MetadataReader reader, MetadataReaderFactory readers) throws IOException {
      return reader.getResource().getURL().getPath().contains("/test-classes/");
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof OnlyProduction;
    }

    @Override
    public int hashCode() {
      return OnlyProduction.class.hashCode();
    }
  }

  private static String temporary() {
    try {
      return Files.createTempDirectory("onceledger-sandbox").toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
