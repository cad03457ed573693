package dev.onceledger;

import static dev.onceledger.support.Bodies.amount;
import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.gateway.Gateway;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayTraits;
import dev.onceledger.gateway.NotificationReader;
import dev.onceledger.gateway.sandbox.Sandbox;
import dev.onceledger.gateway.sandbox.SandboxSettings;
import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Line;
import dev.onceledger.support.Line.Call;
import dev.onceledger.support.Line.Mode;
import dev.onceledger.support.Response;
import dev.onceledger.support.SandboxOracle;
import dev.onceledger.support.Together;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many operations are in doubt when the gateway goes down, and all are due when it comes back. Two
 * nodes recover; each has a line of its own to the gateway, on which its calls are counted.
 *
 * <p>The system properties {@code herd.operations}, {@code herd.outageSeconds} and {@code
 * herd.inquiriesPerSecond} make it larger.
 */
class HerdTest {
  private static final int OPERATIONS = Integer.getInteger("herd.operations", 300);
  private static final int OUTAGE_SECONDS = Integer.getInteger("herd.outageSeconds", 15);
  private static final int PER_SECOND = Integer.getInteger("herd.inquiriesPerSecond", 20);
  private static final int MINIMUM_CALLS = 10;
  private static final int TRIAL_CALLS = 3;
  private static final int OPEN_SECONDS = 3;
  private static final int THREADS = 4;
  private static final int LAST_PAUSE_SECONDS = 8;
  private static final int FEEDERS = 16;
  private static final String CHARGED = "CHARGE 1999";

  @TempDir Path directory;

  @Test
  void a_gateway_that_comes_back_is_asked_at_a_bounded_rate_until_nothing_is_in_doubt() {
    try (Sandbox sandbox = sandbox("sandbox");
        Sandbox elsewhere = sandbox("elsewhere");
        Line feeding = new Line(sandbox.uri());
        Line first = new Line(sandbox.uri());
        Line second = new Line(sandbox.uri());
        Ledger front = front(feeding);
        Ledger one = node(front, first, elsewhere);
        Ledger two = node(front, second, elsewhere)) {
      List<Line> lines = List.of(first, second);
      Api orders = front.orders();
      List<Payer> payers =
          List.of(
              new Payer(orders.at(one.uri()), one.bean(DataSource.class)),
              new Payer(orders.at(two.uri()), two.bean(DataSource.class)));
      payers.forEach(Payer::start);

      long down = System.nanoTime();
      lines.forEach(line -> line.turn(Mode.CUT));
      feeding.turn(Mode.LOSES);
      List<String> ids = inDoubt(orders);
      assertThat(open(front)).isEqualTo(OPERATIONS);
      for (Mode mode : List.of(Mode.SILENT, Mode.CUT, Mode.REFUSES)) {
        lines.forEach(line -> line.turn(mode));
        Duration third = Duration.ofMillis(OUTAGE_SECONDS * 1000L / 3);
        await().pollDelay(third).atMost(third.plusSeconds(10)).until(() -> true);
      }
      assertThat(open(front)).isEqualTo(OPERATIONS);
      long up = System.nanoTime();
      lines.forEach(line -> line.turn(Mode.UP));
      await().atMost(longestRecovery()).until(() -> open(front) == 0);
      long done = System.nanoTime();
      payers.forEach(Payer::end);

      System.out.printf(
          Locale.ROOT,
          "herd: %d operations in doubt, down for %.1f s, resolved %.1f s after it%n",
          OPERATIONS,
          (up - down) / 1e9,
          (done - up) / 1e9);
      lines.forEach(line -> print(line, down, up, done));
      payers.forEach(Payer::print);
      lines.forEach(line -> isBounded(line, down, up, done));
      payers.forEach(Payer::wasServed);
      allAreDecided(ids, front, sandbox);
    }
  }

  /** The circuit opens and closes, the last pauses end, and then all goes at the allowed rate. */
  private static Duration longestRecovery() {
    long herd = OPERATIONS / (2L * PER_SECOND);
    return Duration.ofSeconds(OPEN_SECONDS + 2 * LAST_PAUSE_SECONDS + 2 * herd + 20);
  }

