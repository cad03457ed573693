package dev.onceledger.support;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;

/** Requests that no HTTP client would send. */
public final class RawHttp {
  private RawHttp() {}

  /** An answer as it came; each byte is a character. */
  public record Answer(int status, String head, String body) {
    /** The header's value; empty if there is none. */
    public String header(String name) {
      return head.lines()
          .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
          .map(line -> line.substring(name.length() + 1).strip())
          .findFirst()
          .orElse("");
    }

    @Override
    public String toString() {
      return head + "\n\n" + body;
    }
  }

  /** Sends the request, each character as a byte, and reads one answer. */
  static Answer exchange(URI base, String request) {
    try (Socket socket = new Socket(base.getHost(), base.getPort())) {
      socket.setSoTimeout(20_000);
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(ISO_8859_1));
      out.flush();
      return read(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Answer read(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IllegalStateException("no HTTP answer: " + head);
      }
      head.append((char) next);
    }
    int status = Integer.parseInt(head.substring(9, 12));
    String length = new Answer(status, head.toString(), "").header("Content-Length");
    byte[] body = length.isEmpty() ? in.readAllBytes() : in.readNBytes(Integer.parseInt(length));
    return new Answer(status, head.toString().strip(), new String(body, ISO_8859_1));
  }
}
