package dev.onceledger.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The variables {@code ${env.NAME}}, and which values came from them. */
final class Environment {
  private static final Pattern PLACE = Pattern.compile("\\$\\{(env\\.)?([^}]*)\\}");
  private static final Set<String> PLACES = Set.of("key", "unique", "other");

  private final Map<String, String> variables;
  private final List<String> secrets = new ArrayList<>();

  Environment(Map<String, String> variables) {
    this.variables = variables;
  }

  JsonNode fill(JsonNode description) {
    return Fields.texts(description, text -> PLACE.matcher(text).replaceAll(this::value));
  }

  private String value(MatchResult place) {
    String name = place.group(2);
    if (place.group(1) == null) {
      if (!PLACES.contains(name)) {
        throw new BadDescription(
            place.group(),
            "there is ${key}, ${unique} and ${env.NAME}; in a command write $NAME for the shell");
      }
      return Matcher.quoteReplacement(place.group());
    }
    String value = variables.get(name);
    if (value == null) {
      throw new BadDescription(
          place.group(), "the environment has no variable " + name + "; set it");
    }
    secrets.add(value);
    return Matcher.quoteReplacement(value);
  }

  /** What came from here, and what stands in headers that hold secrets, with or without scheme. */
  Masks masks(RequestTemplate command, Action effects) {
    List<String> all = new ArrayList<>(secrets);
    all.addAll(secretHeaders(command));
    if (effects instanceof Action.Http http) {
      all.addAll(secretHeaders(http.request()));
    }
    return Masks.of(all);
  }

  private static List<String> secretHeaders(RequestTemplate request) {
    List<String> values = new ArrayList<>();
    request
        .headers()
        .forEach(
            (name, value) -> {
              if (Masks.isSecret(name)) {
                values.add(value.substring(value.indexOf(' ') + 1));
              }
            });
    return values;
  }
}