  private static void print(Line line, long down, long up, long done) {
    List<Call> meanwhile = line.calls(down, up);
    List<Call> afterwards = line.calls(up, done);
    System.out.printf(
        Locale.ROOT,
        "herd: one node, while down: %d calls of %d (%d requests), %d of %d in a second;"
            + " afterwards: %d calls, %.1f/s, in a second %d and of these %d inquiries of %d%n",
        meanwhile.size(),
        mostWhileDown(up - down),
        line.requests(down, up).count(),
        Line.mostInASecond(meanwhile, call -> true),
        MINIMUM_CALLS + THREADS,
        afterwards.size(),
        afterwards.size() / ((done - up) / 1e9),
        Line.mostInASecond(afterwards, call -> true),
        Line.mostInASecond(afterwards, Call::isInquiry),
        PER_SECOND + THREADS);
  }

  private static void isBounded(Line line, long down, long up, long done) {
    List<Call> meanwhile = line.calls(down, up);
    List<Call> afterwards = line.calls(up, done);
    assertThat(meanwhile).hasSizeBetween(1, mostWhileDown(up - down));
    assertThat(Line.mostInASecond(meanwhile, call -> true))
        .isLessThanOrEqualTo(MINIMUM_CALLS + THREADS);
    // Those that had leave to ask, and were held up, come on top of a second's own.
    assertThat(Line.mostInASecond(afterwards, Call::isInquiry)).isBetween(1, PER_SECOND + THREADS);
    // What the gateway does not know is asked about and then closed.
    assertThat(Line.mostInASecond(afterwards, call -> true))
        .isLessThanOrEqualTo(2 * (PER_SECOND + THREADS));
  }

  /** Until the circuit opens, those that were under way then, and each time it tries. */
  private static int mostWhileDown(long nanos) {
    int tries = 1 + (int) (nanos / 1_000_000_000L / OPEN_SECONDS);
    return MINIMUM_CALLS + THREADS + TRIAL_CALLS * tries;
  }

  /** What arrived is charged once; what did not is fenced, and the client may send it again. */
  private static void allAreDecided(List<String> ids, Ledger front, Sandbox sandbox) {
    Map<String, List<String>> executed = new SandboxOracle(sandbox.uri()).executed();
    Map<String, Long> states = ids.stream().collect(groupingBy(id -> state(front, id), counting()));
    assertThat(states).isEqualTo(Map.of("CAPTURED", OPERATIONS / 2L, "FAILED", OPERATIONS / 2L));
    for (String id : ids) {
      List<String> expected = state(front, id).equals("CAPTURED") ? List.of(CHARGED) : List.of();
      assertThat(executed.getOrDefault(id, List.of())).as(id).isEqualTo(expected);
    }
  }

  private static String state(Ledger front, String id) {
    return String.valueOf(
        front
            .jdbc()
            .queryForObject(
                "select state from payment_view where payment_id = ?", String.class, id));
  }

  private static long open(Ledger front) {
    Long open =
        front
            .jdbc()
            .queryForObject(
                "select count(*) from open_operation where gateway = 'sandbox'", Long.class);
    return open == null ? 0 : open;
  }

  private static List<String> inDoubt(Api orders) {
    return Together.run(
            FEEDERS,
            feeder -> {
              List<String> ids = new ArrayList<>();
              for (int i = feeder; i < OPERATIONS; i += FEEDERS) {
                Response answer =
                    orders.post("/v1/payments", fresh("key"), payment(fresh("order"), "tok_ok"));
                assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
                ids.add(answer.at("/id"));
              }
              return ids;
            })
        .stream()
        .flatMap(List::stream)
        .toList();
  }

  private Sandbox sandbox(String name) {
    Path data = directory.resolve(name);
    return Sandbox.open(
        new SandboxSettings(true, null, data, 2000, 5000, 120, 604_800, null, null), data);
  }

  /** Where the herd comes from: its circuit stays closed, and it leaves recovery to the others. */
  private static Ledger front(Line line) {
    return Ledger.start(
        "ledger.gateway.sandbox.url=" + line.uri(),
        "ledger.gateway.circuit.window-calls=100000",
        "ledger.gateway.circuit.minimum-calls=100000",
        "ledger.drive.lease-seconds=2",
        "ledger.recovery.enabled=false");
  }

