package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.ORDERS;
import static dev.onceledger.payment.http.Shop.key;
import static dev.onceledger.payment.http.Shop.pay;
import static dev.onceledger.payment.http.Shop.read;
import static dev.onceledger.payment.http.Shop.voidPayment;
import static dev.onceledger.payment.http.Shop.with;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.ExpireAuthorization;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.idempotency.Commands;
import dev.onceledger.idempotency.IdempotentRequest;
import dev.onceledger.payment.drive.Intents;
import dev.onceledger.security.Role;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Money that moved counts, whatever had been said before: it is booked, can be refunded, and shown
 * to people.
 */
class LateSuccessApiTest {
  @Test
  void after_a_decline() {
    String key = key();
    String body = payment(fresh("order"), "tok_decline");
    Response declined = ORDERS.post("/v1/payments", key, body);

    succeeds(declined, 0);

    isBookedAndRefundable(declined, "1999");
    // No key ever gets two different final answers.
    assertThat(ORDERS.post("/v1/payments", key, body).body()).isEqualTo(declined.body());
  }

  @Test
  void after_it_failed() {
    String key = key();
    String body = payment(fresh("order"), "tok_down");
    Response created = ORDERS.post("/v1/payments", key, body);
    Ledger.shared()
        .api(Role.OPERATOR, "test")
        .post(
            "/v1/operations/" + created.at("/operations/0/id") + "/resolutions",
            key(),
            "{\"outcome\":\"FAILED\",\"reason\":\"a mistake\"}");
    assertThat(read(created.at("/id")).at("/state")).isEqualTo("FAILED");

    succeeds(created, 0);

    isBookedAndRefundable(created, "1999");
    Response repeat = ORDERS.post("/v1/payments", key, body);
    assertThat(repeat.status()).isEqualTo(201);
    assertThat(repeat.at("/state")).isEqualTo("CAPTURED");
  }

  @Test
  void after_it_was_closed_by_a_void() {
    Response created = pay(payment(fresh("order"), "tok_never_arrived"));
    assertThat(voidPayment(created.at("/id"), "").at("/state")).isEqualTo("VOIDED");

    succeeds(created, 0);

    isBookedAndRefundable(created, "1999");
  }

  @Test
  void of_a_capture_after_the_authorization_was_expired() {
    String id = Shop.authorized("tok_capture_decline");
    Response capture = Shop.capture(id, "");
    assertThat(capture.at("/operations/1/state")).isEqualTo("DECLINED");
    write(capture, 0, new ExpireAuthorization(new PaymentId(id), 1, evidence()));
    assertThat(read(id).at("/state")).isEqualTo("EXPIRED");

    succeeds(capture, 1);

    isBookedAndRefundable(capture, "1999");
  }

  @Test
  void of_an_attempt_after_another_one_took_effect() {
    String order = fresh("order");
    Response declined = pay(payment(order, "tok_decline"));
    Response second = pay(with(payment(order, "tok_ok"), "\"attempt\":2"));
    assertThat(second.at("/state")).isEqualTo("CAPTURED");

    succeeds(declined, 0);

    isBookedAndRefundable(declined, "3998");
    assertThat(contradictions(declined))
        .containsExactly("SUCCESS_AFTER_REFUSAL", "SEVERAL_ATTEMPTS_TOOK_EFFECT");
    assertThat(read(second.at("/id")).at("/gatewayReference"))
        .isEqualTo(second.at("/gatewayReference"));
  }

  private static void isBookedAndRefundable(Response payment, String minor) {
    Response now = read(payment.at("/id"));
    assertThat(now.at("/state")).isEqualTo("CAPTURED");
    assertThat(now.at("/captured/minor")).isEqualTo(minor);
    assertThat(now.at("/refundable/minor")).isEqualTo(minor);
    assertThat(contradictions(payment)).contains("SUCCESS_AFTER_REFUSAL");
    assertThat(Shop.refund(payment.at("/id"), "").status()).isEqualTo(201);
  }

  private static List<String> contradictions(Response payment) {
    return ORDERS
        .get("/v1/payments/" + payment.at("/id") + "/events")
        .json()
        .path("items")
        .valueStream()
        .filter(event -> event.path("type").asString().equals("ContradictionFound"))
        .map(event -> event.at("/data/contradiction").asString())
        .toList();
  }

  /** An inquiry says that it was done after all. */
  private static void succeeds(Response payment, int operation) {
    OperationId id = new OperationId(payment.at("/operations/" + operation + "/id"));
    write(
        payment,
        operation,
        new RecordOutcome(
            new PaymentId(payment.at("/id")),
            id,
            OperationState.SUCCEEDED,
            new GatewayReference("sbx_late_" + id.value()),
            null,
            evidence()));
  }

  private static void write(Response payment, int operation, PaymentCommand command) {
    Ledger ledger = Ledger.shared();
    IdempotentRequest request =
        ledger
            .bean(Intents.class)
            .requestOf(
                command.paymentId(),
                new OperationId(payment.at("/operations/" + operation + "/id")))
            .orElseThrow();
    ledger.bean(Commands.class).write(command, request);
  }

  private static Evidence evidence() {
    return new Evidence(Evidence.Source.INQUIRY, 1);
  }
}
