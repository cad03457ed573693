package dev.onceledger;

import static dev.onceledger.support.Bodies.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.support.Api;
import dev.onceledger.support.Errand;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Program;
import dev.onceledger.support.Response;
import dev.onceledger.support.Signed;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node dies while it takes in what a gateway tells; another finishes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ToldNodeTest {
  private static final String SECRET = "what-both-sides-know";

  private @Nullable Ledger front;

  /** Where the clients are. It takes up nothing of what gateways tell. */
  @BeforeAll
  void startTheNodeOfTheClients() {
    front =
        Ledger.start(
            "ledger.gateway.sandbox.notification-secret=" + SECRET,
            "ledger.gateway.sandbox.read-timeout-millis=1000",
            "ledger.notifications.enabled=false",
            "ledger.recovery.enabled=false");
  }

  @AfterAll
  void stop() {
    front().close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"notification-stored", "notification-claimed", "notification-written"})
  void what_was_told_to_a_node_that_died_is_taken_in_once(String point) {
    Api orders = front().orders();
    Errand errand = Errand.charge("tok_lost_reply");
    Response created = errand.sendTo(orders);
    assertThat(created.status()).isEqualTo(202);

    try (Program dying = told(point + ":kill")) {
      tell(dying, created);
      dying.awaitDeathAt(point);
    }
    try (Ledger further = further()) {
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> decided(created) && errand.standingAt(orders).equals("SUCCEEDED"));

      Response repeat = errand.sendTo(orders.at(further.uri()));
      assertThat(repeat.status()).isEqualTo(201);
      assertThat(repeat.at("/state")).isEqualTo("CAPTURED");
      assertThat(errand.historyAt(orders)).containsExactly("PaymentCreated", "PaymentCharged");
      assertThat(front().sandbox().executed(errand.paymentId())).isEqualTo(errand.executed());
    }
  }

  /** The gateway gets no answer from a node that dies first. */
  private void tell(Program node, Response payment) {
    String body =
        """
        {"id":"%s","operationId":"%s","gatewayReference":"%s","outcome":"SUCCEEDED",\
        "amount":{"minor":1999,"currency":"CNY"},"version":2,"occurredAt":"2026-12-01T09:30:00Z"}"""
            .formatted(fresh("evt"), payment.at("/operations/0/id"), referenceOf(payment));
    String signature = Signed.header(SECRET, Instant.now().getEpochSecond(), body);
    try {
      Response answer =
          new Api(node.uri(), "none")
              .post(
                  "/v1/gateways/sandbox/notifications",
                  fresh("key"),
                  body,
                  "Gateway-Signature",
                  signature);
      assertThat(answer.status()).isEqualTo(204);
    } catch (UncheckedIOException e) {
      assertThat(e).hasMessageContaining("header parser received no bytes");
    }
  }

  private String referenceOf(Response payment) {
    return Objects.requireNonNull(
        new Api(front().sandboxUri(), "none")
            .get("/account?paymentId=" + payment.at("/id"))
            .at("/items/0/reference"));
  }

  private boolean decided(Response payment) {
    return front()
        .jdbc()
        .queryForList(
            "select status from gateway_notification where operation_id = ?",
            String.class,
            payment.at("/operations/0/id"))
        .stream()
        .allMatch(status -> status.equals("APPLIED") || status.equals("IGNORED"));
  }

  private Program told(String crash) {
    return front()
        .process(
            crash,
            "ledger.gateway.sandbox.notification-secret=" + SECRET,
            "ledger.drive.lease-seconds=2",
            "ledger.recovery.enabled=false")
        .awaitReady("/actuator/health/readiness");
  }

  private Ledger further() {
    return front()
        .node(
            "ledger.gateway.sandbox.notification-secret=" + SECRET,
            "ledger.drive.lease-seconds=2",
            "ledger.notifications.poll-millis=100",
            "ledger.recovery.enabled=false");
  }

  private Ledger front() {
    return Objects.requireNonNull(front);
  }
}
