package dev.onceledger.payment.drive;

import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.OperationStatus;
import dev.onceledger.api.payment.PaymentCommand.ExpireAuthorization;
import dev.onceledger.crash.CrashPoint;
import dev.onceledger.gateway.Gateway;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import dev.onceledger.gateway.Gateways;
import dev.onceledger.idempotency.Commands;
import dev.onceledger.payment.drive.OpenAuthorizations.Due;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the authorizations that have run out, by asking the gateway: the clock alone decides
 * nothing, and what is captured at the last moment is captured.
 */
public final class Expiry {
  private static final Logger LOG = LoggerFactory.getLogger(Expiry.class);
  private static final int AT_ONCE = 20;

  private final OpenAuthorizations authorizations;
  private final Intents intents;
  private final Commands commands;
  private final Gateways gateways;
  private final ExpirySettings settings;
  private final Patrol patrol;

  public Expiry(
      OpenAuthorizations authorizations,
      Intents intents,
      Commands commands,
      Gateways gateways,
      ExpirySettings settings) {
    this.authorizations = authorizations;
    this.intents = intents;
    this.commands = commands;
    this.gateways = gateways;
    this.settings = settings;
    this.patrol = new Patrol("expiry", Duration.ofMillis(settings.pollMillis()), this::look);
  }

  public void start() {
    if (settings.enabled()) {
      patrol.start();
    }
  }

  public void stop() throws InterruptedException {
    if (settings.enabled()) {
      patrol.stop();
    }
  }

  private boolean look() {
    boolean more = false;
    for (GatewayName name : gateways.names()) {
      if (!gateways.isOpen(name)) {
        List<Due> due = authorizations.claimDue(name, AT_ONCE);
        due.forEach(this::check);
        more |= due.size() == AT_ONCE;
      }
    }
    return more;
  }

  private void check(Due due) {
    try {
      OperationStatus operation = commands.inspect(due.paymentId(), due.operationId());
      if (operation.reserved().isZero() && !operation.isChanging()) {
        authorizations.close(due.operationId());
      } else if (!operation.isChanging()) {
        ask(operation);
      }
    } catch (RuntimeException e) {
      LOG.warn("an authorization could not be checked; it is checked again", e);
    }
  }

  private void ask(OperationStatus operation) {
    GatewayCall call = operation.call();
    Gateway gateway = gateways.find(call.gateway()).orElseThrow();
    GatewayAnswer answer = gateway.inquire(call);
    if (answer.outcome() == Outcome.EXPIRED) {
      CrashPoint.EXPIRY_ANSWERED.reach();
      Evidence evidence = new Evidence(Evidence.Source.INQUIRY, call.send());
      commands.write(
          new ExpireAuthorization(call.paymentId(), operation.attempt(), evidence),
          intents.requestOf(call.paymentId(), call.operationId()).orElseThrow());
    }
  }
}
