package dev.onceledger.conformance.tiny;

/** The key is a flag that is set before anything is done, as with SETNX, and holds no answer. */
final class FlaggedShop implements Shop {
  private final Journal journal;

  FlaggedShop(Journal journal) {
    this.journal = journal;
  }

  @Override
  public Reply take(Order order) throws InterruptedException {
    if (order.key().isEmpty()) {
      return Reply.refused(400, "key-missing");
    }
    synchronized (this) {
      if (journal.find(order.key(), 0).isPresent()) {
        return Reply.refused(409, "duplicate");
      }
      journal.append(Line.mark(order, new Reply(0, "")));
    }
    Thread.sleep(80);
    journal.append(Line.effect(order));
    return Reply.accepted();
  }
}
