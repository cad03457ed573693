package dev.onceledger.payment.view;

import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.payment.view.PaymentWalk.Move;
import dev.onceledger.payment.view.PaymentWalk.Step;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Random lives of a payment: requests, repeats, outcomes, disputes and what is decided by hand,
 * right and wrong, early and late. A failure prints the life, as short as it can be made, and the
 * seed that brings it back.
 */
class PaymentLifePropertyTest {
  @Property(tries = 100)
  void a_life_at_an_honest_gateway_breaks_no_promise(
      @ForAll("totals") long total,
      @ForAll CaptureMode capture,
      @ForAll("steps") List<Step> steps) {
    live(total, capture, steps, true);
  }

  /** The gateway reports success of what it cannot have done: facts are kept all the same. */
  @Property(tries = 100)
  void a_life_full_of_contradictions_breaks_no_promise_that_is_ours(
      @ForAll("totals") long total,
      @ForAll CaptureMode capture,
      @ForAll("steps") List<Step> steps) {
    live(total, capture, steps, false);
  }

  @Provide
  Arbitrary<Long> totals() {
    return Arbitraries.of(1L, 3L, 100L, 9_999L, Money.REQUEST_MINOR_MAX);
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Move> moves =
        Arbitraries.frequency(
            Tuple.of(3, Move.PAY),
            Tuple.of(4, Move.CAPTURE),
            Tuple.of(2, Move.VOID),
            Tuple.of(4, Move.REFUND),
            Tuple.of(3, Move.REPEAT),
            Tuple.of(9, Move.ANSWER),
            Tuple.of(1, Move.TELL_AGAIN),
            Tuple.of(2, Move.RESEND),
            Tuple.of(1, Move.REVERSE),
            Tuple.of(2, Move.DISPUTE),
            Tuple.of(1, Move.RESOLVE),
            Tuple.of(1, Move.EXPIRE));
    Arbitrary<Integer> percents =
        Arbitraries.frequencyOf(
            Tuple.of(1, Arbitraries.of(0, 100)),
            Tuple.of(3, Arbitraries.integers().between(1, 110)));
    Arbitrary<Integer> choices = Arbitraries.integers().between(0, 23);
    return Combinators.combine(moves, choices, percents, choices)
        .as(Step::new)
        .list()
        .ofMinSize(5)
        .ofMaxSize(45);
  }

  private static void live(
      long total, CaptureMode capture, List<Step> steps, boolean isGatewayHonest) {
    try (PaymentLife life = new PaymentLife(PaymentWalk.PAYMENT, isGatewayHonest)) {
      PaymentWalk walk = new PaymentWalk(life, total, isGatewayHonest);
      walk.pay(1, capture, total);
      for (Step step : steps) {
        walk.take(step);
        walk.tryWhatIsLeft();
      }
    }
  }
}
