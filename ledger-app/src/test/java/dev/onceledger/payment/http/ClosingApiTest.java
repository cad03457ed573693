package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.ORDERS;
import static dev.onceledger.payment.http.Shop.assertRefused;
import static dev.onceledger.payment.http.Shop.key;
import static dev.onceledger.payment.http.Shop.pay;
import static dev.onceledger.payment.http.Shop.read;
import static dev.onceledger.payment.http.Shop.sandbox;
import static dev.onceledger.payment.http.Shop.voidPayment;
import static dev.onceledger.payment.http.Shop.with;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A void of a payment that is not decided yet: it is closed at the gateway first. */
class ClosingApiTest {
  @ParameterizedTest
  @CsvSource({
    "tok_never_arrived, automatic",
    "tok_never_arrived, manual",
    "tok_arrives_late, automatic"
  })
  void what_never_arrived_is_closed_before_it_counts_as_voided(String method, String capture) {
    String key = key();
    String body = payment(fresh("order"), method, 1999, "CNY", capture);
    Response created = ORDERS.post("/v1/payments", key, body);
    assertThat(created.status()).isEqualTo(202);
    String id = created.at("/id");

    Response voided = voidPayment(id, "");

    assertThat(voided.status()).isEqualTo(201);
    assertThat(voided.header("Idempotent-Replayed")).isEmpty();
    assertThat(voided.at("/state")).isEqualTo("VOIDED");
    assertThat(voided.at("/operations/0/state")).isEqualTo("FAILED");
    assertThat(voided.at("/operations/0/reason")).isEqualTo("closed-by-void");
    assertThat(voided.at("/operations/1/state")).isEqualTo("SUCCEEDED");
    assertThat(sandbox().executed(id)).isEmpty();
  }

  @Test
  void a_stubborn_client_does_not_pay_what_was_closed() {
    String key = key();
    String body = payment(fresh("order"), "tok_never_arrived");
    String id = ORDERS.post("/v1/payments", key, body).at("/id");
    voidPayment(id, "");

    Response again = ORDERS.post("/v1/payments", key, body);

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("reference");
    assertThat(again.at("/state")).isEqualTo("VOIDED");
    assertThat(sandbox().executed(id)).isEmpty();
    Response onPurpose = pay(with(payment(read(id).at("/reference"), "tok_ok"), "\"attempt\":2"));
    assertThat(onPurpose.at("/state")).isEqualTo("CAPTURED");
    assertThat(sandbox().executed(id)).containsExactly("CHARGE 1999");
  }

  @Test
  void the_same_void_again_gets_the_same_answer() {
    String id = pay(payment(fresh("order"), "tok_never_arrived")).at("/id");
    String key = key();
    Response first = ORDERS.post("/v1/payments/" + id + "/voids", key, "");

    Response again = ORDERS.post("/v1/payments/" + id + "/voids", key, "");

    assertThat(again.status()).isEqualTo(201);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
  }

  @Test
  void an_authorization_that_turns_out_done_is_voided() {
    String key = key();
    String body = payment(fresh("order"), "tok_error_500", 1999, "CNY", "manual");
    String id = ORDERS.post("/v1/payments", key, body).at("/id");

    Response voided = voidPayment(id, "");

    assertThat(voided.status()).isEqualTo(201);
    assertThat(voided.at("/state")).isEqualTo("VOIDED");
    assertThat(voided.at("/authorized/minor")).isEqualTo("1999");
    assertThat(sandbox().executed(id)).containsExactly("AUTHORIZE 1999", "VOID 1999");
    Response create = ORDERS.post("/v1/payments", key, body);
    assertThat(create.status()).isEqualTo(201);
    assertThat(create.at("/state")).isEqualTo("AUTHORIZED");
  }

  @Test
  void a_charge_that_turns_out_done_stays_and_the_void_is_declined() {
    String id = pay(payment(fresh("order"), "tok_error_500")).at("/id");

    Response voided = voidPayment(id, "");

    assertThat(voided.status()).isEqualTo(201);
    assertThat(voided.at("/state")).isEqualTo("CAPTURED");
    assertThat(voided.at("/operations/1/state")).isEqualTo("DECLINED");
    assertThat(voided.at("/operations/1/reason")).isEqualTo("already-captured");
    assertThat(sandbox().executed(id)).containsExactly("CHARGE 1999");
    assertThat(Shop.refund(id, "").at("/state")).isEqualTo("REFUNDED");
  }

  @Test
  void while_the_gateway_does_not_answer_the_void_is_in_doubt_with_the_payment() {
    String id = pay(payment(fresh("order"), "tok_down")).at("/id");

    Response voided = voidPayment(id, "");

    assertThat(voided.status()).isEqualTo(202);
    assertThat(voided.at("/state")).isEqualTo("PENDING");
    assertThat(voided.at("/operations/1/state")).isEqualTo("PROCESSING");
    assertRefused(voidPayment(id, ""), 409, "operation-in-progress");
  }
}
