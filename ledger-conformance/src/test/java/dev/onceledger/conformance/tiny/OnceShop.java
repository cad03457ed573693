package dev.onceledger.conformance.tiny;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Writes effect, key and answer at one stroke, claims the key and the reference while it is at
 * work, and finds an old order by its reference; unless it has a flaw.
 */
final class OnceShop implements Shop {
  private final Journal journal;
  private final Flaw flaw;
  private final int atStart;
  private final int remembered;
  private final Set<String> atWork = new HashSet<>();

  OnceShop(Journal journal, Flaw flaw) {
    this.journal = journal;
    this.flaw = flaw;
    this.atStart = journal.size();
    this.remembered = flaw == Flaw.KEEPS_KEYS_IN_MEMORY ? atStart : 0;
  }

  @Override
  public Reply take(Order order) throws InterruptedException {
    if (order.key().isEmpty() && flaw != Flaw.TAKES_ORDERS_WITHOUT_A_KEY) {
      return Reply.refused(400, "key-missing");
    }
    Set<String> claims = Set.of("key " + order.key(), "reference " + order.reference());
    synchronized (this) {
      Optional<Reply> known = known(order);
      if (known.isPresent()) {
        return known.get();
      }
      if (claims.stream().anyMatch(atWork::contains)) {
        return Reply.refused(409, "in-progress");
      }
      if (flaw != Flaw.CLAIMS_NOTHING_WHILE_AT_WORK) {
        atWork.addAll(claims);
      }
    }
    Thread.sleep(80);
    synchronized (this) {
      Reply reply = Reply.accepted();
      journal.append(Line.both(order, reply));
      atWork.removeAll(claims);
      return reply;
    }
  }

  private Optional<Reply> known(Order order) {
    Optional<Line> byKey =
        order.key().isEmpty() ? Optional.empty() : journal.find(order.key(), remembered);
    if (byKey.isPresent()) {
      if (isSame(byKey.get(), order) || flaw == Flaw.REPLAYS_WHATEVER_THE_BODY) {
        return Optional.of(replay(byKey.get()));
      }
      if (flaw == Flaw.LETS_ANOTHER_BODY_SPOIL_THE_KEY) {
        journal.append(Line.mark(order, Reply.refused(422, "key-reused")));
      }
      return flaw == Flaw.EXECUTES_ANOTHER_BODY
          ? Optional.empty()
          : Optional.of(Reply.refused(422, "key-reused"));
    }
    if (flaw == Flaw.FORGETS_REFERENCES) {
      return Optional.empty();
    }
    return journal
        .findReference(order.reference(), remembered)
        .map(
            line ->
                isSame(line, order)
                    ? new Reply(200, line.answer())
                    : Reply.refused(422, "reference-reused"));
  }

  private boolean isSame(Line line, Order order) {
    return line.request().equals(order.content())
        && (flaw != Flaw.COMPARES_THE_SPELLING
            || order.body().indexOf("reference") < order.body().indexOf("amount"));
  }

  private Reply replay(Line line) {
    boolean isLost =
        flaw == Flaw.ANSWERS_ANOTHER_TIME_ANOTHER_THING
            || (flaw == Flaw.KEEPS_ANSWERS_IN_MEMORY
                && journal.find(line.key(), atStart).isEmpty());
    return isLost ? Reply.accepted() : line.reply();
  }
}
