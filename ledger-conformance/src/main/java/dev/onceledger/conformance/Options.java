package dev.onceledger.conformance;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What the command line of {@link ConformanceProgram} says.
 *
 * @param asked whether the groups were named one by one
 */
record Options(Path description, Set<Group> groups, boolean asked, long seed, int repeats) {
  static final String HELP =
      """
      Tests an HTTP API with idempotency keys: does every operation take effect exactly once?

        java -jar ledger-conformance.jar DESCRIPTION [options]

        DESCRIPTION      says in JSON, or YAML, where the service is and what it claims
        --group NAMES    REPLAY, RACE, REUSE, EXPIRY, CRASH; several with commas   (all)
        --repeats N      how often what depends on chance is tried: races, kills   (5)
        --seed N         decides at which moments the service is killed            (any)
        --help           this text

      It ends with 0 if nothing was violated, 1 if something was, 2 if nothing can be said.
      """;

  /**
   * Reads a command line.
   *
   * @throws IllegalArgumentException with a message for the person who typed it
   */
  static Options parse(List<String> arguments) {
    List<Path> descriptions = new ArrayList<>();
    Set<Group> groups = EnumSet.noneOf(Group.class);
    long seed = new SecureRandom().nextInt(1_000_000);
    int repeats = 5;
    for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
      String argument = rest.next();
      switch (argument) {
        case "--group" -> groups.addAll(groups(value(argument, rest)));
        case "--seed" -> seed = number(argument, value(argument, rest), Long.MAX_VALUE);
        case "--repeats" -> repeats = (int) number(argument, value(argument, rest), 1000);
        default -> descriptions.add(path(argument));
      }
    }
    if (descriptions.size() != 1) {
      throw new IllegalArgumentException("name one description; --help says more");
    }
    boolean asked = !groups.isEmpty();
    Set<Group> run = asked ? groups : EnumSet.allOf(Group.class);
    return new Options(descriptions.get(0), run, asked, seed, repeats);
  }

  private static Path path(String argument) {
    if (argument.startsWith("--")) {
      throw new IllegalArgumentException("unknown option " + argument + "; --help says more");
    }
    return Path.of(argument);
  }

  private static String value(String name, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new IllegalArgumentException(name + " needs a value");
    }
    return rest.next();
  }

  private static List<Group> groups(String names) {
    List<Group> groups = new ArrayList<>();
    for (String name : names.split(",", -1)) {
      try {
        groups.add(Group.valueOf(name.strip().toUpperCase(Locale.ROOT)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "there is no group " + name + "; there is " + List.of(Group.values()), e);
      }
    }
    return groups;
  }

  private static long number(String name, String text, long most) {
    try {
      long number = Long.parseLong(text);
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below, like a number out of range.
    }
    throw new IllegalArgumentException(name + " is a number from 1 to " + most);
  }
}
