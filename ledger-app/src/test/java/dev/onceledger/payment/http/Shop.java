package dev.onceledger.payment.http;

import static dev.onceledger.support.Bodies.fresh;
import static dev.onceledger.support.Bodies.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.contract.Agreement;
import dev.onceledger.security.Role;
import dev.onceledger.support.Api;
import dev.onceledger.support.Ledger;
import dev.onceledger.support.Response;
import dev.onceledger.support.SandboxOracle;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A shop that pays with the shared ledger. Each answer that it gets is held against the OpenAPI
 * document, and everything that it brings about it brings about over HTTP.
 */
final class Shop {
  static final Api ORDERS = Agreement.of(Ledger.shared().orders());
  static final Api OTHER_SCOPE =
      Agreement.of(Ledger.shared().api(Role.ORDER_SERVICE, fresh("other").substring(0, 20)));

  static {
    // The first request of a JVM is slow, and an outcome must not be in doubt for that.
    ORDERS.post("/v1/payments", key(), payment(fresh("first"), "tok_ok"));
  }

  private Shop() {}

  static SandboxOracle sandbox() {
    return Ledger.shared().sandbox();
  }

  static String key() {
    return fresh("key");
  }

  /** The same body with one more member, or with this one in place of its own. */
  static String with(String body, String member) {
    Matcher name = Pattern.compile("\"([a-zA-Z]+)\":").matcher(member);
    String others = name.lookingAt() ? without(body, name.group(1)) : body;
    return others.substring(0, others.length() - 1)
        + (others.equals("{}") ? "" : ",")
        + member
        + "}";
  }

  /** The same body without a member whose value is a text, a number or a flat object. */
  static String without(String body, String name) {
    return body.replaceFirst("\"" + name + "\":(\\{[^}]*}|\"[^\"]*\"|[0-9]+),?", "")
        .replace(",}", "}");
  }

  // ---- commands, each under a fresh key

  static Response pay(String body) {
    return ORDERS.post("/v1/payments", key(), body);
  }

  static Response capture(String id, String body) {
    return ORDERS.post("/v1/payments/" + id + "/captures", key(), body);
  }

  static Response voidPayment(String id, String body) {
    return ORDERS.post("/v1/payments/" + id + "/voids", key(), body);
  }

  static Response refund(String id, String body) {
    return ORDERS.post("/v1/payments/" + id + "/refunds", key(), body);
  }

  static Response read(String id) {
    return ORDERS.get("/v1/payments/" + id);
  }

  // ---- payments that are already there

  /** 19.99 CNY, authorized and not captured. */
  static String authorized() {
    return authorized("tok_ok");
  }

  static String authorized(String method) {
    return created(payment(fresh("order"), method, 1999, "CNY", "manual"), "AUTHORIZED");
  }

  /** 19.99 CNY, captured. */
  static String captured() {
    return captured("tok_ok");
  }

  static String captured(String method) {
    return created(payment(fresh("order"), method), "CAPTURED");
  }

  /** 19.99 CNY, declined. */
  static String declined() {
    return created(payment(fresh("order"), "tok_decline"), "DECLINED");
  }

  private static String created(String body, String state) {
    Response response = pay(body);
    assertThat(response.status()).as(response.toString()).isEqualTo(201);
    assertThat(response.at("/state")).isEqualTo(state);
    return response.at("/id");
  }

  // ---- what is wrong

  /** A refusal of this status and name. */
  static void assertRefused(Response response, int status, String problem) {
    assertThat(response.status() + " " + response.problem())
        .as(response.toString())
        .isEqualTo(status + " " + problem);
  }

  /** A refusal that names exactly these places in the body. */
  static void assertRefused(Response response, int status, String problem, String... pointers) {
    assertRefused(response, status, problem);
    assertThat(response.texts("/pointers")).containsExactlyInAnyOrder(pointers);
  }
}
