package dev.onceledger.payment.http;

import static dev.onceledger.payment.http.Shop.ORDERS;
import static dev.onceledger.payment.http.Shop.key;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.part;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What clients do every day writes no warning: warnings are for people. */
class QuietLogApiTest {
  private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  private final ListAppender<ILoggingEvent> written = new ListAppender<>();

  /** A ledger that starts takes away all listeners, so it starts first. */
  @BeforeEach
  void listen() {
    assertThat(ORDERS.get("/v1/payments").status()).isEqualTo(200);
    written.start();
    root.addAppender(written);
  }

  @AfterEach
  void stop() {
    root.detachAppender(written);
  }

  @Test
  void requests_replays_and_refusals_write_no_warning() {
    String key = key();
    String body = payment(fresh("order"), "tok_ok");
    String id = ORDERS.post("/v1/payments", key, body).at("/id");
    assertThat(ORDERS.post("/v1/payments", key, body).status()).isEqualTo(201);
    assertThat(ORDERS.post("/v1/payments", key(), body).status()).isEqualTo(200);
    assertThat(ORDERS.post("/v1/payments", key, body.replace("1999", "1")).status()).isEqualTo(422);
    String refund = "/v1/payments/" + id + "/refunds";
    assertThat(ORDERS.post(refund, key(), part(9999, "CNY")).status()).isEqualTo(422);
    String open = key();
    String undecided = payment(fresh("order"), "tok_error_500");
    assertThat(ORDERS.post("/v1/payments", open, undecided).status()).isEqualTo(202);
    assertThat(ORDERS.post("/v1/payments", open, undecided).status()).isEqualTo(409);

    assertThat(written.list)
        .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .filteredOn(event -> event.getFormattedMessage().contains(key) || isOfARequest(event))
        .isEmpty();
  }

  /** Other tests' recovery and retention run beside. */
  private static boolean isOfARequest(ILoggingEvent event) {
    return event.getThreadName().contains("exec");
  }
}
