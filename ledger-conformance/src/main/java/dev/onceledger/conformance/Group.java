package dev.onceledger.conformance;

/** What is tried, from calm to violent. */
enum Group {
  REPLAY("one request after the other"),
  RACE("equal requests at the same instant"),
  REUSE("the same key for another request"),
  EXPIRY("an old request, after its key is forgotten"),
  CRASH("the service is killed in the middle");

  private final String title;

  Group(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
