package dev.onceledger.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.security.Role;
import dev.onceledger.support.Api;
import dev.onceledger.support.Errand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The node dies in what no client asked for. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OtherDeathsTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String PARTITION = "idempotency_record_20200101";

  @TempDir private static Path directory;

  @SuppressWarnings("NullAway.Init") // Set before all.
  private Stage stage;

  @BeforeAll
  void start() {
    stage = Stage.start(Stage.Kind.ONE_THAT_EXPIRES, directory.resolve("stage"));
  }

  @AfterAll
  void end() throws IOException {
    stage.close();
  }

  @Test
  void with_the_news_that_an_authorization_ran_out() {
    stage.awaitReady();
    Api orders = stage.api(Role.ORDER_SERVICE);
    Errand errand = Errand.of(Errand.Kind.AUTHORIZE, "tok_ok", orders);
    stage.arm("expiry-answered:kill");
    assertThat(errand.sendTo(orders).status()).isEqualTo(201);

    stage.victim().awaitDeathAt("expiry-answered");
    stage.restartVictim();
    stage.awaitReady();

    String path = "/v1/payments/" + errand.paymentId();
    await().atMost(SOON).until(() -> orders.get(path).at("/state").equals("EXPIRED"));
    assertThat(errand.historyAt(orders))
        .containsExactly("PaymentCreated", "PaymentAuthorized", "PaymentExpired");
    assertThat(stage.account().executed(errand.paymentId())).containsExactly("AUTHORIZE 1999");
  }

  @Test
  void between_the_detaching_and_the_dropping_of_a_partition() {
    stage.awaitReady();
    Api orders = stage.api(Role.ORDER_SERVICE);
    stage
        .jdbc()
        .execute(
            "create table "
                + PARTITION
                + " partition of idempotency_record for values from ('2020-01-01') to ('2020-01-02')");
    stage.killVictim();
    stage.restartVictim("partition-detached:kill");
    stage.victim().awaitDeathAt("partition-detached");
    assertThat(isThere()).isTrue();

    stage.restartVictim();
    stage.awaitReady();

    await().atMost(SOON).until(() -> !isThere());
    Errand errand = Errand.charge("tok_ok");
    assertThat(errand.sendTo(orders).status()).isEqualTo(201);
    assertThat(errand.sendTo(orders).header("Idempotent-Replayed")).isEqualTo("true");
  }

  private boolean isThere() {
    return Boolean.TRUE.equals(
        stage.jdbc().queryForObject("select to_regclass(?) is not null", Boolean.class, PARTITION));
  }
}
