package dev.onceledger;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.support.Documents;
import java.io.IOException;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;

/** What the pages say about themselves, each other and the settings is true. */
class DocsTest {
  private static final Pattern LINK =
      Pattern.compile("\\]\\(([^)\\s]+)\\)|(?m)^\\[[^\\]]+\\]: (\\S+)$");
  private static final Pattern SETTING =
      Pattern.compile("(?<![\\w.])ledger(\\.[a-z][a-z0-9-]*){2,}");
  private static final Pattern VARIABLE = Pattern.compile("\\bLEDGER_[A-Z_]+");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(ledger\\.[a-z0-9.-]+)` \\|(.*?)\\|");

  @Test
  void every_relative_link_leads_somewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : Documents.markdown()) {
      for (String link : links(page)) {
        if (!link.matches("[a-z]+:.*") && !resolves(page, link)) {
          broken.add(Documents.root().relativize(page) + ": " + link);
        }
      }
    }

    assertThat(broken).isEmpty();
  }

  @Test
  void every_page_is_on_the_map() throws IOException {
    Path docs = Documents.root().resolve("docs");
    Path map = docs.resolve("README.md");
    List<String> links = links(map);

    for (Path page : Documents.markdown()) {
      if (page.startsWith(docs) && !page.equals(map)) {
        assertThat(links).contains(docs.relativize(page).toString());
      }
    }
  }

  @Test
  void decisions_are_numbered_without_a_hole_and_their_titles_are_sentences() throws IOException {
    List<Path> decisions;
    try (Stream<Path> all = Files.list(Documents.root().resolve("docs/decisions"))) {
      decisions = all.sorted().toList();
    }

    assertThat(decisions).isNotEmpty();
    for (int i = 0; i < decisions.size(); i++) {
      String number = "%04d".formatted(i + 1);
      String file = decisions.get(i).getFileName().toString();
      assertThat(file).startsWith(number + "-").endsWith(".md");
      assertThat(Files.readAllLines(decisions.get(i)).get(0))
          .as(file)
          .matches("# " + number + " [A-Z].* .*\\.");
      assertThat(Documents.prose(decisions.get(i)))
          .as(file)
          .contains("## Context", "## Decision", "## Price");
    }
  }

  @Test
  void no_page_names_a_setting_that_there_is_not() throws IOException {
    Set<String> names = names(settings().keySet());
    Set<String> variables = new HashSet<>(Set.of("LEDGER_TEST_DATABASE_URL"));
    settings().keySet().forEach(name -> variables.add(variable(name)));
    List<Path> pages = new ArrayList<>(Documents.markdown());
    pages.add(Documents.root().resolve("docker-compose.yml"));
    pages.add(Documents.root().resolve("Dockerfile"));

    for (Path page : pages) {
      String text = Files.readString(page);
      assertThat(found(SETTING, text)).as("%s", page).isSubsetOf(names);
      assertThat(found(VARIABLE, text)).as("%s", page).isSubsetOf(variables);
    }
  }

  @Test
  void the_table_of_settings_has_all_of_them_with_their_defaults() throws IOException {
    Map<String, String> table =
        ROW.matcher(Documents.text("docs/operations.md"))
            .results()
            .collect(toMap(row -> row.group(1), row -> row.group(2).replace("`", "").strip()));

    assertThat(table).containsExactlyInAnyOrderEntriesOf(settings());
  }

  @Test
  void the_index_of_the_readme_names_every_command_and_every_event() throws IOException {
    String index =
        String.join("\n", Documents.section("README.md", "## What it can do, and where"));

    assertThat(records(PaymentCommand.class)).allMatch(name -> index.contains("`" + name + "`"));
    assertThat(records(PaymentEvent.class)).allMatch(name -> index.contains("`" + name + "`"));
  }

  // ---- links

  private static List<String> links(Path page) throws IOException {
    return LINK.matcher(Documents.prose(page))
        .results()
        .map(link -> link.group(1) == null ? link.group(2) : link.group(1))
        .toList();
  }

  private static boolean resolves(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? page : page.resolveSibling(file);
    return Files.exists(target) && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
  }

  /** The names under which GitHub shows the headings of a page. */
  private static List<String> anchors(Path page) throws IOException {
    return Documents.prose(page)
        .lines()
        .filter(line -> line.matches("#+ .*"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(title -> title.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
        .toList();
  }

  // ---- settings

  /** Every setting of the ledger with its default, as the records say; empty for none. */
  private static Map<String, String> settings() {
    ClassPathScanningCandidateComponentProvider scanner =
        new ClassPathScanningCandidateComponentProvider(false);
    scanner.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
    Map<String, String> settings = new TreeMap<>();
    scanner
        .findCandidateComponents("dev.onceledger")
        .forEach(
            found -> {
              Class<?> type = load(String.valueOf(found.getBeanClassName()));
              add(settings, type.getAnnotation(ConfigurationProperties.class).value(), type);
            });
    return settings;
  }

  private static void add(Map<String, String> settings, String prefix, Class<?> type) {
    for (Parameter parameter : type.getDeclaredConstructors()[0].getParameters()) {
      String name = prefix + "." + dashed(parameter.getName());
      if (type.equals(parameter.getType().getDeclaringClass())) {
        add(settings, name, parameter.getType());
      } else {
        DefaultValue value = parameter.getAnnotation(DefaultValue.class);
        settings.put(name, value == null ? "" : String.join(",", value.value()));
      }
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The settings, and the groups in which they stand. */
  private static Set<String> names(Set<String> settings) {
    Set<String> names = new HashSet<>();
    for (String name : settings) {
      for (int end = name.length(); end > 0; end = name.lastIndexOf('.', end - 1)) {
        names.add(name.substring(0, end));
      }
    }
    return names;
  }

  private static String dashed(String name) {
    return name.replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  /** The name of the environment variable that sets it. */
  private static String variable(String setting) {
    return setting.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(MatchResult::group).toList();
  }

  private static List<String> records(Class<?> language) {
    return Stream.of(language.getDeclaredClasses())
        .filter(Class::isRecord)
        .map(Class::getSimpleName)
        .toList();
  }
}
