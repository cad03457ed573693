package dev.onceledger.gateway.sandbox;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * The sandbox as a program of its own, so that its state survives a crash of the ledger. {@code
 * --help} lists its options.
 */
public final class SandboxProgram {
  private static final int USAGE = 2;
  private static final int FAILURE = 1;

  private SandboxProgram() {}

  public static void main(String[] args) {
    List<String> arguments = List.of(args);
    if (arguments.contains("--help")) {
      System.out.print(SandboxOptions.HELP);
      return;
    }
    try {
      run(SandboxOptions.parse(arguments, System.getenv()));
    } catch (IllegalArgumentException e) {
      fail(USAGE, e);
    } catch (IOException e) {
      fail(FAILURE, e);
    }
  }

  private static void run(SandboxOptions options) throws IOException {
    SandboxServer server =
        new SandboxServer(
            new InetSocketAddress(options.bind(), options.port()),
            options.data(),
            options.times(),
            options.notifier());
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "sandbox-gateway-close"));
    System.out.println(
        "sandbox gateway ready on " + server.uri() + ", account in " + options.data());
  }

  private static void fail(int code, Exception trouble) {
    System.err.println("sandbox gateway: " + trouble.getMessage());
    System.exit(code);
  }
}
