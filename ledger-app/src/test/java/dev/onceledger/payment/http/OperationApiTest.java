package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.ORDERS;
import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.payment.http.Shop.key;
import static dev.onceledger.payment.http.Shop.sandbox;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.contract.Agreement;
import dev.onceledger.idempotency.Commands;
import dev.onceledger.payment.drive.Intents;
import dev.onceledger.security.Role;
import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is in doubt, and what an operator does about it. */
class OperationApiTest {
  private static final Api OPERATOR = Agreement.of(Ledger.shared().api(Role.OPERATOR, "test"));
  private static final Api OPERATOR_OF_ALL = Agreement.of(Ledger.shared().api(Role.OPERATOR));
  private static final String IN_DOUBT = "/v1/operations?inDoubt=true";

  private final String orderKey = key();
  private final String order = payment(fresh("order"), "tok_down");
  private final Response created = ORDERS.post("/v1/payments", orderKey, order);
  private final String id = created.at("/id");
  private final String operation = created.at("/operations/0/id");

  private Response resolve(String body) {
    return OPERATOR.post("/v1/operations/" + operation + "/resolutions", key(), body);
  }

  private static String resolution(String outcome) {
    return "{\"outcome\":\"" + outcome + "\",\"reason\":\"seen in the console\"}";
  }

  // ---- the list

  @Test
  void what_is_in_doubt_is_listed_with_its_age_and_its_payment() {
    Response found = find(operation);

    assertThat(found.at("/paymentId")).isEqualTo(id);
    assertThat(found.at("/kind")).isEqualTo("CHARGE");
    assertThat(found.at("/gateway")).isEqualTo("sandbox");
    assertThat(found.at("/attempts")).isEqualTo("1");
    assertThat(Long.parseLong(found.at("/ageSeconds"))).isNotNegative();
    assertThat(found.at("/payment/amount/minor")).isEqualTo("1999");
  }

  @Test
  void what_is_known_is_not_listed() {
    resolve(resolution("FAILED"));

    assertThat(listed(OPERATOR, "")).doesNotContain(operation);
  }

  @Test
  void pages_follow_one_another_oldest_first() {
    List<String> whole = listed(OPERATOR, "");
    Response first = OPERATOR.get(IN_DOUBT + "&limit=1");

    assertThat(first.texts("/items/0/id")).isEmpty();
    assertThat(first.at("/items/0/id")).isEqualTo(whole.get(0));
    assertThat(whole).contains(operation).doesNotHaveDuplicates();
    List<String> paged = new ArrayList<>();
    String cursor = "";
    do {
      Response page = OPERATOR.get(IN_DOUBT + "&limit=2" + cursor);
      page.json().path("items").forEach(item -> paged.add(item.path("id").asString()));
      cursor = page.json().path("next").isNull() ? "" : "&cursor=" + page.at("/next");
    } while (!cursor.isEmpty());
    assertThat(paged).containsAll(whole.subList(0, whole.indexOf(operation) + 1));
  }

  @Test
  void a_scope_sees_only_what_is_its_own() {
    Api stranger = Agreement.of(Ledger.shared().api(Role.OPERATOR, "another-shop"));

    assertThat(listed(stranger, "")).doesNotContain(operation);
    assertThat(listed(OPERATOR_OF_ALL, "&scope=test")).contains(operation);
    assertThat(stranger.get(IN_DOUBT + "&scope=test").status()).isEqualTo(403);
    String elsewhere = "/v1/operations/" + operation + "/resolutions?scope=another-shop";
    assertRefused(
        OPERATOR_OF_ALL.post(elsewhere, key(), resolution("FAILED")), 404, "payment-not-found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?inDoubt=false", "?inDoubt=true&limit=0", "?inDoubt=true&cursor=x"})
  void a_question_of_another_form_is_refused(String query) {
    assertThat(OPERATOR.get("/v1/operations" + query).problem()).isEqualTo("malformed-request");
  }

  @Test
  void an_order_service_neither_lists_nor_resolves() {
    assertThat(ORDERS.get(IN_DOUBT).status()).isEqualTo(403);
    String path = "/v1/operations/" + operation + "/resolutions";
    assertThat(ORDERS.post(path, key(), resolution("FAILED")).status()).isEqualTo(403);
  }

  // ---- resolving by hand

