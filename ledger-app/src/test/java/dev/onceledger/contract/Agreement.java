package dev.onceledger.contract;

import static dev.onceledger.contract.Schemas.CONTRACT;
import static dev.onceledger.contract.Schemas.problems;
import static dev.onceledger.contract.Schemas.problemsAt;
import static dev.onceledger.contract.Schemas.resolved;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.Api;
import dev.onceledger.support.Response;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.StringNode;

/** Holds every answer that a client gets against the OpenAPI document. */
public final class Agreement {
  private static final String JSON = "application/json";
  private static final String PROBLEM = "application/problem+json";

  private Agreement() {}

  /**
   * The same caller; an answer that the document does not describe is an {@link AssertionError}.
   */
  public static Api of(Api api) {
    return api.checkedBy(Agreement::check);
  }

  /** Throws an {@link AssertionError} if the document does not describe this answer. */
  static void check(String method, String path, Response response) {
    String what = method + " " + path.replaceFirst("\\?.*", "") + " -> " + response.status();
    Optional<JsonNode> operation = operation(method, path);
    if (operation.isEmpty()) {
      problem(what, method, response);
      assertThat(response.status()).as(what).isGreaterThanOrEqualTo(400);
      return;
    }
    JsonNode answers = operation.get().path("responses");
    String status = Integer.toString(response.status());
    JsonNode answer = resolved(answers.path(answers.has(status) ? status : "default"));
    headers(what, answer, response);
    if (response.status() < 300) {
      assertThat(answers.has(status)).as(what + " is described").isTrue();
      if (!answer.has("content")) {
        assertThat(response.body()).as(what).isEmpty();
        return;
      }
      assertThat(response.header("Content-Type")).as(what).isEqualTo(JSON);
      body(what, method, answer.at("/content/application~1json/schema/$ref"), response);
    } else {
      problem(what, method, response);
      boolean described = answers.has(status) || response.at("/type").equals("about:blank");
      assertThat(described || method.equals("HEAD")).as(what + " is described").isTrue();
      names(what, method, answer, response);
    }
  }

  private static void body(String what, String method, JsonNode schema, Response response) {
    if (method.equals("HEAD")) {
      assertThat(response.body()).as(what).isEmpty();
    } else {
      assertThat(problemsAt(schema.asString(), response.json())).as(what).isEmpty();
    }
  }

  private static void problem(String what, String method, Response response) {
    assertThat(response.header("Content-Type")).as(what).isEqualTo(PROBLEM);
    if (!method.equals("HEAD")) {
      assertThat(problems("Problem", response.json())).as(what).isEmpty();
      assertThat(response.json().path("status").asInt()).as(what).isEqualTo(response.status());
    }
  }

  /** A problem of the ledger's own is one of those that the document names for this request. */
  private static void names(String what, String method, JsonNode answer, Response response) {
    if (!method.equals("HEAD") && !response.at("/type").equals("about:blank")) {
      assertThat(answer.at("/content/application~1problem+json/examples").propertyNames())
          .as(what)
          .contains(response.problem());
    }
  }

  private static void headers(String what, JsonNode answer, Response response) {
    for (Map.Entry<String, JsonNode> header : answer.path("headers").properties()) {
      String place = header.getValue().path("$ref").asString();
      JsonNode described = CONTRACT.at(place.substring(1));
      Optional<String> value = response.headers().firstValue(header.getKey());
      if (value.isPresent()) {
        assertThat(problemsAt(place + "/schema", typed(described, value.get())))
            .as(what + " " + header.getKey())
            .isEmpty();
      } else {
        assertThat(described.path("required").asBoolean(false))
            .as(what + " lacks " + header.getKey())
            .isFalse();
      }
    }
  }

  private static JsonNode typed(JsonNode header, String value) {
    boolean number = header.at("/schema/type").asString("").equals("integer");
    return number && value.matches("[0-9]{1,9}")
        ? IntNode.valueOf(Integer.parseInt(value))
        : StringNode.valueOf(value);
  }

  /** The operation that the document has for a request; HEAD is described by GET. */
  private static Optional<JsonNode> operation(String method, String path) {
    String name = (method.equals("HEAD") ? "GET" : method).toLowerCase(Locale.ROOT);
    String bare = path.replaceFirst("\\?.*", "");
    return CONTRACT.path("paths").properties().stream()
        .filter(e -> bare.matches(e.getKey().replaceAll("\\{[^}]*}", "[^/]+")))
        .map(e -> e.getValue().path(name))
        .filter(JsonNode::isObject)
        .findFirst();
  }
}
