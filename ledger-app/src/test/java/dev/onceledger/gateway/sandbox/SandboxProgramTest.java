package dev.onceledger.gateway.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SandboxProgramTest {
  @TempDir Path directory;

  @Test
  void what_was_executed_outlives_a_kill_right_after_the_answer() throws Exception {
    GatewayCall charge = Calls.charge("tok_ok");
    GatewayReference reference;
    try (SandboxProcess program = running()) {
      reference = program.gateway().execute(charge).gatewayReference();
      program.kill();
    }
    try (SandboxProcess program = running()) {
      assertThat(program.gateway().execute(charge.resent()).gatewayReference())
          .isNotNull()
          .isEqualTo(reference);
      assertThat(RunningSandbox.get(program.uri(), "/account")).hasSize(1);
    }
  }

  @Test
  void what_was_executed_without_an_answer_outlives_a_kill() throws Exception {
    GatewayCall charge = Calls.charge("tok_lost_reply");
    try (SandboxProcess program = running()) {
      assertThat(program.impatientGateway().execute(charge).outcome()).isEqualTo(Outcome.IN_DOUBT);
      program.kill();
      assertThat(program.gateway().inquire(charge).outcome()).isEqualTo(Outcome.NOT_SENT);
    }
    try (SandboxProcess program = running()) {
      assertThat(program.gateway().inquire(charge).outcome()).isEqualTo(Outcome.SUCCEEDED);
    }
  }

  @Test
  void it_ends_in_order_when_it_is_asked_to() throws Exception {
    try (SandboxProcess program = running()) {
      program.impatientGateway().execute(Calls.charge("tok_lost_reply"));

      assertThat(program.terminate()).isEqualTo(128 + 15);
      assertThat(program.output()).hasSize(1).first().asString().contains("ready on http://");
    }
  }

  @Test
  void a_directory_in_use_is_told_in_one_line() throws Exception {
    try (SandboxProcess first = running();
        SandboxProcess second = SandboxProcess.start("--port", "0", "--data", data())) {
      assertThat(first.isAlive()).isTrue();
      assertThat(second.awaitExit()).isEqualTo(1);
      assertThat(second.output())
          .singleElement()
          .asString()
          .contains("another sandbox gateway uses")
          .contains(data());
    }
  }

  @Test
  void a_port_in_use_is_told_in_one_line() throws Exception {
    try (SandboxProcess first = running();
        SandboxProcess second =
            SandboxProcess.start(
                "--port", "" + first.uri().getPort(), "--data", data() + "-other")) {
      assertThat(second.awaitExit()).isEqualTo(1);
      assertThat(second.output()).singleElement().asString().contains("cannot listen on");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--prot 8090, unknown option --prot",
    "--port, --port needs a value",
    "--port eighty, --port is a number from 0 to 65535",
    "--port 70000, --port is a number from 0 to 65535",
    "--late-after-seconds 0, --late-after-seconds is a number",
    "--authorization-valid-seconds 0, --authorization-valid-seconds is a number",
    "--notify http://127.0.0.1:1/, --notify needs a secret",
  })
  void a_wrong_command_line_is_told_and_exits_with_2(String line, String message) throws Exception {
    try (SandboxProcess program = SandboxProcess.start(line.split(" "))) {
      assertThat(program.awaitExit()).isEqualTo(2);
      assertThat(program.output()).singleElement().asString().contains(message);
    }
  }

  @Test
  void a_wrong_notify_address_is_told_without_the_secret() throws Exception {
    Path secret = directory.resolve("secret");
    Files.writeString(secret, "hush-hush\n");
    try (SandboxProcess program =
        SandboxProcess.start("--notify", "localhost", "--notify-secret-file", secret.toString())) {
      assertThat(program.awaitExit()).isEqualTo(2);
      assertThat(program.output())
          .singleElement()
          .asString()
          .contains("--notify is an http or https address")
          .doesNotContain("hush-hush");
    }
  }

  @Test
  void help_lists_every_option() throws Exception {
    try (SandboxProcess program = SandboxProcess.start("--help")) {
      assertThat(program.awaitExit()).isZero();
      assertThat(String.join("\n", program.output()))
          .contains(
              "--port", "--bind", "--data", "--late-after-seconds", "--authorization-valid-seconds")
          .contains("--notify URL", "--notify-secret-file");
    }
  }

  private SandboxProcess running() throws IOException, InterruptedException {
    SandboxProcess program = SandboxProcess.start("--port", "0", "--data", data());
    program.awaitReady();
    return program;
  }

  private String data() {
    return directory.resolve("data").toString();
  }
}
