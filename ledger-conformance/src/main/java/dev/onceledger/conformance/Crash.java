package dev.onceledger.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Kills the service while requests are under way, each at another place of its way, and starts it
 * again; then every client repeats its request.
 */
final class Crash {
  private static final String ANSWERED = "every request gets a final answer when it is repeated";
  private static final String ONCE = "it takes effect exactly once";
  private static final String NO_MORE = "no further effect follows";
  private static final String STABLE = "its final answer stays the same";

  private final Bench bench;
  private final Victim victim;
  private final Checks checks = new Checks();

  private Crash(Bench bench, Victim victim) {
    this.bench = bench;
    this.victim = victim;
  }

  static Checks run(Bench bench, Victim victim) {
    Crash crash = new Crash(bench, victim);
    for (int round = 0; round < bench.repeats() && crash.checks.hold(); round++) {
      crash.round();
    }
    return crash.checks;
  }

  /** One operation, with what its client got before the kill and afterwards. */
  private record Hit(Names names, Exchange before, Talk after) {
    /** Whether the client got the answer again that it had before, if that was a final one. */
    boolean isAnsweredAlike(Limits limits) {
      Answer known = before.answer();
      return known == null || !limits.isFinal(known) || known.equals(after.answer());
    }
  }

  private void round() {
    int requests = Objects.requireNonNull(bench.description().crash()).requests();
    List<Names> operations = IntStream.range(0, requests).mapToObj(i -> Names.fresh()).toList();
    List<Count> counts = counts(operations);
    List<Exchange> before = killUnder(operations);
    victim.start();
    List<Talk> after = Together.each(operations, bench::talk);
    List<Hit> hits =
        IntStream.range(0, requests)
            .mapToObj(i -> new Hit(operations.get(i), before.get(i), after.get(i)))
            .toList();
    judgeAnswers(hits);
    judgeEffects(hits, counts, ONCE);
    if (checks.hold()) {
      judgeLater(hits);
      judgeEffects(hits, counts, NO_MORE);
    }
  }

  /**
   * The requests start one after the other, so that at the kill each has been under way for another
   * part of the time that a request takes; the seed decides for how long in that part.
   */
  private List<Exchange> killUnder(List<Names> operations) {
    int parts = operations.size();
    long wholeNanos = Math.max(20, bench.calmMillis() * 3 / 2) * 1_000_000;
    long start = System.nanoTime();
    List<CompletableFuture<Exchange>> sent = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      long at = wholeNanos / parts * part + bench.random().nextLong(wholeNanos / parts);
      awaitNanos(start + at);
      Request request = bench.command(operations.get(part));
      sent.add(CompletableFuture.supplyAsync(() -> bench.client().send(request), Crash::start));
    }
    awaitNanos(start + wholeNanos);
    victim.kill();
    return sent.stream().map(CompletableFuture::join).toList();
  }

  private static void start(Runnable sender) {
    Thread thread = new Thread(sender, "sender");
    thread.setDaemon(true);
    thread.start();
  }

  private static void awaitNanos(long instant) {
    long left = instant - System.nanoTime();
    if (left > 0) {
      Pause.millis(left / 1_000_000);
    }
  }

  private void judgeAnswers(List<Hit> hits) {
    List<Exchange> example =
        hits.stream()
            .filter(hit -> !hit.after().isAccepted())
            .findFirst()
            .map(hit -> List.of(hit.before(), hit.after().last()))
            .orElse(List.of());
    checks.that(
        ANSWERED,
        example.isEmpty(),
        "at the kill "
            + Race.outcomes(hits.stream().map(Hit::before))
            + "; then "
            + Race.outcomes(hits.stream().map(hit -> hit.after().last())),
        example);
    hits.stream()
        .filter(hit -> !hit.isAnsweredAlike(bench.description().limits()))
        .findFirst()
        .ifPresentOrElse(
            hit ->
                checks.that(
                    STABLE,
                    false,
                    "another answer than before the kill",
                    List.of(hit.before(), hit.after().last())),
            () -> checks.that(STABLE, true, "as before the kill", List.of()));
  }

  /** Once more, when everything that was left to do has had its time. */
  private void judgeLater(List<Hit> hits) {
    for (Hit hit : hits) {
      Talk later = bench.talk(hit.names());
      checks.that(
          STABLE,
          Objects.equals(later.answer(), hit.after().answer()),
          "as before the kill, and once more",
          List.of(hit.after().last(), later.last()));
    }
  }

  /**
   * A count of effects.
   *
   * @param names of the operation it belongs to; null if it is that of all
   */
  private record Count(@Nullable Names names, Tally tally, long expected) {
    boolean isOf(Hit hit) {
      return names == null || names.equals(hit.names());
    }
  }

  private List<Count> counts(List<Names> operations) {
    return bench.effects().arePerOperation()
        ? operations.stream().map(names -> new Count(names, bench.tally(names), 1)).toList()
        : List.of(new Count(null, bench.tally(operations.get(0)), operations.size()));
  }

  private void judgeEffects(List<Hit> hits, List<Count> counts, String name) {
    for (Count count : counts) {
      long effects = count.tally().more();
      List<Exchange> example =
          hits.stream()
              .filter(count::isOf)
              .filter(hit -> count.names() != null || hit.before().answer() == null)
              .limit(1)
              .flatMap(hit -> Stream.of(hit.before(), hit.after().last()))
              .toList();
      checks.that(
          name,
          effects == count.expected(),
          count.names() == null
              ? "%s of %d requests".formatted(Bench.effects(effects), count.expected())
              : Bench.effects(effects) + " of each request",
          example);
    }
  }
}
