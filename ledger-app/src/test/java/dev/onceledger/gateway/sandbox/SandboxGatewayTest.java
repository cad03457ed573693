package dev.onceledger.gateway.sandbox;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SandboxGatewayTest {
  private static final GatewayCall CHARGE = Calls.charge("tok_ok");
  private static final String CLEAR =
      "{\"key\":\"" + CHARGE.key() + "\",\"outcome\":\"SUCCEEDED\",\"reference\":\"sbx_1\"}";

  @Test
  void a_clear_answer_is_understood() throws IOException {
    try (RawServer server = RawServer.answering(http(200, CLEAR))) {
      assertThat(server.gateway().execute(CHARGE).outcome()).isEqualTo(Outcome.SUCCEEDED);
    }
  }

  @Test
  void a_refused_connection_means_that_nothing_was_sent() throws IOException {
    SandboxGateway gateway = RunningSandbox.gatewayAt(freeAddress());

    assertThat(gateway.execute(CHARGE).outcome()).isEqualTo(Outcome.NOT_SENT);
    assertThat(gateway.inquire(CHARGE).outcome()).isEqualTo(Outcome.NOT_SENT);
    assertThat(gateway.close(CHARGE).outcome()).isEqualTo(Outcome.NOT_SENT);
  }

  @Test
  void a_host_that_does_not_exist_means_that_nothing_was_sent() {
    SandboxGateway gateway =
        RunningSandbox.gatewayAt(
            URI.create("http://no-such-host.invalid:8090"),
            Duration.ofSeconds(2),
            Duration.ofSeconds(20));

    assertThat(gateway.execute(CHARGE).outcome()).isEqualTo(Outcome.NOT_SENT);
  }

  @Test
  void a_connect_that_takes_too_long_means_that_nothing_was_sent() throws IOException {
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        FullBacklog backlog = new FullBacklog(full)) {
      assertThat(backlog.size()).isPositive();
      SandboxGateway gateway =
          RunningSandbox.gatewayAt(addressOf(full), Duration.ofMillis(200), Duration.ofSeconds(20));

      assertThat(gateway.execute(CHARGE).outcome()).isEqualTo(Outcome.NOT_SENT);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 301, 400, 404, 409, 429, 500, 503})
  void any_status_but_200_leaves_it_in_doubt(int status) throws IOException {
    assertInDoubt(http(status, CLEAR));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<html>",
        "null",
        "[]",
        "{}",
        "{\"key\":\"op_other.1\",\"outcome\":\"SUCCEEDED\",\"reference\":\"sbx_1\"}",
        "{\"key\":\"KEY\",\"outcome\":\"SUCCEEDED\"}",
        "{\"key\":\"KEY\",\"outcome\":\"DECLINED\"}",
        "{\"key\":\"KEY\",\"outcome\":\"DECLINED\",\"reason\":\"Not A Name\"}",
        "{\"key\":\"KEY\",\"outcome\":\"UNKNOWN\"}",
        "{\"key\":\"KEY\",\"outcome\":\"NOT_SENT\"}",
        "{\"key\":\"KEY\",\"outcome\":\"FINE\"}",
      })
  void an_answer_that_is_not_clear_leaves_it_in_doubt(String body) throws IOException {
    assertInDoubt(http(200, body.replace("KEY", CHARGE.key().value())));
  }

  @Test
  void garbage_and_a_cut_connection_leave_it_in_doubt() throws IOException {
    assertInDoubt("not http at all\r\n\r\n");
    assertInDoubt("");
    assertInDoubt("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n" + CLEAR);
  }

  @Test
  void an_answer_that_is_too_long_leaves_it_in_doubt() throws IOException {
    assertInDoubt(http(200, CLEAR + " ".repeat(70_000)));
  }

  @Test
  void a_body_that_trickles_is_given_up_at_the_time_out() throws IOException {
    String slow = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + " ".repeat(500);
    try (RawServer server = RawServer.trickling(slow)) {
      long start = System.nanoTime();

      GatewayAnswer answer =
          RunningSandbox.gatewayAt(server.uri(), RunningSandbox.IMPATIENCE).execute(CHARGE);

      assertThat(answer.outcome()).isEqualTo(Outcome.IN_DOUBT);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(RunningSandbox.IMPATIENCE, RunningSandbox.IMPATIENCE.multipliedBy(5));
    }
  }

  @Test
  void an_interrupted_call_is_in_doubt_and_stays_interrupted() throws Exception {
    try (RawServer server = RawServer.silent()) {
      SandboxGateway patient =
          RunningSandbox.gatewayAt(server.uri(), Duration.ofSeconds(1), Duration.ofMinutes(5));
      AtomicReference<GatewayAnswer> answer = new AtomicReference<>();
      AtomicBoolean interrupted = new AtomicBoolean();
      Thread caller =
          new Thread(
              () -> {
                answer.set(patient.execute(CHARGE));
                interrupted.set(Thread.currentThread().isInterrupted());
              });
      caller.start();
      await().until(server::wasCalled);

      caller.interrupt();
      caller.join();

      assertThat(answer.get()).isEqualTo(GatewayAnswer.of(Outcome.IN_DOUBT));
      assertThat(interrupted).isTrue();
    }
  }

  @Test
  void an_address_that_cannot_be_called_is_refused_at_once() {
    assertThatThrownBy(() -> RunningSandbox.gatewayAt(URI.create("ftp://localhost")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void assertInDoubt(String response) throws IOException {
    try (RawServer server = RawServer.answering(response)) {
      assertThat(server.gateway().execute(CHARGE).outcome()).isEqualTo(Outcome.IN_DOUBT);
      assertThat(server.wasCalled()).isTrue();
    }
  }

  private static String http(int status, String body) {
    int length = body.getBytes(US_ASCII).length;
    return "HTTP/1.1 " + status + " x\r\nContent-Length: " + length + "\r\n\r\n" + body;
  }

  private static URI freeAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return addressOf(socket);
    }
  }

  private static URI addressOf(ServerSocket socket) {
    return URI.create("http://127.0.0.1:" + socket.getLocalPort());
  }
}
