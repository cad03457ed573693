package dev.onceledger.conformance;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Two answers are equal if status and body are, byte for byte.
 *
 * @param bytes the body, one character per byte
 */
record Answer(int status, String bytes) {
  static Answer of(int status, byte[] body) {
    return new Answer(status, new String(body, ISO_8859_1));
  }

  String text() {
    return new String(bytes.getBytes(ISO_8859_1), UTF_8);
  }

  boolean isAccepted() {
    return status >= 200 && status < 300;
  }

  /** Says no because of what was asked, and not because of the moment. */
  boolean isRefusal() {
    return status >= 400 && status < 500 && status != 425 && status != 429;
  }
}
