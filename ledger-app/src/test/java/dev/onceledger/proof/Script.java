package dev.onceledger.proof;

import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import dev.onceledger.api.payment.PaymentId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What the clients of a torture run do, decided by its seed alone: the same seed, client and number
 * give the same order.
 */
final class Script {
  private static final List<String> ENDINGS =
      List.of(
          "ok",
          "decline",
          "lost_reply",
          "never_arrived",
          "arrives_late",
          "slow",
          "pending",
          "notify_twice",
          "notify_out_of_order",
          "error_500",
          "down");
  private static final List<String> CURRENCIES = List.of("CNY", "JPY", "KWD");
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final long seed;

  Script(long seed) {
    this.seed = seed;
  }

  /**
   * One thing that a client does.
   *
   * @param copies how many at once, each to the next node
   * @param patience how often it repeats while the answer is not final, before it goes on
   * @param read whether it reads the payment then
   * @param disputed whether the payer's bank disputes the payment then
   */
  record Step(
      Ask ask,
      int node,
      int copies,
      int patience,
      int pauseMillis,
      boolean respelled,
      boolean read,
      boolean disputed) {}

  /** All sandbox payment methods. */
  static List<String> methods() {
    List<String> methods = new ArrayList<>();
    for (String prefix : List.of("tok_", "tok_capture_", "tok_refund_")) {
      ENDINGS.forEach(ending -> methods.add(prefix + ending));
    }
    return methods;
  }

  static String paymentId(String reference) {
    return PaymentId.of(new Scope(Stage.SCOPE), new Reference(reference)).value();
  }

  Random random(String what, long number) {
    return new Random((seed * MIX + what.hashCode()) * MIX + number);
  }

  /** What a client does about its order of that number. */
  List<Step> order(int client, int number) {
    Random random = random("client " + client, number);
    List<Ask> asks = asks(client, number, random);
    List<Step> steps = new ArrayList<>();
    for (Ask ask : asks) {
      steps.add(step(ask, random));
      if (one(random, 6)) {
        steps.add(step(prank(ask, random), random));
      }
      if (one(random, 6)) {
        steps.add(step(asks.get(random.nextInt(asks.size())), random));
      }
    }
    if (number > 0 && one(random, 2)) {
      int earlierNumber = random.nextInt(number);
      List<Ask> earlier = asks(client, earlierNumber, random("client " + client, earlierNumber));
      steps.add(step(earlier.get(random.nextInt(earlier.size())), random));
    }
    return steps;
  }

  private List<Ask> asks(int client, int number, Random random) {
    return new Order("t%d-%d-%d".formatted(seed, client, number), random).asks();
  }

  private static Step step(Ask ask, Random random) {
    return new Step(
        ask,
        random.nextInt(2),
        one(random, 5) ? 2 + random.nextInt(3) : 1,
        random.nextInt(4),
        random.nextInt(300),
        one(random, 4),
        one(random, 4),
        one(random, 40));
  }

  /** Another content under a used key, or the same under another key. */
  private static Ask prank(Ask ask, Random random) {
    if (one(random, 2)) {
      return ask.under(ask.key() + "-again");
    }
    return ask.with(other(ask.path(), random.nextInt(100)));
  }

  /** A member that makes it another request. */
  private static String other(String path, int any) {
    if (path.equals("/v1/payments")) {
      return "\"metadata\":{\"copy\":\"%d\"}".formatted(any);
    }
    return path.endsWith("/refunds")
        ? "\"reason\":\"other %d\"".formatted(any)
        : "\"attempt\":%d".formatted(2 + any);
  }

  private static boolean one(Random random, int of) {
    return random.nextInt(of) == 0;
  }

  /** A payment and what is asked of it, whatever becomes of it. */
  private static final class Order {
    private final String name;
    private final Random random;
    private final String path;
    private final String currency;
    private final long minor;
    private final List<Ask> asks = new ArrayList<>();

    Order(String name, Random random) {
      this.name = name;
      this.random = random;
      this.path = "/v1/payments/" + paymentId(name);
      this.currency = CURRENCIES.get(random.nextInt(CURRENCIES.size()));
      this.minor = 100L + random.nextInt(20_000);
    }

    List<Ask> asks() {
      String method = method();
      boolean manual = method.startsWith("tok_capture_") || one(random, 3);
      pay(1, method, manual);
      boolean isOfPayment = method.matches("tok_(?!capture_|refund_).*");
      if (one(random, isOfPayment ? 3 : 12)) {
        later("voids", List.of());
      }
      if (one(random, 3) || method.equals("tok_decline")) {
        pay(2, method(), manual);
      }
      for (int parts = manual ? 1 + random.nextInt(3) : 0; parts > 0; parts--) {
        later("captures", part());
      }
      if (one(random, 6)) {
        later("voids", List.of());
      }
      for (int parts = random.nextInt(4); parts > 0; parts--) {
        later("refunds", part());
      }
      return asks;
    }

    /** Any of them, and more often those that decide about the payment itself. */
    private String method() {
      return switch (random.nextInt(8)) {
        case 0 -> "tok_ok";
        case 1 -> "tok_decline";
        case 2, 3, 4 -> "tok_" + ENDINGS.get(random.nextInt(ENDINGS.size()));
        default -> methods().get(random.nextInt(methods().size()));
      };
    }

    private void pay(int attempt, String method, boolean manual) {
      List<String> members =
          new ArrayList<>(
              List.of(
                  "\"reference\":\"%s\"".formatted(name),
                  amount(minor),
                  "\"paymentMethod\":\"%s\"".formatted(method),
                  // For the operator, who is to see what will become of it.
                  "\"description\":\"%s\"".formatted(method),
                  "\"capture\":\"%s\"".formatted(manual ? "manual" : "automatic")));
      if (attempt > 1) {
        members.add("\"attempt\":" + attempt);
      }
      ask("/v1/payments", members);
    }

    /** With a reference of its own, or without one. */
    private void later(String what, List<String> members) {
      List<String> all = new ArrayList<>(members);
      if (one(random, 2)) {
        all.add("\"reference\":\"part-%d\"".formatted(asks.size()));
      }
      ask(path + "/" + what, all);
    }

    /** A part, sometimes too much, sometimes all that is left. */
    private List<String> part() {
      return one(random, 4) ? List.of() : List.of(amount(1 + random.nextLong(minor)));
    }

    private String amount(long of) {
      return "\"amount\":{\"minor\":%d,\"currency\":\"%s\"}".formatted(of, currency);
    }

    private void ask(String where, List<String> members) {
      List<String> headers = one(random, 8) ? List.of("Prefer", "wait=2") : List.of();
      asks.add(new Ask(path, where, name + "-" + asks.size(), List.copyOf(members), headers));
    }
  }
}
