package dev.onceledger.proof;

import dev.onceledger.proof.checker.Fault;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Does to the arena what the seed decides: all kinds in one order after the other. */
final class Torment {
  /** What can happen. */
  enum Kind {
    NODE_KILLED,
    POSTGRES_KILLED,
    NODE_FROZEN,
    TRANSACTION_HELD,
    CONNECTIONS_CUT,
    SANDBOX_KILLED
  }

  private static final List<String> HOLDS =
      List.of(
          "lock table open_operation in share row exclusive mode",
          "lock table event in share row exclusive mode",
          "lock table idempotency_key in share row exclusive mode",
          "select 1 from (select payment_id from payment_view for update) locked");

  private final Arena arena;
  private final Random random;
  private final List<Fault> faults = new ArrayList<>();
  private final Map<Kind, Integer> happened = new EnumMap<>(Kind.class);

  Torment(Arena arena, Random random) {
    this.arena = arena;
    this.random = random;
  }

  /** Until the time is over, and each kind was there. */
  void work(long untilNanos) {
    do {
      List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
      Collections.shuffle(kinds, random);
      for (Kind kind : kinds) {
        Pause.millis(500 + random.nextInt(2500));
        arena.revive();
        if (System.nanoTime() - untilNanos < 0 || !happened.containsKey(kind)) {
          inflict(kind);
        }
      }
    } while (System.nanoTime() - untilNanos < 0 || happened.size() < Kind.values().length);
  }

  private void inflict(Kind kind) {
    int node = random.nextInt(Arena.NODES);
    int millis = 200 + random.nextInt(1300);
    int choice = random.nextInt(12);
    Instant from = Instant.now();
    String what =
        switch (kind) {
          case NODE_KILLED -> killNode(node, millis, choice > 2);
          case POSTGRES_KILLED -> killPostgres(millis);
          case NODE_FROZEN -> freeze(node, 1000L * Arena.LEASE_SECONDS + 2L * millis);
          case TRANSACTION_HELD -> hold(HOLDS.get(choice % HOLDS.size()), 2L * millis);
          case CONNECTIONS_CUT -> cut();
          case SANDBOX_KILLED -> killSandbox(2 + choice % 3, millis);
        };
    if (!what.isEmpty()) {
      happened.merge(kind, 1, Integer::sum);
      faults.add(new Fault(from, Instant.now(), kind.name().toLowerCase(Locale.ROOT), what));
    }
  }

  /** Mostly the other goes on meanwhile; sometimes there is none. */
  private String killNode(int node, long millis, boolean besideAnother) {
    if (besideAnother) {
      arena.awaitOther(node);
    }
    arena.killNode(node);
    Pause.millis(millis);
    arena.revive();
    return "node " + node;
  }

  private String killPostgres(long millis) {
    arena.killPostgres();
    Pause.millis(millis);
    arena.startPostgres();
    return "all of it at once";
  }

  /** For longer than the lease of what it is doing. */
  private String freeze(int node, long millis) {
    arena.signalNode(node, "STOP");
    try {
      Pause.millis(millis);
    } finally {
      arena.signalNode(node, "CONT");
    }
    return "node %d for %d ms".formatted(node, millis);
  }

  private String hold(String lock, long millis) {
    try (Connection connection = arena.database().getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("set lock_timeout = '5s'");
      statement.execute(lock);
      Pause.millis(millis);
      connection.rollback();
      return "%s for %d ms".formatted(lock, millis);
    } catch (SQLException e) {
      return ""; // It was not held.
    }
  }

  /** Ends every session of the ledger's at the server, as a broken network does. */
  private String cut() {
    try (Connection connection = arena.database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet count =
            statement.executeQuery(
                """
                select count(*) filter (where pg_terminate_backend(pid)) from pg_stat_activity
                where application_name like 'onceledger%' and pid <> pg_backend_pid()
                """)) {
      count.next();
      return count.getInt(1) == 0 ? "" : count.getInt(1) + " of them";
    } catch (SQLException e) {
      return "";
    }
  }

  private String killSandbox(int lateSeconds, long millis) {
    arena.killSandbox();
    Pause.millis(millis);
    arena.startSandbox(lateSeconds);
    return "what is late then comes after %d s".formatted(lateSeconds);
  }

  List<Fault> faults() {
    return List.copyOf(faults);
  }

  /** The kinds that were planned and did not happen. */
  List<Kind> missing() {
    return List.of(Kind.values()).stream().filter(kind -> !happened.containsKey(kind)).toList();
  }

  String text() {
    return "  faults: %s; %d nodes revived%n".formatted(happened, arena.revived());
  }
}
