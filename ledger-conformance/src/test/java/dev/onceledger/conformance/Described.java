package dev.onceledger.conformance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The description of a tiny service, to be changed and run. */
final class Described {
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private final Path directory;
  private final ObjectNode root;

  Described(Path directory, int port) {
    this.directory = directory;
    this.root =
        (ObjectNode)
            MAPPER.readTree(
                """
                {
                  "command": {
                    "url": "http://127.0.0.1:%1$d/orders",
                    "headers": {
                      "Authorization": "Bearer ${env.TOKEN}",
                      "Idempotency-Key": "${key}"
                    },
                    "body": {
                      "reference": "order-${unique}",
                      "amount": {"minor": 1999, "currency": "CNY"},
                      "gift": false
                    }
                  },
                  "effects": {"url": "http://127.0.0.1:%1$d/effects", "count": "/effects/n"},
                  "claims": {"keyRequired": true, "sameJson": true},
                  "client": {"patienceSeconds": 20},
                  "expiry": {
                    "forget": {"method": "DELETE", "url": "http://127.0.0.1:%1$d/keys/${key}"}
                  }
                }
                """
                    .formatted(port));
  }

  /** What a run ended with. */
  record Run(int exit, String output) {
    /** The groups that ended so. */
    List<String> groups(String verdict) {
      String end = output.strip().lines().reduce("", (before, line) -> line);
      return List.of(end.split(", ")).stream()
          .filter(group -> group.endsWith(" " + verdict))
          .map(group -> group.substring(0, group.indexOf(' ')))
          .toList();
    }
  }

  /** With the member at this pointer being this JSON. */
  Described with(String pointer, String json) {
    int name = pointer.lastIndexOf('/');
    JsonNode parent = root.at(pointer.substring(0, name));
    ((ObjectNode) parent).set(pointer.substring(name + 1), MAPPER.readTree(json));
    return this;
  }

  Run run(String... options) throws IOException {
    return runFile("description.json", root.toPrettyString(), options);
  }

  Run runFile(String name, String text, String... options) throws IOException {
    Path file = Files.writeString(directory.resolve(name), text);
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add(file.toString());
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    int exit =
        ConformanceProgram.run(
            arguments,
            Map.of("TOKEN", "tiny-secret"),
            new PrintStream(printed, true, StandardCharsets.UTF_8));
    return new Run(exit, printed.toString(StandardCharsets.UTF_8));
  }
}
