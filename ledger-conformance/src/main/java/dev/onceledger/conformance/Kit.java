package dev.onceledger.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

/** A run: a rehearsal, and then one group after the other. */
final class Kit {
  private static final int REHEARSALS = 3;

  private final Description description;
  private final Client client;
  private final Effects effects;

  Kit(Description description) {
    this.description = description;
    this.client = new Client(description.limits());
    this.effects = new Effects(description, client);
  }

  /**
   * Runs these groups.
   *
   * @param told is told of each group as it ends
   * @throws BadDescription if nothing can be said about the service
   */
  Report run(Set<Group> groups, long seed, int repeats, Consumer<Report.Section> told) {
    startIfDead();
    Bench bench = new Bench(description, client, effects, new Random(seed), rehearse(), repeats);
    List<Report.Section> sections = new ArrayList<>();
    for (Group group : groups) {
      String missing = description.missingFor(group);
      Report.Section section =
          new Report.Section(
              group, missing.isEmpty() ? checks(group, bench).findings() : List.of(), missing);
      told.accept(section);
      sections.add(section);
    }
    return new Report(sections);
  }

  private Checks checks(Group group, Bench bench) {
    return switch (group) {
      case REPLAY -> Replay.run(bench);
      case RACE -> Race.run(bench);
      case REUSE -> Reuse.run(bench);
      case EXPIRY -> Expiry.run(bench);
      case CRASH -> Crash.run(bench, victim());
    };
  }

  private Victim victim() {
    return new Victim(Objects.requireNonNull(description.crash()), client);
  }

  private void startIfDead() {
    if (description.crash() != null) {
      Victim victim = victim();
      if (!victim.isReady()) {
        victim.start();
      }
    }
  }

  /**
   * Whether the description fits the service at all; otherwise every violation would be one of the
   * description.
   *
   * @return how long a request takes, in milliseconds
   */
  private long rehearse() {
    long[] nanos = new long[REHEARSALS];
    for (int i = 0; i < REHEARSALS; i++) {
      Names names = Names.fresh();
      Tally tally = effects.tally(List.of(names));
      long start = System.nanoTime();
      Talk talk = client.untilFinal(description.command().fill(names));
      nanos[i] = System.nanoTime() - start;
      if (!talk.isAccepted()) {
        Answer answer = talk.last().answer();
        throw new BadDescription(
            "/command",
            "a first request under a fresh key is not accepted: %s %s"
                .formatted(talk.outcome(), answer == null ? talk.last().trouble() : answer.text()));
      }
      if (tally.more() == 0) {
        throw new BadDescription(
            Effects.MEMBER,
            ("a first request was accepted (%s), and no effect is counted; it is to count what the"
                    + " command does")
                .formatted(talk.outcome()));
      }
    }
    Arrays.sort(nanos);
    return nanos[REHEARSALS / 2] / 1_000_000;
  }
}
