package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.contract.Agreement;
import dev.onceledger.security.Role;
import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of payments, each in a scope of its own. */
class PaymentListApiTest {
  private final String scope = fresh("list");
  private final Api orders = Agreement.of(Ledger.shared().api(Role.ORDER_SERVICE, scope));

  @Test
  void a_scope_without_payments_has_an_empty_list() {
    assertThat(list("").body()).isEqualTo("{\"items\":[],\"next\":null}");
  }

  @Test
  void payments_are_listed_whole_and_newest_first() {
    Response one = pay("tok_ok");
    Response two = pay("tok_decline");

    Response list = list("");

    assertThat(list.body())
        .isEqualTo("{\"items\":[" + two.body() + "," + one.body() + "],\"next\":null}");
    assertThat(list.header("Content-Type")).isEqualTo("application/json");
  }

  @Test
  void each_filter_and_all_together() {
    Response captured = pay("tok_ok");
    Response declined = pay("tok_decline");
    String reference = captured.at("/reference");
    String created = declined.at("/createdAt");

    assertThat(ids("reference=" + reference)).containsExactly(captured.at("/id"));
    assertThat(ids("reference=nobody")).isEmpty();
    assertThat(ids("state=DECLINED")).containsExactly(declined.at("/id"));
    assertThat(ids("state=EXPIRED")).isEmpty();
    assertThat(ids("gateway=sandbox")).hasSize(2);
    assertThat(ids("gateway=stripe")).isEmpty();
    assertThat(ids("createdFrom=" + created)).containsExactly(declined.at("/id"));
    assertThat(ids("createdTo=" + created)).containsExactly(captured.at("/id"));
    assertThat(ids("createdFrom=" + created + "&createdTo=" + created)).isEmpty();
    assertThat(ids("createdFrom=0001-01-01T00:00:00Z&createdTo=9999-12-31T23:59:59.999Z"))
        .hasSize(2);
    assertThat(
            ids(
                "state=CAPTURED&gateway=sandbox&createdTo="
                    + created
                    + "&limit=1&scope="
                    + scope
                    + "&reference="
                    + reference))
        .containsExactly(captured.at("/id"));
  }

  @Test
  void a_reference_of_any_characters_is_found() {
    String odd = "a b/c?d&e=f#g%25+~\"\\" + fresh("").substring(0, 30);
    String json = odd.replace("\\", "\\\\").replace("\"", "\\\"");
    String id = orders.post("/v1/payments", Shop.key(), payment(json, "tok_ok")).at("/id");

    String query = URLEncoder.encode(odd, UTF_8);

    assertThat(ids("reference=" + query)).containsExactly(id);
  }

  @Test
  void pages_are_stable_while_payments_come_in() {
    List<String> before = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      before.add(0, pay("tok_ok").at("/id"));
    }

    Response first = list("limit=2");
    pay("tok_ok");
    Response second = list("limit=2&cursor=" + first.at("/next"));
    pay("tok_ok");
    Response third = list("limit=2&cursor=" + second.at("/next"));

