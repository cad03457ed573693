package dev.onceledger.gateway.sandbox;

import static dev.onceledger.gateway.sandbox.Signed.SOUND;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.gateway.GatewayNotification;
import dev.onceledger.gateway.GatewayNotification.Kind;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NotificationJsonTest {
  private static final String AMOUNT = "\"amount\":{\"minor\":1999,\"currency\":\"CNY\"},";
  private static final String REFERENCE = "\"gatewayReference\":\"sbx_1\",";

  @Test
  void everything_that_it_says_is_read() {
    assertThat(read(SOUND))
        .isEqualTo(
            new GatewayNotification(
                "evt_1",
                Kind.SUCCEEDED,
                new OperationId("op_00000000000000000000000000"),
                new GatewayReference("sbx_1"),
                null,
                Calls.cny(1999),
                2,
                Instant.parse("2026-03-01T11:59:58.123456Z")));
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"DISPUTE_OPENED", "DISPUTE_WON", "DISPUTE_LOST"})
  void a_dispute_is_named_by_the_reference_of_the_body(Kind kind) {
    GatewayNotification told = read(SOUND.replace("SUCCEEDED", kind.name()));

    assertThat(told.kind()).isEqualTo(kind);
    assertThat(told.dispute()).isEqualTo(new GatewayReference("sbx_1"));
    assertThat(told.amount()).isEqualTo(Calls.cny(1999));
    assertMalformed(SOUND.replace("SUCCEEDED", kind.name()).replace(REFERENCE, ""));
    assertMalformed(SOUND.replace("SUCCEEDED", kind.name()).replace(AMOUNT, ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"DECLINED", "FAILED", "CLOSED"})
  void what_moved_nothing_needs_no_amount_and_no_reference(String outcome) {
    String body = SOUND.replace("SUCCEEDED", outcome);

    assertThat(read(body.replace(AMOUNT, "").replace(REFERENCE, "")))
        .returns(null, GatewayNotification::amount)
        .returns(null, GatewayNotification::gatewayReference);
    assertThat(read(body.replace("\"sbx_1\"", "null")).gatewayReference()).isNull();
  }

  @Test
  void members_that_are_not_known_are_left_alone() {
    String more = SOUND.replace("{\"id\"", "{\"livemode\":false,\"more\":{\"id\":[1]},\"id\"");

    assertThat(read(more)).isEqualTo(read(SOUND));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "\"evt_1\", \"\"",
        "\"evt_1\", 1",
        "\"evt_1\", null",
        "evt_1, evt 1",
        "evt_1, evt_\\u0007",
        "evt_1, évt",
        "\"id\", \"ID\"",
        "op_0, pay_0",
        "op_0, op_00",
        "\"operationId\", \"operation\"",
        "\"sbx_1\", 1",
        "\"sbx_1\", \"\"",
        "\"sbx_1\", {}",
        "SUCCEEDED, succeeded",
        "SUCCEEDED, PENDING",
        "SUCCEEDED, CHANGED",
        "SUCCEEDED, IRRELEVANT",
        "\"SUCCEEDED\", null",
        "\"SUCCEEDED\", 0",
        "1999, \"1999\"",
        "1999, 1999.0",
        "1999, 1e3",
        "1999, 0",
        "1999, -1",
        "1999, null",
        "1999, 1000000000000001",
        "1999, 99999999999999999999",
        "CNY, cny",
        "CNY, XXX",
        "\"CNY\", 156",
        "\"amount\", \"sum\"",
        "`\"version\":2`, `\"version\":0`",
        "`\"version\":2`, `\"version\":-1`",
        "`\"version\":2`, `\"version\":2.0`",
        "`\"version\":2`, `\"version\":\"2\"`",
        "`\"version\":2`, `\"version\":2147483648`",
        "`\"version\":2,`, ``",
        "2026-03-01T, 2026-02-30T",
        "2026-03-01T, 2026-03-01",
        "123456Z, 123456+02:00",
        "2026-, +12026-",
        "`\"occurredAt\"`, `\"occurred\"`",
        "`{\"id\"`, `{\"id\":\"evt_0\",\"id\"`",
        "`{\"minor\"`, `{\"minor\":1,\"minor\"`",
        "`{\"id\"`, `[{\"id\"`",
        "`{\"id\"`, `{id`",
      })
  void one_thing_wrong_and_it_is_malformed(String sound, String broken) {
    assertThat(SOUND).contains(sound);

    assertMalformed(SOUND.replace(sound, broken));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "\"\"", "{}", "{", "{}{}"})
  void what_is_no_object_is_malformed(String body) {
    assertMalformed(body);
  }

  @Test
  void what_follows_the_object_is_malformed() {
    assertMalformed(SOUND + "{}");
    assertMalformed(SOUND + "x");
  }

  @Test
  void only_utf_8_is_read() {
    for (byte[] body :
        List.of(
            SOUND.getBytes(UTF_16),
            SOUND.replace("{\"id\"", "{\"name\":\"é\",\"id\"").getBytes(ISO_8859_1))) {
      assertThatThrownBy(() -> Signed.read(body)).satisfies(NotificationJsonTest::isMalformed);
    }
  }

  @Test
  void an_id_has_at_most_255_characters() {
    String longest = "e".repeat(255);

    assertThat(read(SOUND.replace("evt_1", longest)).eventId()).isEqualTo(longest);
    assertMalformed(SOUND.replace("evt_1", longest + "e"));
  }

  @Test
  void a_refusal_names_the_place_and_no_value() {
    assertThatThrownBy(() -> read(SOUND.replace("1999", "\"much\"")))
        .isInstanceOfSatisfying(
            Rejection.class,
            rejection -> {
              assertThat(rejection.pointers()).containsExactly("/amount/minor");
              assertThat(rejection.detail()).doesNotContain("much");
            });
  }

  private static GatewayNotification read(String body) {
    return Signed.read(body.getBytes(UTF_8));
  }

  private static void assertMalformed(String body) {
    assertThatThrownBy(() -> read(body)).satisfies(NotificationJsonTest::isMalformed);
  }

  private static void isMalformed(Throwable thrown) {
    assertThat(thrown)
        .isInstanceOfSatisfying(
            Rejection.class,
            rejection -> assertThat(rejection.reason()).isEqualTo(Reason.MALFORMED_REQUEST));
  }
}
