package dev.onceledger.conformance.tiny;

import java.util.UUID;

/** What a service answers. */
record Reply(int status, String body) {
  static Reply accepted() {
    return new Reply(201, "{\"id\":\"" + UUID.randomUUID() + "\"}");
  }

  static Reply refused(int status, String error) {
    return new Reply(status, "{\"error\":\"" + error + "\"}");
  }
}
