package dev.onceledger.payment.http;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.idempotency.IdempotencyRecord;
import dev.onceledger.payment.drive.Driven;
import dev.onceledger.payment.drive.PaymentDriver;
import dev.onceledger.payment.view.PaymentRow;
import dev.onceledger.payment.view.PaymentViews;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** Has a command driven, waits if the client prefers to, and tells what it came to. */
@Component
class CommandExchange {
  private final PaymentDriver driver;
  private final PaymentViews views;

  CommandExchange(PaymentDriver driver, PaymentViews views) {
    this.driver = driver;
    this.views = views;
  }

  /** Runs a command on a payment that exists, if it does. */
  ResponseEntity<byte[]> runOn(PaymentCommand.Request command, CommandRequest request) {
    return run(
        command,
        request,
        () ->
            views
                .find(command.paymentId(), command.scope())
                .map(row -> new GatewayName(row.gateway())));
  }

  ResponseEntity<byte[]> run(
      PaymentCommand.Request command,
      CommandRequest request,
      Supplier<Optional<GatewayName>> gateway) {
    Driven driven = drive(command, request, gateway);
    boolean waited = request.waitSeconds() > 0;
    if (driven instanceof Driven.InDoubt doubt && waited) {
      driven = awaitOutcome(doubt, request);
    }
    ResponseEntity.BodyBuilder answer;
    if (driven instanceof Driven.Replied replied) {
      answer = ResponseEntity.status(replied.reply().status());
      if (replied.replayed()) {
        answer.header("Idempotent-Replayed", "true");
      }
      head(answer, replied.paymentId(), replied.reply().version(), replied.expiresAt());
      return finish(answer, waited, request, replied.reply().body());
    }
    if (driven instanceof Driven.FoundByReference found) {
      PaymentRow row = current(found.paymentId());
      answer = ResponseEntity.ok().header("Idempotent-Replayed", "reference");
      head(answer, found.paymentId(), row.version(), null);
      return finish(answer, waited, request, row.document());
    }
    Driven.InDoubt doubt = (Driven.InDoubt) driven;
    PaymentRow row = current(doubt.paymentId());
    answer = ResponseEntity.status(HttpStatus.ACCEPTED).header("Retry-After", "1");
    head(answer, doubt.paymentId(), row.version(), doubt.expiresAt());
    return finish(answer, waited, request, row.document());
  }

  private Driven drive(
      PaymentCommand.Request command,
      CommandRequest request,
      Supplier<Optional<GatewayName>> gateway) {
    try {
      return driver.handle(command, request.identity(), gateway);
    } catch (Rejection rejection) {
      boolean worthWaiting =
          rejection.reason() == Reason.IDEMPOTENCY_KEY_IN_PROGRESS && request.waitSeconds() > 0;
      if (!worthWaiting || awaitRecord(request).isEmpty()) {
        throw rejection;
      }
      return driver.handle(command, request.identity(), gateway);
    }
  }

  private Driven awaitOutcome(Driven.InDoubt doubt, CommandRequest request) {
    Optional<IdempotencyRecord> record = awaitRecord(request);
    if (record.isEmpty()) {
      return doubt;
    }
    if (record.get().reply() == null) {
      throw new Rejection(
          Reason.GATEWAY_NOT_REACHED,
          "the gateway surely did not execute it; send the same request again with the same key");
    }
    return new Driven.Replied(
        doubt.paymentId(), record.get().reply(), false, record.get().expiresAt());
  }

  private Optional<IdempotencyRecord> awaitRecord(CommandRequest request) {
    try {
      return driver.await(request.identity(), Duration.ofSeconds(request.waitSeconds()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Rejection(Reason.SHUTTING_DOWN, "the ledger is stopping; send it again shortly");
    }
  }

  private PaymentRow current(PaymentId id) {
    return views
        .find(id, null)
        .orElseThrow(() -> new IllegalStateException("no view of the payment " + id));
  }

  private static void head(
      ResponseEntity.BodyBuilder answer, PaymentId id, long version, @Nullable Instant expiresAt) {
    PaymentAnswers.head(answer, version).header("Location", "/v1/payments/" + id);
    if (expiresAt != null) {
      answer.header("Idempotency-Key-Expires", expiresAt.toString());
    }
  }

  private static ResponseEntity<byte[]> finish(
      ResponseEntity.BodyBuilder answer, boolean waited, CommandRequest request, byte[] body) {
    if (waited) {
      answer.header("Preference-Applied", "wait=" + request.waitSeconds());
    }
    return answer.body(body);
  }
}