  private static Ledger node(Ledger front, Line line, Sandbox elsewhere) {
    String[] settings = {
      "ledger.gateway.sandbox.read-timeout-millis=1500",
      "ledger.gateway.circuit.minimum-calls=" + MINIMUM_CALLS,
      "ledger.gateway.circuit.trial-calls=" + TRIAL_CALLS,
      "ledger.gateway.circuit.open-seconds=" + OPEN_SECONDS,
      "ledger.drive.lease-seconds=2",
      "ledger.recovery.grace-seconds=1",
      "ledger.recovery.poll-millis=200",
      "ledger.recovery.threads=" + THREADS,
      "ledger.recovery.inquiries-per-second=" + PER_SECOND,
      "ledger.recovery.first-pause-seconds=2",
      "ledger.recovery.last-pause-seconds=" + LAST_PAUSE_SECONDS,
      // No more than recovery would take if it held them while it asks.
      "ledger.database.pool-size=" + THREADS
    };
    return front.nodeAt(line.uri(), settings, new Elsewhere(elsewhere.gateway()));
  }

  /** Another sandbox, under a name of its own. */
  private record Elsewhere(Gateway sandbox) implements Gateway {
    @Override
    public GatewayName name() {
      return new GatewayName("elsewhere");
    }

    @Override
    public GatewayTraits traits() {
      return sandbox.traits();
    }

    @Override
    public NotificationReader notifications() {
      return sandbox.notifications();
    }

    @Override
    public GatewayAnswer execute(GatewayCall call) {
      return sandbox.execute(call);
    }

    @Override
    public GatewayAnswer inquire(GatewayCall call) {
      return sandbox.inquire(call);
    }

    @Override
    public GatewayAnswer close(GatewayCall call) {
      return sandbox.close(call);
    }
  }

  /** Pays at another gateway all the while, and looks at the pool of connections. */
  private static final class Payer {
    private final Api orders;
    private final HikariDataSource pool;
    private final Thread paying = new Thread(this::pay, "payer");
    private final Thread watching = new Thread(this::watch, "pool-watcher");
    private final List<Response> answers = new ArrayList<>();
    private volatile boolean isOver;
    private long slowestMillis;
    private long longestWaitMillis;

    Payer(Api orders, DataSource pool) {
      this.orders = orders;
      this.pool = (HikariDataSource) pool;
    }

    void start() {
      assertThat(payElsewhere().status()).isEqualTo(201);
      paying.start();
      watching.start();
    }

    void end() {
      isOver = true;
      for (Thread thread : List.of(paying, watching)) {
        try {
          thread.join(30_000);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        assertThat(thread.isAlive()).isFalse();
      }
    }

    private Response payElsewhere() {
      return orders.post(
          "/v1/payments",
          fresh("key"),
          """
          {"reference":"%s","amount":%s,"paymentMethod":"tok_ok","gateway":"elsewhere"}"""
              .formatted(fresh("order"), amount(1999, "CNY")));
    }

    private void pay() {
      while (!isOver) {
        long start = System.nanoTime();
        answers.add(payElsewhere());
        slowestMillis = Math.max(slowestMillis, (System.nanoTime() - start) / 1_000_000);
        sleep(20);
      }
    }

    /** How long at a stretch somebody waited for a connection. */
    private void watch() {
      long since = 0;
      while (!isOver) {
        boolean isShort = pool.getHikariPoolMXBean().getThreadsAwaitingConnection() > 0;
        since = isShort ? (since == 0 ? System.nanoTime() : since) : 0;
        if (isShort) {
          longestWaitMillis = Math.max(longestWaitMillis, (System.nanoTime() - since) / 1_000_000);
        }
        sleep(5);
      }
    }

    private static void sleep(long millis) {
      try {
        Thread.sleep(millis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    void print() {
      System.out.printf(
          Locale.ROOT,
          "herd: meanwhile %d payments at another gateway, the slowest in %d ms;"
              + " somebody waited for a connection for %d ms at most%n",
          answers.size(),
          slowestMillis,
          longestWaitMillis);
    }

    void wasServed() {
      assertThat(answers).hasSizeGreaterThan(OUTAGE_SECONDS);
      assertThat(answers)
          .allMatch(answer -> answer.status() == 201 && answer.at("/state").equals("CAPTURED"));
      assertThat(slowestMillis).isLessThan(3000);
      assertThat(longestWaitMillis).isLessThan(1000);
    }
  }
}
