package dev.onceledger.conformance.tiny;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.json.JsonMapper;

/** Lines in a file, each there as a whole or not at all; it survives its process. */
final class Journal {
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private final Path file;
  private final List<Line> lines = new ArrayList<>();

  Journal(Path directory) {
    this.file = directory.resolve("journal.jsonl");
    try {
      if (Files.exists(file)) {
        Files.readAllLines(file).forEach(text -> lines.add(MAPPER.readValue(text, Line.class)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  synchronized void append(Line line) {
    try {
      Files.writeString(
          file,
          MAPPER.writeValueAsString(line) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    lines.add(line);
  }

  /** How many lines there are. */
  synchronized int size() {
    return lines.size();
  }

  synchronized long effects(Predicate<Line> which) {
    return lines.stream().filter(Line::isEffect).filter(which).count();
  }

  /** What is known of a key. */
  synchronized Optional<Line> find(String key, int from) {
    Optional<Line> found = Optional.empty();
    for (Line line : lines.subList(from, lines.size())) {
      if (line.key().equals(key) && line.what() != Line.What.EFFECT) {
        found = line.what() == Line.What.FORGET ? Optional.empty() : Optional.of(line);
      }
    }
    return found;
  }

  synchronized Optional<Line> findReference(String reference, int from) {
    return lines.subList(from, lines.size()).stream()
        .filter(line -> line.isEffect() && line.reference().equals(reference))
        .findFirst();
  }
}
