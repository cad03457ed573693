package dev.onceledger.payment.http;

/** A command was accepted, and what came of it could not be told: money may have moved. */
public final class ReplyLost extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ReplyLost(RuntimeException cause) {
    super("the command was accepted, and its reply was lost", cause);
  }
}
