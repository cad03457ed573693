package dev.onceledger.payment.domain;

import static org.hamcrest.Matchers.isA;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.payment.Decision;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.OperationStatus;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.Settled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
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

    /** These events are written, in which some operations end. */
    void recorded(OperationId operation, PaymentEvent... events) {
      List<Settled> settled = Arrays.stream(events).flatMap(Scenario::settledBy).toList();
      decided(Decision.recorded(Story.PAYMENT, operation, settled)).expectEvents((Object[]) events);
    }

    void withoutEffect(OperationId operation) {
      decided(Decision.withoutEffect(Story.PAYMENT, operation)).expectNoEvents();
    }

    /** This is told, and nothing is written. */
    void reported(OperationStatus status) {
      result.expectSuccessfulHandlerExecution().expectResultMessagePayload(status).expectNoEvents();
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

  private static Stream<Settled> settledBy(PaymentEvent event) {
    if (event instanceof PaymentEvent.PaymentClosed closed) {
      return Stream.of(
          settled(closed.operationId(), OperationState.SUCCEEDED),
          settled(closed.closed(), OperationState.FAILED));
    } else if (event instanceof PaymentEvent.Success success) {
      return Stream.of(settled(success.operationId(), OperationState.SUCCEEDED));
    } else if (event instanceof PaymentEvent.Declined declined) {
      return Stream.of(settled(declined.operationId(), OperationState.DECLINED));
    } else if (event instanceof PaymentEvent.Failed failed) {
      return Stream.of(settled(failed.operationId(), OperationState.FAILED));
    }
    return Stream.empty();
  }

  private static Settled settled(OperationId operation, OperationState state) {
    return new Settled(operation, Story.originOf(operation).key(), state);
  }
}
