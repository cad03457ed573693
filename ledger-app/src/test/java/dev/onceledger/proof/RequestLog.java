package dev.onceledger.proof;

import dev.onceledger.proof.checker.Exchange;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Every request and what came of it, one line each. */
final class RequestLog implements AutoCloseable {
  private final BufferedWriter lines;
  private final Map<String, Integer> answers = new TreeMap<>();
  private int requests;

  RequestLog(Path file) throws IOException {
    lines = Files.newBufferedWriter(file);
  }

  synchronized void add(Exchange exchange) {
    try {
      lines.write(exchange.toLine());
      lines.newLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    requests++;
    answers.merge(Answers.name(exchange), 1, Integer::sum);
  }

  synchronized String text() {
    return "  %,d requests; answers: %s%n".formatted(requests, answers);
  }

  @Override
  public synchronized void close() throws IOException {
    lines.close();
  }
}
