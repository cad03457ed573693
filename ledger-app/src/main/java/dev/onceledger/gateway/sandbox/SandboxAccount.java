package dev.onceledger.gateway.sandbox;

import dev.onceledger.api.payment.OperationKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Everything that the sandbox really executed, and what it knows of every key.
 *
 * <p>It decides by its own books alone and shares no code with the ledger: what it shows is the
 * proof of what happened. All it answers is on the disk before.
 */
final class SandboxAccount implements AutoCloseable {
  private final SandboxTimes times;
  private final AccountFile file;
  private final Object lock = new Object();
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Holdings holdings = new Holdings();
  private final List<String> executedKeys = new ArrayList<>();

  /**
   * Opens the account in a directory, and goes on where it was left.
   *
   * @throws IOException if another process has it open, or it is damaged
   */
  SandboxAccount(Path directory, SandboxTimes times) throws IOException {
    this.times = times;
    this.file = AccountFile.open(directory, this::put);
  }

  /** How the operation goes, by the payment method of its attempt. */
  Ending endingOf(Operation operation) {
    synchronized (lock) {
      return Ending.of(operation.kind(), holdings.paymentMethodFor(operation));
    }
  }

  /**
   * Executes a send, once per key.
   *
   * @throws MismatchException if an earlier send of the key asked for something else
   */
  Receipt execute(Operation operation) throws MismatchException {
    Receipt receipt;
    synchronized (lock) {
      Ending ending = Ending.of(operation.kind(), holdings.paymentMethodFor(operation));
      Entry known = entries.get(operation.key());
      if (known != null && !known.agreesWith(operation)) {
        throw new MismatchException();
      }
      Entry entry = known == null ? first(operation, ending) : known.sentAgain(operation);
      write(entry);
      receipt = new Receipt(entry, ending, known == null);
    }
    file.force();
    return receipt;
  }

  /** What is known of a key. */
  Optional<Entry> find(String key) {
    Entry entry;
    synchronized (lock) {
      entry = entries.get(key);
    }
    file.force();
    return Optional.ofNullable(entry);
  }

  /** Whether what the entry authorized ran out before all of it was captured or let go. */
  boolean hasRunOut(Entry entry) {
    synchronized (lock) {
      return holdings.hasRunOut(entry, Instant.now());
    }
  }

  /** Fences a key that is not decided. */
  Closing close(String key) {
    Entry known;
    Entry entry;
    synchronized (lock) {
      known = entries.get(key);
      if (known == null) {
        entry = Entry.closedUnseen(key, Instant.now());
        write(entry);
      } else if (known.standing().isWaiting()) {
        entry = known.closed(Instant.now());
        write(entry);
      } else {
        entry = known;
      }
    }
    file.force();
    return new Closing(known == null ? null : known.standing(), entry);
  }

  /** Decides a waiting operation; empty if it does not wait any more. */
  Optional<Entry> settle(String key) {
    Entry decided;
    synchronized (lock) {
      Entry known = entries.get(key);
      if (known == null || known.operation() == null || !known.standing().isWaiting()) {
        return Optional.empty();
      }
      decided = decide(known.operation(), known.sends());
      write(decided);
    }
    file.force();
    return Optional.of(decided);
  }

  /** The keys that wait for their time. */
  List<Entry> waiting() {
    synchronized (lock) {
      return entries.values().stream().filter(entry -> entry.standing().isWaiting()).toList();
    }
  }

  /** What was executed, in that order. */
  List<Entry> executed() {
    List<Entry> executed;
    synchronized (lock) {
      executed = executedKeys.stream().map(entries::get).toList();
    }
    file.force();
    return executed;
  }

  /** Every key that anything is known of. */
  List<Entry> all() {
    synchronized (lock) {
      return List.copyOf(entries.values());
    }
  }

  private Entry first(Operation operation, Ending ending) {
    Instant now = Instant.now();
    return switch (ending) {
      case ARRIVES_LATE ->
          Entry.undecided(operation, Standing.HELD, now.plus(times.lateAfter()), now);
      case PENDING ->
          Entry.undecided(operation, Standing.PENDING, now.plus(times.pendingFor()), now);
      case DOWN -> Entry.undecided(operation, Standing.DOWN, null, now);
      case DECLINE -> Entry.declined(operation, newReference(), "insufficient-funds", now, 1);
      case NONE -> Entry.declined(operation, newReference(), "unknown-payment-method", now, 1);
      default -> decide(operation, 1);
    };
  }

  private Entry decide(Operation operation, int sends) {
    Instant now = Instant.now();
    String refusal = holdings.refusal(operation, now);
    if (refusal != null) {
      return Entry.declined(operation, newReference(), refusal, now, sends);
    }
    Instant validUntil =
        operation.kind() == OperationKind.AUTHORIZE ? now.plus(times.authorizationValid()) : null;
    return Entry.succeeded(
        operation, newReference(), holdings.moves(operation), validUntil, now, sends);
  }

  private void write(Entry entry) {
    file.append(entry);
    put(entry);
  }

  private void put(Entry entry) {
    Entry before = entries.put(entry.key(), entry);
    boolean executedNow =
        entry.standing() == Standing.SUCCEEDED
            && (before == null || before.standing() != Standing.SUCCEEDED);
    if (executedNow && entry.operation() != null) {
      executedKeys.add(entry.key());
      holdings.move(entry.operation(), entry);
    }
  }

  private static String newReference() {
    return "sbx_" + UUID.randomUUID().toString().replace("-", "");
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
