package dev.onceledger.platform;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.onceledger.LedgerApplication;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** An operator whose database cannot be used is told why, and shown no stack trace. */
@ExtendWith(OutputCaptureExtension.class)
class UnusableDatabaseTest {
  @TempDir private Path directory;
  private String dataDirectory = "";

  @BeforeEach
  void putAFileWhereTheDataDirectoryIsToBe() throws IOException {
    dataDirectory =
        "--ledger.database.data-directory=" + Files.createFile(directory.resolve("data"));
  }

  @Test
  void a_start_says_why_it_failed(CapturedOutput output) {
    Throwable failure =
        catchThrowable(
            () -> SpringApplication.run(LedgerApplication.class, dataDirectory, "--server.port=0"));

    assertThat(failure).isNotNull();
    assertThat(output)
        .contains("APPLICATION FAILED TO START", "The data directory", "cannot be used")
        .doesNotContain("DatabaseUnusableException");
  }

  @Test
  void the_program_of_the_keys_says_why_it_failed() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();

    int code =
        KeysProgram.run(
            new String[] {"list", dataDirectory}, new PrintStream(printed, true, UTF_8));

    assertThat(code).isEqualTo(2);
    assertThat(printed.toString(UTF_8)).startsWith("error: The data directory");
  }
}
