package dev.onceledger.gateway.sandbox;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the command line of {@link SandboxProgram} says.
 *
 * <p>Parsing throws {@link IllegalArgumentException} with a message for the person who typed it.
 */
record SandboxOptions(
    String bind, int port, Path data, SandboxTimes times, @Nullable Notifier notifier) {

  static final String HELP =
      """
      A sandbox payment gateway for Onceledger.

        --port N                          where to listen; 0 takes any free port   (8090)
        --bind ADDRESS                    on which address                         (127.0.0.1)
        --data DIR                        where the account is kept                (./data/sandbox)
        --late-after-seconds N            how long tok_arrives_late is held        (120)
        --authorization-valid-seconds N   how long an authorization holds          (604800)
        --notify URL                      where notifications are posted           (nowhere)
        --notify-secret-file FILE         what signs them; or ONCELEDGER_NOTIFY_SECRET
        --help                            this text
      """;

  private static final List<String> NAMES =
      List.of(
          "--port",
          "--bind",
          "--data",
          "--late-after-seconds",
          "--authorization-valid-seconds",
          "--notify",
          "--notify-secret-file");
  private static final String SECRET_VARIABLE = "ONCELEDGER_NOTIFY_SECRET";

  static SandboxOptions parse(List<String> arguments, Map<String, String> environment) {
    Map<String, String> given = pairs(arguments);
    return new SandboxOptions(
        given.getOrDefault("--bind", "127.0.0.1"),
        number(given, "--port", 8090, 0, 65_535),
        Path.of(given.getOrDefault("--data", "./data/sandbox")),
        SandboxTimes.of(
            seconds(given, "--late-after-seconds", 120),
            seconds(given, "--authorization-valid-seconds", 604_800)),
        notifier(given, environment));
  }

  private static Map<String, String> pairs(List<String> arguments) {
    Map<String, String> given = new HashMap<>();
    for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
      String name = rest.next();
      if (!NAMES.contains(name)) {
        throw new IllegalArgumentException("unknown option " + name);
      }
      if (!rest.hasNext()) {
        throw new IllegalArgumentException(name + " needs a value");
      }
      given.put(name, rest.next());
    }
    return given;
  }

  private static Duration seconds(Map<String, String> given, String name, int standard) {
    return Duration.ofSeconds(number(given, name, standard, 1, Integer.MAX_VALUE));
  }

  private static int number(
      Map<String, String> given, String name, int standard, int least, int most) {
    String text = given.get(name);
    if (text == null) {
      return standard;
    }
    try {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below, like a number out of range.
    }
    throw new IllegalArgumentException(name + " is a number from " + least + " to " + most);
  }

  private static @Nullable Notifier notifier(
      Map<String, String> given, Map<String, String> environment) {
    String url = given.get("--notify");
    if (url == null) {
      return null;
    }
    NotificationSecret secret = secret(given, environment);
    try {
      return new Notifier(URI.create(url), secret);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--notify is an http or https address", e);
    }
  }

  private static NotificationSecret secret(
      Map<String, String> given, Map<String, String> environment) {
    String file = given.get("--notify-secret-file");
    if (file != null) {
      return NotificationSecret.read(Path.of(file));
    }
    return Optional.ofNullable(environment.get(SECRET_VARIABLE))
        .filter(secret -> !secret.isBlank())
        .map(NotificationSecret::new)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--notify needs a secret: --notify-secret-file or " + SECRET_VARIABLE));
  }
}
