package dev.onceledger.conformance;

import java.util.List;
import java.util.Objects;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/** A key that was used comes back with another body, or with the same body spelt differently. */
final class Reuse {
  private Reuse() {}

  static Checks run(Bench bench) {
    Checks checks = new Checks();
    JsonNode body = bench.description().command().body();
    List<JsonPointer> fields = body == null ? List.of() : Fields.leaves(body);
    if (body == null || fields.isEmpty()) {
      checks.moot("another body is refused", "the body of \"command\" has no fields");
      return checks;
    }
    Names names = Names.fresh();
    Talk first = bench.talk(names);
    Exchange before = bench.client().untilDecided(bench.command(names));
    for (JsonPointer field : fields) {
      another(bench, names, first, field, checks);
    }
    if (!body.isString()) {
      RequestTemplate command = bench.description().command();
      Request reordered = command.withBody(Fields.reordered(body)).fill(names);
      spelt(bench, names, first, reordered, "re-ordered", checks);
      if (!command.isForm()) {
        Request spaced = command.fill(names).withBody(names.fill(body.toPrettyString()) + "\n");
        spelt(bench, names, first, spaced, "re-spaced", checks);
      }
    }
    Exchange after = bench.client().untilDecided(bench.command(names));
    checks.that(
        "the first request is answered as it was before",
        Objects.equals(after.answer(), before.answer()),
        after.outcome() + " after " + before.outcome(),
        List.of(before, after));
    return checks;
  }

  private static void another(
      Bench bench, Names names, Talk first, JsonPointer field, Checks checks) {
    RequestTemplate command = differing(bench.description(), field);
    Tally tally = bench.tally(names);
    Exchange exchange = bench.client().untilDecided(command.fill(names));
    Answer answer = exchange.answer();
    long effects = tally.more();
    String name = "another " + (field.toString().isEmpty() ? "body" : field) + " is refused";
    boolean isRefused = answer != null && answer.isRefusal() && effects == 0;
    if (isRefused) {
      Exchange control = bench.client().untilDecided(command.fill(Names.fresh()));
      if (control.answer() != null && control.answer().isRefusal()) {
        checks.moot(
            name,
            "says nothing: %s under a fresh key, too; give \"others\" a good value for it"
                .formatted(control.outcome()));
        return;
      }
    }
    checks.that(
        name,
        isRefused,
        exchange.outcome()
            + (Objects.equals(answer, first.answer()) ? ", the first answer replayed" : "")
            + (effects == 0 ? "" : ", " + Bench.effects(effects) + " more"),
        List.of(first.last(), exchange));
  }

  private static RequestTemplate differing(Description description, JsonPointer field) {
    RequestTemplate command = description.command();
    JsonNode body = Objects.requireNonNull(command.body());
    JsonNode other = description.others().get(field);
    JsonNode value = other == null ? Fields.otherThan(body.at(field)) : other;
    return command.withBody(field.toString().isEmpty() ? value : Fields.with(body, field, value));
  }

  /** The same content: a replay where the service claims that, and never a second effect. */
  private static void spelt(
      Bench bench, Names names, Talk first, Request request, String how, Checks checks) {
    Tally tally = bench.tally(names);
    Exchange exchange = bench.client().untilDecided(request);
    Answer answer = exchange.answer();
    long effects = tally.more();
    boolean isReplay = Objects.equals(answer, first.answer());
    boolean isRefused = answer != null && answer.isRefusal();
    boolean claimed = bench.description().claims().sameJson();
    checks.that(
        "the same body " + how + (claimed ? " is a replay" : " has no second effect"),
        effects == 0 && (isReplay || (!claimed && isRefused)),
        exchange.outcome()
            + (isReplay ? ", the first answer" : "")
            + (effects == 0 ? "" : ", " + Bench.effects(effects) + " more"),
        List.of(first.last(), exchange));
  }
}
