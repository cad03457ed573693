package dev.onceledger.proof;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.onceledger.proof.checker.Checker;
import dev.onceledger.proof.checker.Collector;
import dev.onceledger.proof.checker.Event;
import dev.onceledger.proof.checker.Evidence;
import dev.onceledger.proof.checker.Story;
import dev.onceledger.proof.checker.Verdict;
import dev.onceledger.security.Role;
import dev.onceledger.support.Api;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One run: clients, an operator and faults, then peace, then the checker. */
final class Torture {
  private static final int CUSTOMERS = 8;

  /** How long everything may take to be decided once the faults are over. */
  private static final Duration HORIZON = Duration.ofMinutes(2);

  private final Arena arena;
  private final Script script;
  private final RequestLog log;
  private final Collector collector;
  private final Torment torment;
  private final Operator operator;
  private final List<Customer> customers;
  private final Visitor auditor;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  Torture(Arena arena, long seed, Path directory) throws IOException {
    Path file = directory.resolve("requests.jsonl");
    this.arena = arena;
    this.script = new Script(seed);
    this.log = new RequestLog(file);
    this.collector = new Collector(arena.database(), arena.sandboxUri(), file);
    this.torment = new Torment(arena, script.random("faults", 0));
    this.operator =
        new Operator(
            new Visitor("operator", arena.nodes(Role.OPERATOR), log),
            new Api(arena.sandboxUri(), "none"),
            script.random("operator", 0));
    this.auditor = new Visitor("auditor", arena.nodes(Role.ORDER_SERVICE), log);
    List<Api> orders = arena.nodes(Role.ORDER_SERVICE);
    Bank bank = new Bank(new Visitor("bank", orders, log), Arena.SECRET);
    this.customers =
        IntStream.range(0, CUSTOMERS)
            .mapToObj(n -> new Customer(n, script, new Visitor("client " + n, orders, log), bank))
            .toList();
  }

  /**
   * What it came to.
   *
   * @param text for people
   * @param payments how many there were
   * @param missing the planned faults that did not happen
   */
  record Result(String text, int payments, List<Torment.Kind> missing, Verdict verdict) {}

  Result run(Duration duration) throws Exception {
    try {
      disturbed(System.nanoTime() + duration.toNanos());
      arena.awaitReady();
      inPeace(System.nanoTime() + HORIZON.toNanos());
      lookBack();
    } finally {
      threads.shutdown();
      log.close();
    }
    Evidence evidence = collector.collect(torment.faults());
    Verdict verdict = Checker.check(evidence);
    String story = Story.shortest(evidence, verdict.violations()).map(Story::text).orElse("");
    return new Result(
        log.text()
            + "  %d resolutions by hand%n".formatted(operator.resolved())
            + torment.text()
            + "  events: %s%n".formatted(count(evidence))
            + verdict.text()
            + story,
        evidence.views().size(),
        torment.missing(),
        verdict);
  }

  private static Map<String, Long> count(Evidence evidence) {
    return evidence.events().stream()
        .collect(Collectors.groupingBy(Event::type, TreeMap::new, Collectors.counting()));
  }

  private void disturbed(long until) {
    CompletableFuture<Void> faults = go(() -> torment.work(until));
    List<CompletableFuture<Void>> all = new ArrayList<>(List.of(faults));
    customers.forEach(customer -> all.add(go(() -> customer.work(until))));
    all.add(
        go(
            () -> {
              while (System.nanoTime() - until < 0) {
                Pause.millis(1000);
                operator.look(false);
              }
            }));
    all.forEach(CompletableFuture::join);
  }

  /** Everybody repeats what is not finished, and all that is in doubt is decided. */
  private void inPeace(long until) throws SQLException {
    List<CompletableFuture<Void>> finishing = new ArrayList<>();
    customers.forEach(customer -> finishing.add(go(() -> customer.finish(until))));
    while (System.nanoTime() - until < 0
        && !(finishing.stream().allMatch(CompletableFuture::isDone)
            && operator.isFinished()
            && collector.unresolved().isEmpty())) {
      operator.look(true);
      Pause.millis(500);
    }
    finishing.forEach(CompletableFuture::join);
    System.out.printf(
        "decided %d s before the horizon%n", NANOSECONDS.toSeconds(until - System.nanoTime()));
  }

  /** Reads payments as they were at some of their versions. */
  private void lookBack() throws SQLException {
    Random random = script.random("versions", 0);
    for (var payment : collector.versions().entrySet()) {
      String path = "/v1/payments/" + payment.getKey();
      auditor.get(random.nextInt(Arena.NODES), path);
      long version = 1 + random.nextLong(payment.getValue());
      auditor.get(random.nextInt(Arena.NODES), path + "?version=" + version);
    }
  }

  private CompletableFuture<Void> go(Runnable task) {
    return CompletableFuture.runAsync(task, threads);
  }
}
