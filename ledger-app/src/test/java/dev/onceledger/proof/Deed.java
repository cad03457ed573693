package dev.onceledger.proof;

import static dev.onceledger.support.Bodies.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.proof.CrashCase.Command;
import dev.onceledger.security.Role;
import dev.onceledger.support.Api;
import dev.onceledger.support.Errand;
import dev.onceledger.support.Response;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A command that a client sends under one key until its answer is final. */
final class Deed {
  private final Command command;
  private final Errand errand;
  private final Api first;
  private final Api further;

  private Deed(Command command, Errand errand, Api first, Stage stage) {
    this.command = command;
    this.errand = errand;
    this.first = first;
    this.further = stage.goingOn(first);
  }

  /** Prepares what it acts on. */
  static Deed of(Command command, Stage stage) {
    Api orders = stage.api(Role.ORDER_SERVICE);
    if (command == Command.RESOLVE) {
      return new Deed(command, resolution(orders), stage.api(Role.OPERATOR), stage);
    }
    Errand errand =
        switch (command) {
          case CHARGE -> Errand.of(Errand.Kind.CHARGE, "tok_ok", orders);
          case AUTHORIZE -> Errand.of(Errand.Kind.AUTHORIZE, "tok_ok", orders);
          case CAPTURE -> Errand.of(Errand.Kind.CAPTURE, "tok_ok", orders);
          case VOID -> Errand.of(Errand.Kind.VOID, "tok_ok", orders);
          case REFUND -> Errand.of(Errand.Kind.REFUND, "tok_ok", orders);
          case CLOSE -> Errand.of(Errand.Kind.CLOSE, "", orders);
          case RECOVERY -> Errand.charge("tok_error_500");
          case FENCING -> Errand.charge("tok_never_arrived");
          case NOTIFICATION -> Errand.charge("tok_pending");
          case RESOLVE -> throw new IllegalStateException("an operator's");
        };
    return new Deed(command, errand, orders, stage);
  }

  /** Somebody says that it was declined; its key is closed first. */
  private static Errand resolution(Api orders) {
    Errand charge = Errand.charge("tok_never_arrived");
    Response created = charge.sendTo(orders);
    assertThat(created.status()).as(created.toString()).isEqualTo(202);
    return new Errand(
        charge.paymentId(),
        "/v1/operations/" + created.at("/operations/0/id") + "/resolutions",
        fresh("key"),
        "{\"outcome\":\"DECLINED\",\"reason\":\"said so\"}",
        List.of(),
        List.of());
  }

  /** Sends it for the first time, to the node that dies. */
  CompletableFuture<Response> begin(Runnable armed) {
    armed.run();
    return CompletableFuture.supplyAsync(() -> errand.sendTo(first));
  }

  /** Sends it again, to the node that goes on. */
  Response repeat() {
    return errand.sendTo(further);
  }

  /** Whether the answer is final. An operator may find that the gateway has decided meanwhile. */
  boolean isEnded(Response answer) {
    return answer.status() == 201 || (command == Command.RESOLVE && answer.status() == 412);
  }

  String paymentId() {
    return errand.paymentId();
  }

  /** What the gateway has executed for the payment once it is done. */
  List<String> executed() {
    return errand.executed();
  }

  String standing() {
    return errand.standingAt(further);
  }

  /** A client of the node that goes on. */
  Api reader() {
    return further;
  }
}
