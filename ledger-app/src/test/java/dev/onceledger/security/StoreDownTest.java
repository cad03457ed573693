package dev.onceledger.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class StoreDownTest {

  @Test
  void without_a_store_a_token_cannot_be_judged_and_open_paths_work(CapturedOutput output)
      throws IOException {
    String token = Token.create().reveal();
    String bearer = "Authorization: Bearer " + token;
    try (TestServer server = new TestServer(nothingThere())) {
      TestServer.Reply command = server.send("POST", "/v1/payments", bearer);

      assertThat(command.status()).isEqualTo(503);
      assertThat(command.header("Retry-After")).isEqualTo("2");
      assertThat(command.body())
          .contains(
              "\"type\":\"/problems/store-unavailable\"", "\"retryable\":true,\"effect\":\"none\"");
      assertThat(server.send("GET", "/v1/payments", bearer).status()).isEqualTo(503);
      assertThat(server.send("GET", "/v1/payments").status()).isEqualTo(401);
      assertThat(server.send("GET", "/v1/payments", "Authorization: Bearer x").status())
          .isEqualTo(401);
      assertThat(server.send("GET", "/actuator/health", bearer).status()).isEqualTo(200);
      assertThat(server.send("GET", "/problems/forbidden", bearer).status()).isEqualTo(200);
    }
    assertThat(output.getAll()).contains("the store did not answer").doesNotContain(token);
  }

  @Test
  void without_a_store_the_program_says_so() throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();

    for (String line :
        new String[] {"list", "revoke 0123456789ab", "create --role operator --all-scopes"}) {
      int code =
          ApiKeysProgram.run(
              line.split(" "), nothingThere(), window -> {}, new PrintStream(printed, true, UTF_8));
      assertThat(code).isEqualTo(2);
    }

    assertThat(printed.toString(UTF_8).lines().toList())
        .hasSize(3)
        .allSatisfy(line -> assertThat(line).startsWith("error: the store did not answer"));
  }

  /** A port that was free a moment ago, and where nobody listens now. */
  private static DataSource nothingThere() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      PGSimpleDataSource dataSource = new PGSimpleDataSource();
      dataSource.setServerNames(new String[] {"localhost"});
      dataSource.setPortNumbers(new int[] {socket.getLocalPort()});
      dataSource.setUser("ledger");
      return dataSource;
    }
  }
}
