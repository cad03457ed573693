package dev.onceledger.proof.checker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** An honest run passes, and each lie is found and named. */
class CheckerTest {
  private final HandMade run = new HandMade();

  @Test
  void an_honest_run_passes() {
    assertThat(run.judged().violations()).isEmpty();
    assertThat(run.judged().text()).contains("checked 1 keys: a key has one final answer");
  }

  @Test
  void a_double_charge_is_found() {
    run.done("op_2", "CAPTURE", 700);
    found("a business operation is executed at most once", "op_2 was executed twice");
  }

  @Test
  void something_that_nobody_asked_for_is_found() {
    run.done("op_9", "CAPTURE", 1);
    found("a business operation is executed at most once", "nobody asked for");
  }

  @Test
  void an_order_that_is_paid_in_two_attempts_is_found() {
    run.event("AttemptStarted", "op_4", 0, "\"attempt\":2,\"capture\":\"AUTOMATIC\"");
    run.done("op_4", "CHARGE", 1000);
    found("a business operation is executed at most once", "paid in two attempts");
  }

  @Test
  void a_lost_capture_that_an_answer_told_of_is_found() {
    run.executions.remove(1);
    found("a business operation is executed at most once", "op_2 was said to be done");
    found("the money that moved", "the gateway moved 0");
  }

  @Test
  void a_capture_that_no_event_tells_of_is_found() {
    run.events.remove(5);
    found("the money that moved", "REFUND op_3 is PROCESSING");
    found("nothing is in doubt", "op_3 is in doubt");
  }

  @Test
  void another_amount_at_the_gateway_is_found() {
    run.executions.remove(2);
    run.done("op_3", "REFUND", 201);
    found("the money that moved", "the gateway moved 201");
  }

  @Test
  void a_send_under_another_key_while_the_first_is_alive_is_found() {
    run.arrived("op_1", 3, "HELD");
    found("an operation is sent under another key only", "op_1.3");
  }

  @Test
  void a_send_that_nobody_asked_for_is_found() {
    run.arrived("op_9", 1, "DECLINED");
    found("an operation is sent under another key only", "nobody asked for");
  }

  @Test
  void two_answers_for_one_key_are_found() {
    run.answered("key", "{}", 201, run.exchanges.get(0).answer() + " ");
    found("a key has one final answer", "has two answers");
  }

  @Test
  void an_answer_to_other_content_is_found() {
    run.answered("key", "{\"reason\":\"other\"}", 201, run.exchanges.get(0).answer());
    found("a key has one final answer", "other content");
  }

  @Test
  void the_same_content_that_is_held_for_another_is_found() {
    run.answered("key", "{ }", 422, "{\"type\":\"/problems/idempotency-key-reused\"}");
    found("a key has one final answer", "is held for another request");
  }

  @Test
  void another_spelling_of_the_same_content_is_no_lie() {
    run.answered("key", "{ \"attempt\" : null }", 201, run.exchanges.get(0).answer());
    assertThat(run.judged().violations()).isEmpty();
  }

  @Test
  void a_hole_in_a_history_is_found() {
    Event last = run.events.remove(5);
    run.events.remove(4);
    run.events.add(last);
    found("a history is a path", "event 5 stands where 4 is due");
  }

  @Test
  void a_step_that_no_state_allows_is_found() {
    run.event("AttemptStarted", "op_4", 0, "\"attempt\":2,\"capture\":\"MANUAL\"");
    found("a history is a path", "a new attempt of a payment that is CAPTURED");
  }

  @Test
  void an_operation_that_succeeds_twice_is_found() {
    run.event("PaymentCaptured", "op_2", 700, "\"gatewayReference\":\"sbx_4\"");
    found("a history is a path", "it succeeded twice");
  }

  @Test
  void the_same_business_operation_under_two_ids_is_found() {
    run.event("RefundRequested", "op_4", 100, "\"attempt\":1,\"reference\":\"return\"");
    found("a history is a path", "the same business operation twice");
  }

  @Test
  void a_refund_above_what_was_refundable_is_found() {
    run.event("RefundRequested", "op_4", 501, "\"attempt\":1,\"reference\":\"more\"");
    found("captured <= authorized", "501 is refunded of 500");
  }

