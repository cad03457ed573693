package dev.onceledger.conformance.tiny;

import java.util.Optional;

/** Looks whether the key is known, acts, and writes the key down afterwards. */
final class MarkedAfterShop implements Shop {
  private final Journal journal;

  MarkedAfterShop(Journal journal) {
    this.journal = journal;
  }

  @Override
  public Reply take(Order order) throws InterruptedException {
    if (order.key().isEmpty()) {
      return Reply.refused(400, "key-missing");
    }
    Optional<Line> known = journal.find(order.key(), 0);
    if (known.isPresent()) {
      return known.get().request().equals(order.content())
          ? known.get().reply()
          : Reply.refused(422, "key-reused");
    }
    Thread.sleep(20);
    journal.append(Line.effect(order));
    Thread.sleep(80);
    Reply reply = Reply.accepted();
    journal.append(Line.mark(order, reply));
    return reply;
  }
}
