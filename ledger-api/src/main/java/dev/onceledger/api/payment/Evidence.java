package dev.onceledger.api.payment;

/**
 * How the ledger came to know an outcome.
 *
 * @param source who said it
 * @param send the transmission that the outcome was observed on, from 1
 */
public record Evidence(Source source, int send) {
  /** Who can say what became of an operation. */
  public enum Source {
    CALL,
    INQUIRY,
    NOTIFICATION,
    OPERATOR
  }
}