  @Test
  void a_refund_beside_one_in_flight_and_a_dispute_is_found() {
    run.event("RefundRequested", "op_4", 200, "\"attempt\":1,\"reference\":\"more\"");
    run.event("DisputeOpened", "op_2", 200, "\"dispute\":\"dp_1\"");
    run.event("RefundRequested", "op_5", 101, "\"attempt\":1,\"reference\":\"still-more\"");
    found("captured <= authorized", "101 is refunded of 100");
  }

  @Test
  void a_capture_above_what_is_authorized_is_found() {
    run.event("CaptureRequested", "op_4", 301, "\"attempt\":1,\"reference\":\"more\"");
    run.event("PaymentCaptured", "op_4", 301, "\"gatewayReference\":\"sbx_4\"");
    found("captured <= authorized", "301 is captured of 300");
    found("captured <= authorized", "captured is above authorized");
  }

  @Test
  void a_view_that_is_off_by_one_is_found() {
    run.show("/refundable", "minor", 501);
    found("a view is what the events tell", "refundable is shown as 501 and told as 500");
  }

  @Test
  void a_view_that_skipped_an_event_is_found() {
    run.show("", "version", 5);
    found("a view is what the events tell", "not at version 6");
  }

  @Test
  void a_payment_without_a_view_is_found() {
    run.views.clear();
    found("a view is what the events tell", "it has no view");
  }

  @Test
  void a_read_that_shows_an_older_version_is_found() {
    run.read(200, run.exchanges.get(0).answer().replace("\"version\":6", "\"version\":5"));
    found("a read shows at least", "version 6 was told before");
  }

  @Test
  void a_read_that_does_not_know_what_was_told_is_found() {
    run.read(404, "{}");
    found("a read shows at least", "version 6 was told before");
  }

  @Test
  void what_the_ledger_holds_for_in_doubt_is_found() {
    run.unresolved.add("operation op_9");
    found("nothing is in doubt", "operation op_9");
  }

  @Test
  void a_forgotten_answer_is_found() {
    run.records.set(0, new KeyRecord("key", "FAILED", 0, ""));
    found("the record of a key", "the record is KeyRecord[key=key, status=FAILED");
  }

  @Test
  void a_contradiction_is_found() {
    run.event("ContradictionFound", "op_1", 0, "\"contradiction\":\"SECOND_SUCCESS\"");
    found("nothing contradicts itself", "SECOND_SUCCESS");
  }

  @Test
  void a_contradiction_that_the_money_does_not_bear_out_is_found() {
    String more = "\"contradiction\":\"MORE_RETURNED_THAN_CAPTURED\"";
    run.event("DisputeLost", "op_2", 500, "\"dispute\":\"dp_1\"");
    run.event("ContradictionFound", "op_2", 0, more);
    found("nothing contradicts itself", "MORE_RETURNED_THAN_CAPTURED");
  }

  @Test
  void a_request_without_end_is_found() {
    run.answered("other", "{}", 202, "{}");
    run.answered("other", "{}", 409, "{\"retryable\":true}");
    found("a request that is repeated ends", "other was asked 2 times");
  }

  @Test
  void the_shortest_history_tells_all_of_it() {
    run.done("op_2", "CAPTURE", 700);
    Evidence evidence =
        new Evidence(
            run.events,
            run.executions,
            run.arrivals,
            run.views,
            run.records,
            run.exchanges,
            List.of(),
            List.of(
                new Fault(
                    run.events.get(0).at(), run.events.get(0).at(), "node_killed", "node 1")));
    String story =
        Story.shortest(evidence, Checker.check(evidence).violations()).orElseThrow().text();
    assertThat(story)
        .contains("the shortest history: pay_1")
        .contains("0 PaymentCreated")
        .contains("POST /v1/payments key")
        .contains("kind=CAPTURE, minor=700")
        .contains("node_killed, node 1");
  }

  private void found(String promise, String what) {
    assertThat(run.judged().violations())
        .anySatisfy(
            violation -> {
              assertThat(violation.promise()).startsWith(promise);
              assertThat(violation.what()).contains(what);
            });
  }
}