  @Test
  void a_success_by_hand_is_a_success_with_the_reason_in_the_history() {
    String body =
        "{\"outcome\":\"SUCCEEDED\",\"reason\":\"their console says so\","
            + "\"gatewayReference\":\"sbx_by_hand\"}";

    Response resolved = resolve(body);

    assertThat(resolved.status()).isEqualTo(201);
    assertThat(resolved.at("/state")).isEqualTo("CAPTURED");
    assertThat(resolved.at("/gatewayReference")).isEqualTo("sbx_by_hand");
    Response history = ORDERS.get("/v1/payments/" + id + "/events");
    assertThat(history.at("/items/1/type")).isEqualTo("OperationResolved");
    assertThat(history.at("/items/1/data/reason")).isEqualTo("their console says so");
    assertThat(history.at("/items/1/metadata/actor")).startsWith("key:");
    assertThat(history.at("/items/2/data/evidence/source")).isEqualTo("OPERATOR");
  }

  @Test
  void the_clients_repeat_gets_what_the_operator_decided() {
    resolve(resolution("DECLINED"));

    Response repeat = ORDERS.post("/v1/payments", orderKey, order);

    assertThat(repeat.status()).isEqualTo(201);
    assertThat(repeat.at("/state")).isEqualTo("DECLINED");
    assertThat(repeat.at("/operations/0/reason")).isEqualTo("resolved-by-operator");
    assertThat(repeat.header("Idempotent-Replayed")).isEqualTo("true");
  }

  @Test
  void what_failed_by_hand_goes_out_again_with_the_same_key() {
    resolve(resolution("FAILED"));
    Response record = ORDERS.get("/v1/idempotency-keys/" + orderKey);
    assertThat(record.at("/status")).isEqualTo("FAILED");
    assertThat(record.at("/problem/type")).isEqualTo("/problems/gateway-not-reached");

    ORDERS.post("/v1/payments", orderKey, order);

    assertThat(ORDERS.get("/v1/payments/" + id).at("/operations/0/attempts")).isEqualTo("2");
    assertThat(sandbox().executed(id)).isEmpty();
  }

  @Test
  void what_was_executed_after_all_is_not_failed_by_hand() {
    Response done = Shop.pay(payment(fresh("order"), "tok_error_500"));
    String path = "/v1/operations/" + done.at("/operations/0/id") + "/resolutions";

    assertRefused(OPERATOR.post(path, key(), resolution("FAILED")), 412, "version-mismatch");

    assertThat(Shop.read(done.at("/id")).at("/state")).isEqualTo("CAPTURED");
    assertThat(sandbox().executed(done.at("/id"))).containsExactly("CHARGE 1999");
  }

  @Test
  void what_is_failed_by_hand_is_closed_so_that_it_never_arrives() {
    Response late = Shop.pay(payment(fresh("order"), "tok_arrives_late"));
    String path = "/v1/operations/" + late.at("/operations/0/id") + "/resolutions";

    assertThat(OPERATOR.post(path, key(), resolution("FAILED")).status()).isEqualTo(201);

    assertThat(
            new Api(Ledger.shared().sandboxUri(), "none")
                .get("/operations/" + late.at("/operations/0/id") + ".1")
                .at("/outcome"))
        .isEqualTo("CLOSED");
  }

  /** The gateway does not answer: nobody knows whether the call is still on its way. */
  @Test
  void what_is_still_under_way_and_cannot_be_fenced_is_not_decided_by_hand() {
    Ledger.shared()
        .jdbc()
        .update("update open_operation set returned_at = null where operation_id = ?", operation);

    assertRefused(resolve(resolution("FAILED")), 409, "operation-in-progress");
    assertRefused(resolve(resolution("DECLINED")), 409, "operation-in-progress");
    assertThat(resolve(resolution("SUCCEEDED")).status()).isEqualTo(201);
  }

  /** It was executed, and by a mistake of the gateway's clerk held for failed. */
  @Test
  void before_the_next_generation_is_sent_the_one_before_is_closed_or_counts() {
    String key = key();
    String body = payment(fresh("order"), "tok_lost_reply");
    Response done = ORDERS.post("/v1/payments", key, body);
    OperationId id = new OperationId(done.at("/operations/0/id"));
    PaymentId paymentId = new PaymentId(done.at("/id"));
    Ledger.shared()
        .bean(Commands.class)
        .write(
            new RecordOutcome(
                paymentId,
                id,
                OperationState.FAILED,
                null,
                "a-mistake",
                new Evidence(Evidence.Source.INQUIRY, 1)),
            Ledger.shared().bean(Intents.class).requestOf(paymentId, id).orElseThrow());

    Response again = ORDERS.post("/v1/payments", key, body);

    assertThat(again.status()).isEqualTo(201);
    assertThat(again.at("/state")).isEqualTo("CAPTURED");
    assertThat(sandbox().executed(done.at("/id"))).containsExactly("CHARGE 1999");
  }

