package dev.onceledger.conformance;

import java.util.List;
import java.util.Objects;

/** The calm case: what is wrong here is wrong everywhere. */
final class Replay {
  // Longer than the second in which many clocks count.
  private static final long LATER_MILLIS = 1100;

  private Replay() {}

  static Checks run(Bench bench) {
    Checks checks = new Checks();
    Names names = Names.fresh();
    Tally tally = bench.tally(names);
    Talk first = bench.talk(names);
    checks.that(
        "a request takes effect once",
        first.isAccepted() && tally.more() == 1,
        first.outcome() + ", " + Bench.effects(tally.more()),
        List.of(first.last()));
    if (first.isAccepted()) {
      again(bench, names, first, checks);
    }
    anotherKey(bench, checks);
    if (bench.description().claims().keyRequired()) {
      withoutKey(bench, checks);
    }
    return checks;
  }

  private static void again(Bench bench, Names names, Talk first, Checks checks) {
    Tally tally = bench.tally(names);
    for (int i = 0; i < 3 && checks.hold(); i++) {
      Talk again = bench.talk(names);
      checks.that(
          "the same request again gets the same answer, byte for byte",
          Objects.equals(again.answer(), first.answer()),
          again.outcome() + " after " + first.outcome(),
          List.of(first.last(), again.last()));
      checks.that(
          "it has no second effect",
          tally.more() == 0,
          Bench.effects(tally.more()) + " more",
          List.of(first.last(), again.last()));
      Pause.millis(i == 1 ? LATER_MILLIS : 0);
    }
  }

  private static void anotherKey(Bench bench, Checks checks) {
    Names names = Names.fresh();
    Tally tally = bench.tally(names);
    Talk talk = bench.talk(names);
    checks.that(
        "another request under another key has its own effect",
        talk.isAccepted() && tally.more() == 1,
        talk.outcome() + ", " + Bench.effects(tally.more()),
        List.of(talk.last()));
  }

  private static void withoutKey(Bench bench, Checks checks) {
    Names names = Names.fresh();
    Tally tally = bench.tally(names);
    Request request = bench.description().command().withoutKey().fill(names);
    Exchange exchange = bench.client().untilDecided(request);
    Answer answer = exchange.answer();
    checks.that(
        "a request without a key is refused",
        answer != null && answer.isRefusal() && tally.more() == 0,
        exchange.outcome() + ", " + Bench.effects(tally.more()),
        List.of(exchange));
  }
}
