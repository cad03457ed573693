package dev.onceledger.platform;

import dev.onceledger.store.DatabaseUnusableException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Ends a start on a database that cannot be used with what to do, instead of a stack trace. */
final class UnusableDatabase extends AbstractFailureAnalyzer<DatabaseUnusableException> {
  @Override
  protected FailureAnalysis analyze(Throwable failure, DatabaseUnusableException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), null, failure);
  }
}
