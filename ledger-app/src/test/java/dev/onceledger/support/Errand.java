package dev.onceledger.support;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.part;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import dev.onceledger.api.payment.PaymentId;
import java.util.List;

/**
 * A command on a payment of its own, which a client of the scope {@code test} sends again and again
 * under one key.
 *
 * @param before what the gateway has executed for the payment so far
 * @param executed what it will have executed then
 */
public record Errand(
    String paymentId,
    String path,
    String key,
    String body,
    List<String> before,
    List<String> executed) {

  /** What it asks for. */
  public enum Kind {
    CHARGE,
    AUTHORIZE,
    CAPTURE,
    VOID,
    /** A void of a charge that is not decided. */
    CLOSE,
    REFUND
  }

  /**
   * Of 19.99 CNY; a refund is of 6.00. The payment that it acts on is there. The method does not
   * matter to a void of what is not decided.
   */
  public static Errand of(Kind kind, String method, Api orders) {
    return switch (kind) {
      case CHARGE -> charge(method);
      case AUTHORIZE -> pay(method, "manual", "AUTHORIZE 1999");
      case CAPTURE -> authorized(method, "captures", "{}", "CAPTURE 1999", orders);
      case VOID -> authorized(method, "voids", "", "VOID 1999", orders);
      case CLOSE -> {
        Errand charge = charge("tok_never_arrived");
        assertThat(charge.sendTo(orders).status()).isEqualTo(202);
        yield charge.with("voids", "{}", List.of());
      }
      case REFUND -> {
        Errand charge = charge(method);
        assertThat(charge.sendTo(orders).status()).isEqualTo(201);
        yield charge.then("refunds", part(600, "CNY"), "REFUND 600");
      }
    };
  }

  public static Errand charge(String method) {
    return pay(method, "automatic", "CHARGE 1999");
  }

  private static Errand authorized(
      String method, String path, String body, String executed, Api orders) {
    Errand authorize = pay(method, "manual", "AUTHORIZE 1999");
    assertThat(authorize.sendTo(orders).status()).isEqualTo(201);
    return authorize.then(path, body, executed);
  }

  private static Errand pay(String method, String capture, String executed) {
    String reference = fresh("order");
    return new Errand(
        PaymentId.of(new Scope("test"), new Reference(reference)).value(),
        "/v1/payments",
        fresh("key"),
        payment(reference, method, 1999, "CNY", capture),
        List.of(),
        List.of(executed));
  }

  private Errand then(String path, String body, String next) {
    return with(path, body, List.of(executed.get(0), next));
  }

  private Errand with(String path, String body, List<String> then) {
    List<String> before = then.isEmpty() ? then : executed;
    return new Errand(
        paymentId, "/v1/payments/" + paymentId + "/" + path, fresh("key"), body, before, then);
  }

  public Response sendTo(Api orders) {
    return orders.post(path, key, body);
  }

  /** How its key stands. */
  public String standingAt(Api orders) {
    return orders.get("/v1/idempotency-keys/" + key).at("/status");
  }

  /** The names of the payment's events, in order. */
  public List<String> historyAt(Api orders) {
    return orders
        .get("/v1/payments/" + paymentId + "/events")
        .json()
        .path("items")
        .valueStream()
        .map(event -> event.path("type").asString())
        .toList();
  }

  /** An answer but for what differs between two payments of which one was tried more often. */
  public static String shape(Response answer) {
    return answer
        .masked()
        .replaceAll("\"reference\":\"[^\"]*\"", "\"reference\":*")
        .replaceAll("\"version\":[0-9]+", "\"version\":*")
        .replaceAll("\"attempts\":[0-9]+", "\"attempts\":*");
  }
}
