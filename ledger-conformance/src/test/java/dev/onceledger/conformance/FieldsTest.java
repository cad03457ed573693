package dev.onceledger.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FieldsTest {
  private static final JsonMapper MAPPER = JsonMapper.shared();

  @Test
  void every_value_is_a_field_but_the_key() {
    JsonNode body =
        json("{'id':'${key}','to':'${unique}','a':{'b/c':1},'list':[true,{'d':'x'}],'no':null}");

    assertThat(Fields.leaves(body))
        .extracting(JsonPointer::toString)
        .containsExactly("/to", "/a/b~1c", "/list/0", "/list/1/d");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "1999, 2000",
        "19.99, 20.99",
        "true, false",
        "'CNY', 'CNZ'",
        "'tok_ok', 'tok_ol'",
        "'a 9', 'a 8'",
        "'', 'a'",
        "'order-${unique}', 'order-${other}'"
      })
  void another_value_is_of_the_same_kind(String value, String other) {
    assertThat(Fields.otherThan(json(value))).hasToString(json(other).toString());
  }

  @Test
  void a_field_in_a_list_is_changed_and_nothing_else() {
    JsonNode body = json("{'a':[1,2],'b':3}");

    assertThat(Fields.with(body, JsonPointer.compile("/a/1"), json("5")))
        .isEqualTo(json("{'a':[1,5],'b':3}"));
    assertThat(body).isEqualTo(json("{'a':[1,2],'b':3}"));
  }

  @Test
  void members_are_reordered_at_every_depth_and_lists_are_not() {
    assertThat(Fields.reordered(json("{'a':[1,2],'b':{'c':1,'d':2}}")))
        .hasToString("{\"b\":{\"d\":2,\"c\":1},\"a\":[1,2]}");
  }

  @Test
  void a_form_is_a_form() {
    RequestTemplate template =
        new RequestTemplate(
            "POST",
            "http://localhost/charges",
            Map.of("content-type", "application/x-www-form-urlencoded"),
            json("{'amount':1999,'note':'a&b ${unique}'}"));

    assertThat(template.fill(new Names("k", "u", "o")).body())
        .isEqualTo("amount=1999&note=a%26b+u");
  }

  @Test
  void without_a_key_neither_the_header_nor_the_member_is_left() {
    RequestTemplate template =
        new RequestTemplate(
            "POST",
            "http://localhost/x",
            Map.of("Idempotency-Key", "${key}"),
            json("{'requestId':'${key}','a':1}"));

    Request request = template.withoutKey().fill(Names.fresh());

    assertThat(request.headers()).containsOnlyKeys("Content-Type");
    assertThat(request.body()).isEqualTo("{\"a\":1}");
  }

  private static JsonNode json(String text) {
    return MAPPER.readTree(text.replace('\'', '"'));
  }
}
