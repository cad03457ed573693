package dev.onceledger.conformance;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collector;
import java.util.stream.Stream;

/** Equal requests at the same instant: one takes effect, all get its answer, at once or later. */
final class Race {
  private Race() {}

  static Checks run(Bench bench) {
    Checks checks = new Checks();
    for (int round = 0; round < bench.repeats(); round++) {
      oneKey(bench, checks);
    }
    if (bench.description().claims().reference()) {
      for (int round = 0; round < bench.repeats(); round++) {
        oneReference(bench, checks);
      }
    }
    return checks;
  }

  private static void oneKey(Bench bench, Checks checks) {
    Names names = Names.fresh();
    Tally tally = bench.tally(names);
    List<Talk> talks = Together.each(bench.forEachThread(names), bench::talk);
    int threads = talks.size();
    long effects = tally.more();
    checks.that(
        threads + " equal requests at the same instant take effect once",
        effects == 1,
        Bench.effects(effects) + "; at first " + outcomes(talks.stream().map(Talk::first)),
        twoAccepted(talks));
    List<Exchange> different = different(talks);
    checks.that(
        "all of them get the same answer in the end",
        different.size() == 1 && talks.stream().allMatch(Talk::isFinal),
        different.size()
            + (different.size() == 1 ? " answer; " : " different answers; ")
            + talks.stream().map(Talk::outcome).collect(counted()),
        different.stream().limit(2).toList());
  }

  private static void oneReference(Bench bench, Checks checks) {
    Names names = Names.fresh();
    Tally tally = bench.tally(names);
    List<Names> keys = bench.forEachThread(names).stream().map(Names::underAnotherKey).toList();
    List<Talk> talks = Together.each(keys, bench::talk);
    long effects = tally.more();
    checks.that(
        talks.size() + " different keys with one reference take effect once",
        effects == 1 && talks.stream().anyMatch(Talk::isAccepted),
        Bench.effects(effects)
            + "; in the end "
            + talks.stream().map(Talk::outcome).collect(counted()),
        twoAccepted(talks));
  }

  /** Two that took effect, or any one if none was accepted. */
  private static List<Exchange> twoAccepted(List<Talk> talks) {
    List<Exchange> accepted =
        talks.stream().filter(Talk::isAccepted).limit(2).map(Talk::last).toList();
    return accepted.isEmpty() ? List.of(talks.get(0).last()) : accepted;
  }

  /** One exchange for each answer that differs from all others. */
  private static List<Exchange> different(List<Talk> talks) {
    List<Exchange> different = new ArrayList<>();
    for (Talk talk : talks) {
      Exchange last = talk.last();
      if (different.stream().noneMatch(known -> Objects.equals(known.answer(), last.answer()))) {
        different.add(last);
      }
    }
    return different;
  }

  static String outcomes(Stream<Exchange> exchanges) {
    return exchanges.map(Exchange::outcome).collect(counted());
  }

  private static Collector<String, ?, String> counted() {
    return collectingAndThen(
        groupingBy(outcome -> outcome, TreeMap::new, counting()),
        all ->
            all.entrySet().stream()
                .map(entry -> entry.getKey() + " x " + entry.getValue())
                .collect(joining(", ")));
  }
}