    List<String> seen = new ArrayList<>();
    for (Response page : List.of(first, second, third)) {
      page.json().path("items").forEach(item -> seen.add(item.path("id").asString()));
    }
    assertThat(seen).isEqualTo(before);
    assertThat(third.json().path("next").isNull()).isTrue();
    assertThat(ids("limit=500")).hasSize(7);
  }

  @Test
  void a_page_that_ends_with_the_last_payment_has_no_next() {
    pay("tok_ok");
    pay("tok_ok");

    assertThat(list("limit=2").json().path("next").isNull()).isTrue();
    assertThat(list("limit=1").at("/next")).isNotEmpty();
  }

  @Test
  void a_page_has_fifty_payments_unless_it_is_said_otherwise() {
    for (int i = 0; i < 51; i++) {
      pay("tok_ok");
    }

    Response page = list("");

    assertThat(page.json().path("items").size()).isEqualTo(50);
    assertThat(list("cursor=" + page.at("/next")).json().path("items").size()).isEqualTo(1);
    assertThat(ids("limit=51")).hasSize(51);
  }

  @Test
  void a_cursor_goes_with_the_filters_it_came_with() {
    pay("tok_ok");
    pay("tok_decline");
    Response captured = pay("tok_ok");

    Response first = list("state=CAPTURED&limit=1");
    Response second = list("state=CAPTURED&limit=1&cursor=" + first.at("/next"));

    assertThat(first.at("/items/0/id")).isEqualTo(captured.at("/id"));
    assertThat(second.at("/items/0/state")).isEqualTo("CAPTURED");
    assertThat(second.json().path("next").isNull()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "limit=0",
        "limit=501",
        "limit=-1",
        "limit=x",
        "limit=",
        "limit=1.5",
        "limit=1&limit=1",
        "limit=99999999999999999999",
        "state=captured",
        "state=",
        "state=PAID",
        "state=A%00",
        "gateway=",
        "gateway=No",
        "gateway=%00",
        "reference=",
        "reference=%00",
        "reference=%C3%BC",
        "createdFrom=",
        "createdFrom=x",
        "createdFrom=2026-01-01",
        "createdTo=2026-01-01T25:00:00Z",
        "createdFrom=-999999999-01-01T00:00:00Z",
        "createdTo=%2B999999999-12-31T23:59:59Z",
        "createdFrom=%2B10000-01-01T00:00:00Z",
        "createdTo=0000-12-31T23:59:59Z",
        "cursor=",
        "cursor=x",
        "cursor=%00",
        "cursor=%C3%BC",
        "cursor=AAAA",
        "page=1",
        "Limit=1",
        "sort=asc"
      })
  void a_bad_query_parameter_is_refused(String query) {
    assertRefused(list(query), 400, "malformed-request");
  }

  @Test
  void a_cursor_that_somebody_made_up_is_refused() {
    String id = "pay_00000000000000000000000000";
    for (String made :
        new String[] {
          "2026-01-01T00:00:00Z",
          "2026-01-01T00:00:00Z\n",
          "2026-01-01T00:00:00Z\n\0",
          "2026-01-01T00:00:00Z\nnonsense",
          "2026-01-01T00:00:00Z\n" + id + "\nmore",
          "now\n" + id,
          "-999999999-01-01T00:00:00Z\n" + id,
          "+999999999-01-01T00:00:00Z\n" + id
        }) {
      String cursor = Base64.getUrlEncoder().withoutPadding().encodeToString(made.getBytes(UTF_8));

      assertRefused(list("cursor=" + cursor), 400, "malformed-request");
    }
    assertThat(list("cursor=" + cursorAt("2026-01-01T00:00:00Z\n" + id)).status()).isEqualTo(200);
  }

  @Test
  void an_auditor_lists_all_scopes_or_the_one_that_it_names() {
    Api auditor = Agreement.of(Ledger.shared().api(Role.AUDITOR));
    String id = pay("tok_ok").at("/id");
    String elsewhere = Shop.captured();

    List<String> all = ids(auditor.get("/v1/payments?limit=500"));
    List<String> one = ids(auditor.get("/v1/payments?scope=" + scope));

    assertThat(all).contains(id, elsewhere);
    assertThat(one).containsExactly(id);
    assertThat(ids(auditor.get("/v1/payments?scope=nobody"))).isEmpty();
    assertThat(ids("")).containsExactly(id);
  }

  private Response list(String query) {
    return orders.get("/v1/payments" + (query.isEmpty() ? "" : "?" + query));
  }

  private List<String> ids(String query) {
    Response list = list(query);
    assertThat(list.status()).as(list.toString()).isEqualTo(200);
    return ids(list);
  }

  private static List<String> ids(Response list) {
    List<String> ids = new ArrayList<>();
    list.json().path("items").forEach(item -> ids.add(item.path("id").asString()));
    return ids;
  }

  private static String cursorAt(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
  }

  /** A payment in another millisecond than the one before, so that their order is known. */
  private Response pay(String method) {
    Response paid = orders.post("/v1/payments", Shop.key(), payment(fresh("order"), method));
    Instant created = Instant.parse(paid.at("/createdAt"));
    await().until(() -> Instant.now().isAfter(created.plusMillis(1)));
    return paid;
  }
}
