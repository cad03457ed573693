package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.support.Bodies.part;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.Response;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What happened to a payment. */
class PaymentHistoryApiTest {
  @Test
  void intents_and_outcomes_are_told_oldest_first() {
    String id = Shop.authorized();
    Shop.capture(id, part(500, "CNY"));
    Response last = Shop.refund(id, "{\"reason\":\"broken\"}");

    Response events = Shop.ORDERS.get("/v1/payments/" + id + "/events");

    assertThat(events.status()).isEqualTo(200);
    assertThat(events.json().path("next").isNull()).isTrue();
    List<String> types = new ArrayList<>();
    List<Long> positions = new ArrayList<>();
    long sequence = 0;
    for (JsonNode event : events.json().path("items")) {
      assertThat(event.propertyNames())
          .containsExactly("position", "sequence", "type", "at", "data", "metadata", "hash");
      assertThat(event.path("sequence").asLong()).isEqualTo(sequence++);
      assertThat(event.path("hash").asString()).matches("[0-9a-f]{64}");
      assertThat(event.at("/data/paymentId").asString()).isEqualTo(id);
      types.add(event.path("type").asString());
      positions.add(event.path("position").asLong());
    }
    assertThat(types)
        .containsExactly(
            "PaymentCreated",
            "PaymentAuthorized",
            "CaptureRequested",
            "PaymentCaptured",
            "RefundRequested",
            "PaymentRefunded");
    assertThat(positions).isSorted().doesNotHaveDuplicates();
    assertThat(positions.get(5)).isEqualTo(last.json().path("position").asLong());
    assertThat(events.at("/items/4/data/reason")).isEqualTo("broken");
    assertThat(events.at("/items/5/at")).isEqualTo(last.at("/updatedAt"));
  }

  @Test
  void the_metadata_says_who_asked_and_under_which_key() {
    String id = Shop.captured();
    String key = Shop.key();
    Shop.ORDERS.post("/v1/payments/" + id + "/refunds", key, "{}", "X-Request-Id", "trace-7001");
    Response record = Shop.ORDERS.get("/v1/idempotency-keys/" + key);

    Response events = Shop.ORDERS.get("/v1/payments/" + id + "/events");

    for (int event : new int[] {2, 3}) {
      JsonNode metadata = events.json().at("/items/" + event + "/metadata");
      assertThat(metadata.path("scope").asString()).isEqualTo("test");
      assertThat(metadata.path("actor").asString()).startsWith("key:");
      assertThat(metadata.path("idempotencyKey").asString()).isEqualTo(key);
      assertThat(metadata.path("requestId").asString()).isEqualTo("trace-7001");
      assertThat(metadata.path("fingerprint").asString())
          .isEqualTo(record.at("/request/fingerprint"));
    }
  }

  @Test
  void a_refusal_leaves_no_event() {
    String id = Shop.authorized();
    Shop.refund(id, "");
    Shop.capture(id, part(5000, "CNY"));
    Shop.capture(id, part(5, "EUR"));

    assertThat(sequences(Shop.ORDERS.get("/v1/payments/" + id + "/events")))
        .containsExactly(0L, 1L);
  }

  @Test
  void pages_follow_each_other_and_take_in_what_comes() {
    String id = Shop.authorized();
    Shop.capture(id, part(500, "CNY"));
    String path = "/v1/payments/" + id + "/events?limit=3";

    Response first = Shop.ORDERS.get(path);
    Shop.refund(id, "");
    Response second = Shop.ORDERS.get(path + "&cursor=" + first.at("/next"));

    assertThat(sequences(first)).containsExactly(0L, 1L, 2L);
    assertThat(sequences(second)).containsExactly(3L, 4L, 5L);
    assertThat(second.json().path("next").isNull()).isTrue();
    Response whole = Shop.ORDERS.get("/v1/payments/" + id + "/events");
    assertThat(whole.at("/items/0/hash")).isEqualTo(first.at("/items/0/hash"));
    assertThat(whole.json().at("/items/3")).isEqualTo(second.json().at("/items/0"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "limit=0",
        "limit=501",
        "limit=x",
        "cursor=",
        "cursor=x",
        "cursor=LTE",
        "cursor=%00",
        "cursor=OTk5OTk5OTk5OTk5OTk5OTk5OTk",
        "version=1",
        "after=1",
        "limit=1&limit=1"
      })
  void a_bad_query_parameter_is_refused(String query) {
    String id = Shop.captured();

    assertRefused(
        Shop.ORDERS.get("/v1/payments/" + id + "/events?" + query), 400, "malformed-request");
  }

  private static List<Long> sequences(Response page) {
    List<Long> sequences = new ArrayList<>();
    page.json().path("items").forEach(e -> sequences.add(e.path("sequence").asLong()));
    return sequences;
  }
}
