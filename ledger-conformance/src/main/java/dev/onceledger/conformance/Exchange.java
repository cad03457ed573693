package dev.onceledger.conformance;

import org.jspecify.annotations.Nullable;

/**
 * One request and what came of it.
 *
 * @param answer null if there was none
 * @param trouble why there was none; empty if there was one
 */
record Exchange(Request request, @Nullable Answer answer, String trouble) {
  /** The status, or that there was no answer. */
  String outcome() {
    return answer == null ? "no answer" : Integer.toString(answer.status());
  }
}
