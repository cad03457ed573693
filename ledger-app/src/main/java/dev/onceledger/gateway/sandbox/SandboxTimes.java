package dev.onceledger.gateway.sandbox;

import java.time.Duration;

/**
 * How long the sandbox lets its callers wait.
 *
 * @param lateAfter how long a send that arrives late is held
 * @param slowFor how long a slow answer takes
 * @param pendingFor how long a pending operation takes to be decided
 * @param unansweredFor how long a call that is never answered stays connected
 * @param authorizationValid how long what was authorized can be captured
 */
record SandboxTimes(
    Duration lateAfter,
    Duration slowFor,
    Duration pendingFor,
    Duration unansweredFor,
    Duration authorizationValid) {

  static SandboxTimes of(Duration lateAfter, Duration authorizationValid) {
    return new SandboxTimes(
        lateAfter,
        Duration.ofSeconds(3),
        Duration.ofSeconds(3),
        Duration.ofMinutes(2),
        authorizationValid);
  }
}
