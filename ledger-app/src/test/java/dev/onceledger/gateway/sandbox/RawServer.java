package dev.onceledger.gateway.sandbox;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.CountDownLatch;

/** A server that says what it is told to, once to each caller, whether it is HTTP or not. */
final class RawServer implements AutoCloseable {
  private enum Manner {
    AT_ONCE,
    TRICKLING,
    SILENT
  }

  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final CountDownLatch closed = new CountDownLatch(1);
  private final byte[] response;
  private final Manner manner;
  private volatile boolean called;

  private RawServer(String response, Manner manner) throws IOException {
    this.response = response.getBytes(US_ASCII);
    this.manner = manner;
    Thread thread = new Thread(this::serve, "raw-server");
    thread.setDaemon(true);
    thread.start();
  }

  static RawServer answering(String response) throws IOException {
    return new RawServer(response, Manner.AT_ONCE);
  }

  static RawServer trickling(String response) throws IOException {
    return new RawServer(response, Manner.TRICKLING);
  }

  static RawServer silent() throws IOException {
    return new RawServer("", Manner.SILENT);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  SandboxGateway gateway() {
    return RunningSandbox.gatewayAt(uri());
  }

  boolean wasCalled() {
    return called;
  }

  private void serve() {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        readHead(socket.getInputStream());
        called = true;
        answer(socket.getOutputStream());
      } catch (IOException | InterruptedException e) {
        // The caller gave up, or the test is over.
      }
    }
  }

  private static void readHead(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("the caller hung up");
      }
      head.append((char) next);
    }
  }

  private void answer(OutputStream out) throws IOException, InterruptedException {
    switch (manner) {
      case AT_ONCE -> out.write(response);
      case SILENT -> closed.await();
      case TRICKLING -> {
        for (byte one : response) {
          out.write(one);
          out.flush();
          if (closed.await(5, MILLISECONDS)) {
            return;
          }
        }
        closed.await();
      }
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
