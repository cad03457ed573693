package dev.onceledger.contract;

import static dev.onceledger.contract.Schemas.CONTRACT;
import static dev.onceledger.contract.Schemas.problems;
import static dev.onceledger.contract.Schemas.resolved;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

class OpenApiTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Test
  void what_is_served_is_what_was_written() throws IOException {
    try (InputStream yaml = new ClassPathResource("openapi/openapi.yaml").getInputStream()) {
      assertThat(CONTRACT).isEqualTo(YAMLMapper.builder().build().readTree(yaml));
    }
    assertThat(CONTRACT.path("openapi").asString()).startsWith("3.1.");
  }

  @Test
  void every_reference_leads_somewhere_and_everything_is_referred_to() {
    Set<String> references = new TreeSet<>();
    walk(CONTRACT, node -> node.path("$ref").asStringOpt().ifPresent(references::add));

    assertThat(references)
        .allSatisfy(
            reference ->
                assertThat(CONTRACT.at(reference.substring(1)).isMissingNode())
                    .as(reference)
                    .isFalse());
    for (Map.Entry<String, JsonNode> kind : CONTRACT.path("components").properties()) {
      if (!kind.getKey().equals("securitySchemes")) {
        assertThat(kind.getValue().propertyNames())
            .allSatisfy(
                name ->
                    assertThat(references).contains("#/components/" + kind.getKey() + "/" + name));
      }
    }
  }

  @Test
  void every_problem_is_an_answer_of_some_request() {
    Set<String> answered = new TreeSet<>();
    answers()
        .flatMap(answer -> answer.at("/content/application~1problem+json/examples").valueStream())
        .map(example -> resolved(example).at("/value/type").asString())
        .forEach(answered::add);

    assertThat(answered)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Reason.values()).map(r -> "/problems/" + r.wireName()).toList());
  }

  @Test
  void an_example_stands_under_its_own_status() {
    for (JsonNode operation : operations()) {
      for (Map.Entry<String, JsonNode> answer : operation.path("responses").properties()) {
        resolved(answer.getValue())
            .at("/content/application~1problem+json/examples")
            .valueStream()
            .map(example -> resolved(example).at("/value/status").asString())
            .forEach(status -> assertThat(status).isEqualTo(answer.getKey()));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_example_of_a_problem_is_what_the_ledger_says(Reason reason) {
    JsonNode example = CONTRACT.at("/components/examples/" + reason.wireName() + "/value");

    Rejection rejection = new Rejection(reason, "No.");
    JsonNode command = JSON.readTree(Problem.ofCommand(rejection).json());

    for (String member : List.of("type", "title", "status")) {
      assertThat(example.path(member)).isEqualTo(command.path(member));
    }
    for (String member : List.of("retryable", "effect")) {
      assertThat(example.path(member)).isIn(command.path(member), example.path("absent"));
    }
    assertThat(problems("Problem", example)).isEmpty();
  }

  @Test
  void examples_of_requests_and_answers_are_what_their_schema_says() {
    Map<JsonNode, List<String>> checked = new HashMap<>();
    walk(
        CONTRACT,
        node -> {
          JsonNode schema = node.at("/schema/$ref");
          if (!schema.isMissingNode()) {
            Stream<JsonNode> inline =
                Stream.of(node.path("example")).filter(example -> !example.isMissingNode());
            Stream<JsonNode> named =
                node.path("examples").valueStream().map(each -> resolved(each).path("value"));
            Stream.concat(inline, named)
                .forEach(example -> checked.put(example, problems(name(schema), example)));
          }
        });

    assertThat(checked).hasSizeGreaterThan(Reason.values().length);
    assertThat(checked.values()).allSatisfy(problems -> assertThat(problems).isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          CreatePayment | {"reference":"r","amount":{"minor":1,"currency":"CNY"},"paymentMethod":"t"} | true
          CreatePayment | {"reference":"r","amount":{"minor":1,"currency":"CNY"},"paymentMethod":"t","colour":1} | false
          CreatePayment | {"reference":"r","amount":{"minor":"1","currency":"CNY"},"paymentMethod":"t"} | false
          CreatePayment | {"reference":"r","amount":{"minor":0,"currency":"CNY"},"paymentMethod":"t"} | false
          CreatePayment | {"reference":"r","amount":{"minor":1,"currency":"cny"},"paymentMethod":"t"} | false
          CreatePayment | {"reference":"","amount":{"minor":1,"currency":"CNY"},"paymentMethod":"t"} | false
          CreatePayment | {"amount":{"minor":1,"currency":"CNY"},"paymentMethod":"t"} | false
          CreatePayment | {"reference":"r","amount":{"minor":1,"currency":"CNY"},"paymentMethod":"t","attempt":100} | false
          CapturePayment | {} | true
          CapturePayment | {"amount":{"minor":1,"currency":"CNY","decimal":"0.01"}} | false
          VoidPayment | {"attempt":2} | true
          VoidPayment | {"amount":{"minor":1,"currency":"CNY"}} | false
          RefundPayment | {"reason":"damaged"} | true
          RefundPayment | {"attempt":1} | false
          """)
  void bodies_are_strict(String schema, String body, boolean allowed) {
    assertThat(problems(schema, JSON.readTree(body)).isEmpty()).isEqualTo(allowed);
  }

  @Test
  void every_command_takes_a_key_and_needs_a_token() {
    assertThat(CONTRACT.path("security").toString()).isEqualTo("[{\"bearer\":[]}]");
    List<JsonNode> commands =
        operations().stream()
            .filter(operation -> operation.at("/tags/0").asString().equals("commands"))
            .toList();
    assertThat(commands)
        .hasSize(4)
        .allSatisfy(
            command -> {
              assertThat(command.has("security")).isFalse();
              assertThat(command.path("parameters").toString())
                  .contains("#/components/parameters/IdempotencyKey");
              assertThat(command.path("responses").propertyNames())
                  .contains("200", "201", "202", "400", "401", "403", "409", "412", "422", "503");
            });
  }

  private Stream<JsonNode> answers() {
    return operations().stream()
        .flatMap(operation -> operation.path("responses").valueStream())
        .map(Schemas::resolved);
  }

  private List<JsonNode> operations() {
    return CONTRACT
        .path("paths")
        .valueStream()
        .flatMap(JsonNode::valueStream)
        .filter(node -> node.has("operationId"))
        .toList();
  }

  private static String name(JsonNode reference) {
    return reference.asString().substring("#/components/schemas/".length());
  }

  private static void walk(JsonNode node, Consumer<JsonNode> visitor) {
    visitor.accept(node);
    node.valueStream().forEach(child -> walk(child, visitor));
  }
}
