package dev.onceledger.platform;

import dev.onceledger.idempotency.RetentionTooShort;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Ends a start that would forget keys too early with what to do, instead of a stack trace. */
final class ShortRetention extends AbstractFailureAnalyzer<RetentionTooShort> {
  @Override
  protected FailureAnalysis analyze(Throwable failure, RetentionTooShort cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), null, failure);
  }
}
