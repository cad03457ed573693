package dev.onceledger.contract;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The OpenAPI document as it is served, and the schemas in it. */
final class Schemas {
  static final JsonNode CONTRACT =
      JsonMapper.builder().build().readTree(new ContractController().document().getBody());

  private static final String ADDRESS = "https://onceledger.example/openapi";
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDialect(
          Dialects.getDraft202012(),
          builder ->
              builder
                  .schemaRegistryConfig(
                      SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build())
                  .schemas(Map.of(ADDRESS, CONTRACT.toString())));

  private Schemas() {}

  /** What is wrong with a value, by the schema of a name. */
  static List<String> problems(String schema, JsonNode value) {
    return problemsAt("#/components/schemas/" + schema, value);
  }

  /** What is wrong with a value, by the schema at a place in the document. */
  static List<String> problemsAt(String place, JsonNode value) {
    return REGISTRY.getSchema(SchemaLocation.of(ADDRESS + place)).validate(value).stream()
        .map(Error::toString)
        .toList();
  }

  /** What a reference refers to. */
  static JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? CONTRACT.at(node.path("$ref").asString().substring(1)) : node;
  }
}
