package dev.onceledger.payment.domain;

import static org.hamcrest.Matchers.isA;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.payment.Decision;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentEvent;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.test.aggregate.AggregateTestFixture;
import org.axonframework.test.aggregate.ResultValidator;
import org.hamcrest.Description;
import org.hamcrest.Matcher;
import org.hamcrest.TypeSafeMatcher;

/** Given what happened, when this is asked, then that happens. */
record Scenario(List<PaymentEvent> history) {
  /** No event yet. */
  static Scenario nothing() {
    return new Scenario(List.of());
  }

  static Scenario given(PaymentEvent... history) {
    return new Scenario(List.of(history));
  }

  static Scenario given(List<PaymentEvent> history, PaymentEvent... more) {
    List<PaymentEvent> all = new ArrayList<>(history);
    all.addAll(List.of(more));
    return new Scenario(all);
  }

  Then when(PaymentCommand command) {
    AggregateTestFixture<Payment> fixture = new AggregateTestFixture<>(Payment.class);
    return new Then(fixture.given(history).when(command));
  }

  /** What came of the command. */
  record Then(ResultValidator<Payment> result) {
    /** The intent is written, and the gateway is told this. */
    void accepted(GatewayCall call, PaymentEvent intent) {
      decided(Decision.accepted(call)).expectEvents(intent);
    }

    /** The intent was written before, and the gateway is told this. */
    void acceptedOnceMore(GatewayCall call) {
      decided(Decision.accepted(call)).expectNoEvents();
    }

    void found(OperationId operation) {
      decided(Decision.found(Story.PAYMENT, operation)).expectNoEvents();
    }

    void recorded(OperationId operation, PaymentEvent outcome) {
      decided(Decision.recorded(Story.PAYMENT, operation)).expectEvents(outcome);
    }

    void withoutEffect(OperationId operation) {
      decided(Decision.withoutEffect(Story.PAYMENT, operation)).expectNoEvents();
    }

    void refused(Reason reason) {
      result.expectNoEvents().expectException(because(reason));
    }

    /** Not a refusal: something that must not happen was noticed. */
    void foundABug(Class<? extends Exception> exception) {
      result.expectNoEvents().expectException(isA(exception));
    }

    private ResultValidator<Payment> decided(Decision decision) {
      return result.expectSuccessfulHandlerExecution().expectResultMessagePayload(decision);
    }
  }

  private static Matcher<Rejection> because(Reason reason) {
    return new TypeSafeMatcher<>() {
      @Override
      protected boolean matchesSafely(Rejection rejection) {
        return rejection.reason() == reason;
      }

      @Override
      public void describeTo(Description description) {
        description.appendText("a rejection because of " + reason);
      }

      @Override
      protected void describeMismatchSafely(Rejection rejection, Description description) {
        description.appendText("it was " + rejection.reason());
      }
    };
  }
}
