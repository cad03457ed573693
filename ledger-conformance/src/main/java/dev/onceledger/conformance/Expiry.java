package dev.onceledger.conformance;

import java.util.List;
import java.util.Objects;

/** The key is forgotten, and then the old request comes back. */
final class Expiry {
  private static final String MEMBER = "/expiry/forget";

  private Expiry() {}

  static Checks run(Bench bench) {
    Checks checks = new Checks();
    Names names = Names.fresh();
    Tally tally = bench.tally(names);
    Talk first = bench.talk(names);
    forget(bench, names);
    Talk old = bench.talk(names);
    long effects = tally.more();
    checks.that(
        "an old request has no second effect",
        effects == 1 && first.isAccepted(),
        "%s, then forgotten, then %s%s; %s"
            .formatted(
                first.outcome(),
                old.outcome(),
                Objects.equals(old.answer(), first.answer()) ? " with the same answer" : "",
                Bench.effects(effects)),
        List.of(first.last(), old.last()));
    return checks;
  }

  private static void forget(Bench bench, Names names) {
    Action forget = Objects.requireNonNull(bench.description().forget());
    if (forget instanceof Action.Shell shell) {
      Shell.require(MEMBER + "/command", names.fill(shell.command()));
      return;
    }
    Exchange exchange = bench.client().untilDecided(((Action.Http) forget).request().fill(names));
    Answer answer = exchange.answer();
    if (answer == null || !answer.isAccepted()) {
      throw new BadDescription(
          MEMBER + "/url",
          "%s answers %s; the key is not forgotten"
              .formatted(exchange.request().uri(), exchange.outcome()));
    }
  }
}
