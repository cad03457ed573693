package dev.onceledger.proof.checker;

/** One promise, and how to see whether it was kept. */
interface Check {
  /** The promise, in a few words. */
  String promise();

  /** What is counted, such as {@code payments}. */
  String subject();

  /**
   * Looks at everything and tells what is wrong.
   *
   * @return how many were looked at
   */
  long run(Evidence evidence, Findings findings);
}
