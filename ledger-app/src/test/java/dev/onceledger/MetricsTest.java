package dev.onceledger;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.idempotency.Commands;
import dev.onceledger.payment.drive.Intents;
import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.Environment;

/** What is in doubt shows in the metrics, on a port of their own and nowhere else. */
class MetricsTest {
  @Test
  void what_is_in_doubt_and_what_contradicts_itself_is_counted() {
    try (Ledger ledger =
        Ledger.start(
            "management.server.port=0",
            "ledger.recovery.alarm-after-seconds=1",
            "ledger.recovery.enabled=false")) {
      Api orders = ledger.orders();
      Api metrics = new Api(managementUri(ledger), "none");
      Response created =
          orders.post("/v1/payments", fresh("key"), payment(fresh("order"), "tok_error_500"));
      Response other = orders.post("/v1/payments", fresh("key"), payment(fresh("order"), "tok_ok"));

      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () -> {
                String shown = metrics.get("/actuator/prometheus").body();
                assertThat(shown)
                    .contains("ledger_operations_unresolved{gateway=\"sandbox\"} 1.0")
                    .contains("ledger_operations_overdue{gateway=\"sandbox\"} 1.0")
                    .contains("ledger_notifications_waiting{status=\"PARKED\"} 0.0");
              });

      secondSuccess(ledger, other);
      assertThat(metrics.get("/actuator/prometheus").body())
          .contains("ledger_contradictions_total{contradiction=\"SECOND_SUCCESS\"} 1.0")
          .doesNotContain(created.at("/id"))
          .doesNotContain("tok_");
      assertThat(orders.get("/v1/payments/" + other.at("/id") + "/events").at("/items/2/type"))
          .isEqualTo("ContradictionFound");
      assertThat(orders.get("/actuator/prometheus").status()).isEqualTo(403);
    }
  }

  @Test
  void without_a_port_of_their_own_nobody_sees_them() {
    assertThat(Ledger.shared().orders().get("/actuator/prometheus").status()).isEqualTo(403);
  }

  private static URI managementUri(Ledger ledger) {
    String port = ledger.bean(Environment.class).getRequiredProperty("local.management.port");
    return URI.create("http://localhost:" + port);
  }

  private static void secondSuccess(Ledger ledger, Response created) {
    PaymentId payment = new PaymentId(created.at("/id"));
    OperationId operation = new OperationId(created.at("/operations/0/id"));
    ledger
        .bean(Commands.class)
        .record(
            new RecordOutcome(
                payment,
                operation,
                OperationState.SUCCEEDED,
                new GatewayReference("sbx_another"),
                null,
                new Evidence(Evidence.Source.INQUIRY, 1)),
            ledger.bean(Intents.class).requestOf(payment, operation).orElseThrow(),
            null);
  }
}
