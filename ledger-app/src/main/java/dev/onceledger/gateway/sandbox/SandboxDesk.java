package dev.onceledger.gateway.sandbox;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes operations to the account, decides those that wait when they are due, and notifies. */
final class SandboxDesk implements AutoCloseable {
  private final SandboxAccount account;
  private final SandboxTimer timer;
  private volatile @Nullable Notifier notifier;

  /** Takes up what the account left waiting. */
  SandboxDesk(SandboxAccount account, SandboxTimer timer, @Nullable Notifier notifier) {
    this.account = account;
    this.timer = timer;
    this.notifier = notifier;
    account.waiting().forEach(this::wait);
  }

  void notifyBy(Notifier other) {
    notifier = other;
  }

  Receipt execute(Operation operation) throws MismatchException {
    Receipt receipt = account.execute(operation);
    if (receipt.isNew()) {
      wait(receipt.entry());
      tell(receipt.entry());
    }
    return receipt;
  }

  /** Closes a key. Who was told that it is pending is told that it will not be done. */
  Entry fence(String key) {
    Closing closing = account.close(key);
    Notifier by = notifier;
    Operation operation = closing.entry().operation();
    if (by != null && operation != null && closing.before() == Standing.PENDING) {
      by.send(List.of(Notification.decided(closing.entry(), operation)));
    }
    return closing.entry();
  }

  private void wait(Entry entry) {
    if (entry.due() != null) {
      Duration delay = Duration.between(Instant.now(), entry.due());
      timer.after(delay, () -> account.settle(entry.key()).ifPresent(this::tell));
    }
  }

  private void tell(Entry entry) {
    Notifier by = notifier;
    Operation operation = entry.operation();
    if (by == null || operation == null || !entry.isDecided()) {
      return;
    }
    Ending ending = account.endingOf(operation);
    Notification decided = Notification.decided(entry, operation);
    switch (ending) {
      case PENDING, ARRIVES_LATE -> by.send(List.of(decided));
      case NOTIFY_TWICE -> by.send(List.of(decided, decided));
      case NOTIFY_OUT_OF_ORDER ->
          by.send(List.of(decided, Notification.closedBefore(entry, operation)));
      default -> {}
    }
  }

  @Override
  public void close() {
    Notifier by = notifier;
    if (by != null) {
      by.close();
    }
  }
}
