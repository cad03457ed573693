package dev.onceledger.gateway.sandbox;

/** What became of a key so far. */
enum Standing {
  /** Still on its way, as far as anybody can ask. */
  HELD,
  /** Taken, not decided yet. */
  PENDING,
  /** Sent to a gateway that is down for it. */
  DOWN,
  SUCCEEDED,
  DECLINED,
  /** Fenced: not executed, and never will be. */
  CLOSED;

  boolean isWaiting() {
    return this == HELD || this == PENDING;
  }
}
