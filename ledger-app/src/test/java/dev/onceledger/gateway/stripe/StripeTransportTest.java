package dev.onceledger.gateway.stripe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** How often a request is really sent. */
class StripeTransportTest {
  /**
   * A connection that worked is kept, cut during the next request, and its server is gone then. Who
   * repeats the request meets a refused connection, and takes the first send for one that never
   * was.
   */
  @Test
  void a_connection_that_was_kept_and_is_cut_leaves_it_in_doubt() throws Exception {
    List<String> requests = new CopyOnWriteArrayList<>();
    GatewayCall first = Calls.charge();
    String reply = StripeObjects.intent(first, "succeeded").toString();
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread server = new Thread(() -> answerOnceThenCut(listener, reply, requests));
      server.start();
      StripeGateway gateway =
          FakeStripe.gatewayAt(URI.create("http://127.0.0.1:" + listener.getLocalPort()), 20_000);

      assertThat(gateway.execute(first).outcome()).isEqualTo(Outcome.SUCCEEDED);
      assertThat(gateway.execute(Calls.charge())).isEqualTo(GatewayAnswer.of(Outcome.IN_DOUBT));

      server.join();
      assertThat(requests).hasSize(2).allMatch(line -> line.startsWith("POST "));
    }
  }

  @Test
  void who_is_interrupted_is_in_doubt_and_stays_interrupted() {
    try (FakeStripe stripe = new FakeStripe()) {
      Thread.currentThread().interrupt();

      assertThat(stripe.gateway().execute(Calls.charge()))
          .isEqualTo(GatewayAnswer.of(Outcome.IN_DOUBT));
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private static void answerOnceThenCut(
      ServerSocket listener, String reply, List<String> requests) {
    try (Socket socket = listener.accept()) {
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      requests.add(read(in));
      socket
          .getOutputStream()
          .write(
              ("HTTP/1.1 200 OK\r\nContent-Length: " + reply.length() + "\r\n\r\n" + reply)
                  .getBytes(UTF_8));
      requests.add(read(in));
      listener.close();
    } catch (IOException e) {
      requests.add(e.toString());
    }
  }

  /** Reads one request whole, and returns its first line. */
  private static String read(BufferedReader in) throws IOException {
    String first = in.readLine();
    int length = 0;
    for (String line = first; line != null && !line.isEmpty(); line = in.readLine()) {
      if (line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(15).strip());
      }
    }
    for (int i = 0; i < length; i++) {
      in.read();
    }
    return String.valueOf(first);
  }
}