  @Test
  void a_void_that_is_resolved_as_done_closes_the_payment() {
    String path = "/v1/payments/" + id + "/voids";
    Response voided = ORDERS.post(path, key(), "");
    assertThat(voided.status()).isEqualTo(202);

    Response resolved =
        OPERATOR.post(
            "/v1/operations/" + voided.at("/operations/1/id") + "/resolutions",
            key(),
            resolution("SUCCEEDED"));

    assertThat(resolved.at("/state")).isEqualTo("VOIDED");
    Response repeat = ORDERS.post("/v1/payments", orderKey, order);
    assertThat(repeat.status()).isEqualTo(200);
    assertThat(repeat.at("/state")).isEqualTo("VOIDED");
  }

  @Test
  void a_success_by_hand_learns_its_name_when_the_gateway_tells_it() {
    resolve(resolution("SUCCEEDED"));
    assertThat(Shop.read(id).at("/gatewayReference")).startsWith(operation);

    Ledger.shared()
        .bean(Commands.class)
        .write(
            new RecordOutcome(
                new PaymentId(id),
                new OperationId(operation),
                OperationState.SUCCEEDED,
                new GatewayReference("sbx_true"),
                null,
                new Evidence(Evidence.Source.CALL, 1)),
            Ledger.shared()
                .bean(Intents.class)
                .requestOf(new PaymentId(id), new OperationId(operation))
                .orElseThrow());

    assertThat(Shop.read(id).at("/gatewayReference")).isEqualTo("sbx_true");
    assertThat(ORDERS.get("/v1/payments/" + id + "/events").at("/items/3/type"))
        .isEqualTo("GatewayReferenceLearned");
  }

  @Test
  void the_same_resolution_again_is_replayed_and_changes_nothing() {
    String key = key();
    String path = "/v1/operations/" + operation + "/resolutions";
    Response first = OPERATOR.post(path, key, resolution("DECLINED"));

    Response again = OPERATOR.post(path, key, resolution("DECLINED"));

    assertThat(again.status()).isEqualTo(201);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(OPERATOR.post(path, key, resolution("FAILED")).problem())
        .isEqualTo("idempotency-key-reused");
    assertThat(ORDERS.get("/v1/payments/" + id).at("/version")).isEqualTo(first.at("/version"));
  }

  @Test
  void what_is_decided_is_not_resolved_a_second_time() {
    resolve(resolution("DECLINED"));
    String key = key();

    Response late =
        OPERATOR.post("/v1/operations/" + operation + "/resolutions", key, resolution("FAILED"));

    assertRefused(late, 412, "version-mismatch");
    assertThat(OPERATOR.get("/v1/idempotency-keys/" + key).status()).isEqualTo(404);
  }

  @Test
  void an_operator_of_all_scopes_acts_in_that_of_the_operation() {
    String path = "/v1/operations/" + operation + "/resolutions";

    assertThat(OPERATOR_OF_ALL.post(path, key(), resolution("DECLINED")).status()).isEqualTo(201);
  }

  @Test
  void an_operation_of_another_scope_or_of_nobody_is_not_found() {
    Api stranger = Agreement.of(Ledger.shared().api(Role.OPERATOR, "another-shop"));
    String path = "/v1/operations/" + operation + "/resolutions";

    assertRefused(stranger.post(path, key(), resolution("FAILED")), 404, "payment-not-found");
    for (Api operator : List.of(OPERATOR, OPERATOR_OF_ALL)) {
      for (String unknown : List.of("op_nonsense", "op_00000000000000000000000000")) {
        assertRefused(
            operator.post(
                "/v1/operations/" + unknown + "/resolutions", key(), resolution("FAILED")),
            404,
            "payment-not-found");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|/outcome /reason",
        "{'outcome':'PROCESSING','reason':'x'}|/outcome",
        "{'outcome':'succeeded','reason':'x'}|/outcome",
        "{'outcome':'FAILED','reason':' '}|/reason",
        "{'outcome':'FAILED','reason':7}|/reason",
        "{'outcome':'SUCCEEDED','reason':'x','gatewayReference':''}|/gatewayReference",
        "{'outcome':'FAILED','reason':'x','more':1}|/more"
      })
  void a_resolution_of_another_form_is_refused(String body, String pointers) {
    assertRefused(resolve(body.replace('\'', '"')), 400, "malformed-request", pointers.split(" "));
  }

  // ---- the words

  private static List<String> listed(Api api, String query) {
    List<String> ids = new ArrayList<>();
    api.get(IN_DOUBT + "&limit=500" + query)
        .json()
        .path("items")
        .forEach(item -> ids.add(item.path("id").asString()));
    return ids;
  }

  private static Response find(String operation) {
    Response list = OPERATOR.get(IN_DOUBT + "&limit=500");
    for (var item : list.json().path("items")) {
      if (item.path("id").asString().equals(operation)) {
        return new Response(200, list.headers(), item.toString());
      }
    }
    throw new AssertionError(operation + " is not listed");
  }
}
