package dev.onceledger.conformance;

/** Nothing can be said about the service, because of a member of the description. */
final class BadDescription extends RuntimeException {
  /**
   * @param member the JSON pointer of the member
   * @param trouble what is wrong with it, and what to do
   */
  BadDescription(String member, String trouble) {
    super((member.isEmpty() ? "the description" : member) + ": " + trouble);
  }
}
