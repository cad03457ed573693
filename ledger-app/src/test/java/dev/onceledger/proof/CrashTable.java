package dev.onceledger.proof;

import dev.onceledger.support.Documents;
import dev.onceledger.support.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What became of each cell, for people. {@code -Ddocs.write=true} writes it into the docs. */
final class CrashTable {
  private static final Path PAGE = Path.of("docs", "crash-matrix.md");

  private final Map<String, Map<String, String>> rows = new LinkedHashMap<>();
  private final Set<String> columns = new LinkedHashSet<>();

  void add(CrashCase cell, String how, Response last, long sends) {
    String column = how.toLowerCase(Locale.ROOT).replace('_', ' ');
    columns.add(column);
    rows.computeIfAbsent(
            "%s | %s".formatted(cell.command().name().toLowerCase(Locale.ROOT), cell.place()),
            row -> new LinkedHashMap<>())
        .put(column, outcome(last) + ", " + sends + (sends == 1 ? " send" : " sends"));
  }

  private static String outcome(Response last) {
    if (last.status() == 412) {
      return "decided meanwhile";
    }
    return last.header("Idempotent-Replayed").isEmpty() ? "done by a repeat" : "done, told again";
  }

  void writeIfAsked() throws IOException {
    StringBuilder page = new StringBuilder(HEAD);
    page.append("| command | place | ").append(String.join(" | ", columns)).append(" |\n");
    page.append("| --- | ---").append(" | ---".repeat(columns.size())).append(" |\n");
    rows.forEach(
        (row, cells) -> {
          page.append("| ").append(row);
          columns.forEach(column -> page.append(" | ").append(cells.getOrDefault(column, "")));
          page.append(" |\n");
        });
    System.out.print(page);
    if (Boolean.getBoolean("docs.write")) {
      Files.writeString(Documents.root().resolve(PAGE), page);
    }
  }

  private static final String HEAD =
      """
      # The crash matrix

      For each command, each place at which the ledger dies and each way to die: what the client got that then sent the same request
      under the same key until the answer was final. In every cell the gateway executed it exactly once (a void that closes and
      an operator's decision: never), the answer was that of an undisturbed one, the record SUCCEEDED, the view what the events
      tell, and nothing in doubt. *Sends* counts all of the payment's that reached the gateway.

      `CrashMatrixTest` tries some cells in every build. This page is what it wrote when it tried all:

      """;
}
