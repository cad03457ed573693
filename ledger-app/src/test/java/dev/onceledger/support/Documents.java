package dev.onceledger.support;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The pages of the repository, as a reader of it finds them. */
public final class Documents {
  private static final Set<String> NOT_OURS = Set.of("target", "data", ".git", "node_modules");
  private static final Pattern FENCE = Pattern.compile("(?ms)^```.*?^```$");

  private Documents() {}

  /** The directory of the README; the build runs each module's tests in the module's. */
  public static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("README.md"))) {
      directory = directory.getParent();
      if (directory == null) {
        throw new IllegalStateException("there is no README.md above the working directory");
      }
    }
    return directory;
  }

  public static List<Path> markdown() throws IOException {
    List<Path> pages = new ArrayList<>();
    collect(root(), pages);
    return pages;
  }

  public static String text(String path) throws IOException {
    return Files.readString(root().resolve(path));
  }

  /** A page without its fenced blocks, in which nothing is a link or a heading. */
  public static String prose(Path page) throws IOException {
    return FENCE.matcher(Files.readString(page)).replaceAll("");
  }

  /** The lines of a page from the line of this heading to before the next one of its level. */
  public static List<String> section(String path, String heading) throws IOException {
    List<String> lines = text(path).lines().toList();
    int start = lines.indexOf(heading);
    if (start < 0) {
      throw new IllegalStateException(path + " has no line " + heading);
    }
    String level = heading.substring(0, heading.indexOf(' ') + 1);
    List<String> section = new ArrayList<>(List.of(heading));
    lines.stream()
        .skip(start + 1L)
        .takeWhile(line -> !line.startsWith(level))
        .forEach(section::add);
    return section;
  }

  /** What stands in the blocks of this language, one after the other. */
  public static String blocks(List<String> section, String language) {
    boolean inside = false;
    List<String> lines = new ArrayList<>();
    for (String line : section) {
      if (line.startsWith("```")) {
        inside = line.equals("```" + language);
      } else if (inside) {
        lines.add(line);
      }
    }
    return lines.stream().collect(joining("\n", "", "\n"));
  }

  private static void collect(Path directory, List<Path> pages) throws IOException {
    List<Path> entries;
    try (Stream<Path> all = Files.list(directory)) {
      entries = all.sorted().toList();
    }
    for (Path entry : entries) {
      String name = entry.getFileName().toString();
      if (Files.isDirectory(entry) && !NOT_OURS.contains(name)) {
        collect(entry, pages);
      } else if (name.endsWith(".md")) {
        pages.add(entry);
      }
    }
  }
}
