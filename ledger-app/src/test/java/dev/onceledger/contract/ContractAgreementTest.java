package dev.onceledger.contract;

import static dev.onceledger.contract.Schemas.CONTRACT;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/** The document says what the ledger does: every route, and every member that is answered. */
class ContractAgreementTest {

  private final Api orders = Ledger.shared().orders();

  @Test
  void every_route_is_described_and_everything_described_is_a_route() {
    assertThat(described()).isEqualTo(mapped());
  }

  @Test
  void a_payment_has_the_described_members_in_their_order() {
    Response payment = orders.post("/v1/payments", fresh("key"), payment(fresh("order"), "tok_ok"));

    List<String> undisputed = new ArrayList<>(members("Payment"));
    undisputed.remove("disputes");
    assertThat(payment.json().propertyNames()).containsExactlyElementsOf(undisputed);
    assertMembers(payment.json().path("amount"), "Money");
    assertMembers(payment.json().at("/operations/0"), "Operation");
    String id = payment.at("/id");
    Response events = orders.get("/v1/payments/" + id + "/events");
    assertMembers(events.json(), "EventList");
    assertMembers(events.json().at("/items/0"), "Event");
    assertMembers(orders.get("/v1/payments?limit=1").json(), "PaymentList");
  }

  @Test
  void a_key_has_the_described_members_in_their_order() {
    String key = fresh("key");
    orders.post("/v1/payments", key, payment(fresh("order"), "tok_ok"));

    assertMembers(orders.get("/v1/idempotency-keys/" + key).json(), "KeyRecord");
  }

  @Test
  void a_problem_has_only_described_members_in_their_order() {
    Response malformed = orders.post("/v1/payments", fresh("key"), "{}");
    String key = fresh("key");
    orders.post("/v1/payments", key, payment(fresh("order"), "tok_ok"));
    Response reused = orders.post("/v1/payments", key, payment(fresh("order"), "tok_ok"));

    List<String> described = new ArrayList<>(members("Problem"));
    described.remove("differs");
    assertThat(malformed.json().propertyNames()).containsExactlyElementsOf(described);
    List<String> differing = new ArrayList<>(members("Problem"));
    differing.remove("pointers");
    assertThat(reused.json().propertyNames()).containsExactlyElementsOf(differing);
  }

  // ---- the check itself, which all tests of the API use

  @Test
  void an_answer_that_is_not_described_is_found() {
    Response payment = orders.post("/v1/payments", fresh("key"), payment(fresh("order"), "tok_ok"));
    Agreement.check("POST", "/v1/payments", payment);
    String path = "/v1/payments/" + payment.at("/id");
    Response problem = orders.get("/v1/payments/nonsense");
    Agreement.check("GET", path, problem);

    disagrees("POST", "/v1/payments", with(payment, 204, payment.body()));
    disagrees("POST", "/v1/payments", with(payment, 201, "{}"));
    disagrees(
        "POST", "/v1/payments", with(payment, 201, payment.body().replace("\"CNY\"", "\"cny\"")));
    disagrees("POST", "/v1/payments", without(payment, "ETag"));
    disagrees("POST", "/v1/payments", without(payment, "Idempotency-Key-Expires"));
    disagrees("POST", "/v1/payments", without(payment, "Content-Type"));
    disagrees("GET", path, with(problem, 409, problem.body()));
    disagrees("GET", path, with(problem, 404, "{\"type\":\"about:blank\"}"));
    disagrees(
        "GET", path, with(problem, 404, problem.body().replace("payment-not", "nothing-was")));
    disagrees("GET", "/nowhere", payment);
  }

  private static void disagrees(String method, String path, Response response) {
    assertThatThrownBy(() -> Agreement.check(method, path, response))
        .isInstanceOf(AssertionError.class);
  }

  private static Response with(Response response, int status, String body) {
    return new Response(status, response.headers(), body);
  }

  private static Response without(Response response, String header) {
    HttpHeaders headers =
        HttpHeaders.of(response.headers().map(), (name, value) -> !name.equalsIgnoreCase(header));
    return new Response(response.status(), headers, response.body());
  }

  private static void assertMembers(JsonNode value, String schema) {
    assertThat(value.propertyNames()).as(schema).containsExactlyElementsOf(members(schema));
  }

  private static List<String> members(String schema) {
    JsonNode properties = CONTRACT.at("/components/schemas/" + schema + "/properties");
    return List.copyOf(properties.propertyNames());
  }

  private static Set<String> described() {
    Set<String> described = new TreeSet<>();
    for (Map.Entry<String, JsonNode> path : CONTRACT.path("paths").properties()) {
      for (String method : path.getValue().propertyNames()) {
        described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
      }
    }
    return described;
  }

  private static Set<String> mapped() {
    Set<String> mapped = new TreeSet<>();
    RequestMappingHandlerMapping mappings =
        Ledger.shared().bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
    for (RequestMappingInfo route : mappings.getHandlerMethods().keySet()) {
      for (String path : route.getPatternValues()) {
        if (path.startsWith("/v1/")) {
          assertThat(route.getMethodsCondition().getMethods()).as(path).isNotEmpty();
          route.getMethodsCondition().getMethods().forEach(m -> mapped.add(m + " " + path));
        }
      }
    }
    return mapped;
  }
}
