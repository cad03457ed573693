package dev.onceledger.conformance.tiny;

/** A single thing that a service does wrong which does the rest right. */
public enum Flaw {
  NONE,
  TAKES_ORDERS_WITHOUT_A_KEY,
  ANSWERS_ANOTHER_TIME_ANOTHER_THING,
  REPLAYS_WHATEVER_THE_BODY,
  EXECUTES_ANOTHER_BODY,
  COMPARES_THE_SPELLING,
  FORGETS_REFERENCES,
  CLAIMS_NOTHING_WHILE_AT_WORK,
  KEEPS_KEYS_IN_MEMORY
}
