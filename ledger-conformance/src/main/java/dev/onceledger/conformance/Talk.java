package dev.onceledger.conformance;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All tries of one request, as a client repeats it until its answer is final.
 *
 * @param isFinal whether the last answer is one that a client stops at
 */
record Talk(List<Exchange> exchanges, boolean isFinal) {
  Exchange first() {
    return exchanges.get(0);
  }

  Exchange last() {
    return exchanges.get(exchanges.size() - 1);
  }

  /** The final answer; null if there was none. */
  @Nullable Answer answer() {
    return isFinal ? last().answer() : null;
  }

  boolean isAccepted() {
    Answer answer = answer();
    return answer != null && answer.isAccepted();
  }

  String outcome() {
    return isFinal ? last().outcome() : "no final answer, at last " + last().outcome();
  }
}
