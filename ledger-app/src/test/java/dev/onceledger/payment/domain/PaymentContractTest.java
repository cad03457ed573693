package dev.onceledger.payment.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentEvent;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.junit.jupiter.api.Test;

/**
 * The sealed files say what can be asked and what can have happened: nothing of it is forgotten.
 */
class PaymentContractTest {
  @Test
  void every_command_is_decided_once_and_nothing_else_is() {
    assertThat(handled("decide", CommandHandler.class))
        .containsExactlyInAnyOrderElementsOf(concrete(PaymentCommand.class).toList());
  }

  @Test
  void every_event_evolves_the_payment_by_exactly_one_handler() {
    Set<Class<?>> handled =
        handled("evolve", EventSourcingHandler.class).collect(Collectors.toSet());

    assertThat(concrete(PaymentEvent.class))
        .allSatisfy(
            event ->
                assertThat(handled.stream().filter(type -> type.isAssignableFrom(event)))
                    .as(event.getSimpleName())
                    .hasSize(1));
  }

  @Test
  void no_handler_waits_for_an_event_that_cannot_happen() {
    assertThat(handled("evolve", EventSourcingHandler.class))
        .allSatisfy(
            type ->
                assertThat(concrete(PaymentEvent.class))
                    .as(type.getSimpleName())
                    .anyMatch(type::isAssignableFrom));
  }

  private static Stream<Class<?>> handled(String name, Class<? extends Annotation> annotation) {
    Class<?> where = annotation == CommandHandler.class ? Payment.class : Facts.class;
    return Arrays.stream(where.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(annotation))
        .peek(method -> assertThat(method.getName()).isEqualTo(name))
        .map(PaymentContractTest::subject);
  }

  private static Class<?> subject(Method method) {
    assertThat(method.getParameterTypes()).hasSize(1);
    return method.getParameterTypes()[0];
  }

  /** The records below a sealed interface. */
  private static Stream<Class<?>> concrete(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(Objects.requireNonNull(type.getPermittedSubclasses()))
            .flatMap(PaymentContractTest::concrete)
            .distinct()
        : Stream.of(type);
  }
}
