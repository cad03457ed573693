package dev.onceledger;

import dev.onceledger.gateway.sandbox.SandboxProgram;
import dev.onceledger.platform.KeysProgram;
import dev.onceledger.platform.RebuildProgram;
import java.util.Arrays;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the ledger, or one of the programs that come with it. */
@SpringBootApplication
public class LedgerApplication {
  /**
   * {@code sandbox} starts the sandbox gateway, {@code keys} manages API keys, {@code rebuild}
   * restores from the events what is missing.
   */
  public static void main(String[] args) throws Exception {
    String program = args.length == 0 ? "" : args[0];
    String[] rest = args.length == 0 ? args : Arrays.copyOfRange(args, 1, args.length);
    switch (program) {
      case "sandbox" -> SandboxProgram.main(rest);
      case "rebuild" -> System.exit(RebuildProgram.run(rest, System.out));
      case "keys" -> System.exit(KeysProgram.run(rest, System.out));
      default -> {
        if (!program.isEmpty() && !program.startsWith("--")) {
          System.err.println(
              "onceledger: unknown program; say nothing or settings (--name=value) to start the"
                  + " ledger, or 'sandbox', 'keys' or 'rebuild', each with --help");
          System.exit(2);
        }
        serve(args);
      }
    }
  }

  private static void serve(String[] args) {
    // Axon advertises on the console; nothing that is not the ledger's own speaks there.
    System.setProperty("disable-axoniq-console-message", "true");
    SpringApplication.run(LedgerApplication.class, args);
  }
}
