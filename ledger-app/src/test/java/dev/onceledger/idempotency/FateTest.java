package dev.onceledger.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.Rejection;
import java.sql.SQLException;
import org.axonframework.modelling.command.ConcurrencyException;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.CannotCreateTransactionException;

class FateTest {
  private final RuntimeException conflict = new ConcurrencyException("text");
  private final RuntimeException gone = new CannotCreateTransactionException("text");
  private final RuntimeException cut =
      new DataAccessResourceFailureException("text", new SQLException("text", "08006"));

  @Test
  void a_conflict_over_a_request_is_a_refusal_that_is_worth_repeating() {
    Fate fate = new Fate(false);

    Fate.Passing passing = (Fate.Passing) fate.of(conflict);

    assertThat(passing.isWorthAnotherTry()).isTrue();
    assertThat(fate.explain(passing)).isInstanceOf(Rejection.class);
  }

  @Test
  void a_conflict_over_an_outcome_is_no_refusal_because_the_gateway_has_acted() {
    Fate fate = new Fate(true);

    assertThat(fate.explain((Fate.Passing) fate.of(conflict))).isInstanceOf(StoreUnavailable.class);
  }

  @Test
  void a_request_does_not_wait_for_a_store_that_is_gone() {
    Fate fate = new Fate(false);

    Fate.Passing passing = (Fate.Passing) fate.of(gone);

    assertThat(passing.isWorthAnotherTry()).isFalse();
    assertThat(((StoreUnavailable) fate.explain(passing)).mayHaveCommitted()).isFalse();
  }

  @Test
  void a_request_that_may_have_committed_waits_and_says_so() {
    Fate fate = new Fate(false);
    assertThat(fate.of(cut)).isInstanceOf(Fate.Passing.class);

    Fate.Passing passing = (Fate.Passing) fate.of(gone);

    assertThat(passing.isWorthAnotherTry()).isTrue();
    assertThat(((StoreUnavailable) fate.explain(passing)).mayHaveCommitted()).isTrue();
  }

  @Test
  void a_bug_comes_back_as_it_is() {
    RuntimeException bug = new IllegalStateException("a bug");

    assertThat(new Fate(true).of(bug)).isSameAs(bug);
  }
}
