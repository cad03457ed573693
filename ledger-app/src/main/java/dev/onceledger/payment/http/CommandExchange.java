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
    if (driven instanceof Driven.Replied replied) {
      return replied(replied, request);
    }
    if (driven instanceof Driven.FoundByReference found) {
      PaymentRow row = current(found.paymentId());
      ResponseEntity.BodyBuilder answer =
          ResponseEntity.ok().header("Idempotent-Replayed", "reference");
      head(answer, found.paymentId(), row.version(), null);
      return finish(answer, request, row.document());
    }
    return inDoubt((Driven.InDoubt) driven, request);
  }

  private static ResponseEntity<byte[]> replied(Driven.Replied replied, CommandRequest request) {
    ResponseEntity.BodyBuilder answer = ResponseEntity.status(replied.reply().status());
    if (replied.replayed()) {
      answer.header("Idempotent-Replayed", "true");
    }
    head(answer, replied.paymentId(), replied.reply().version(), replied.expiresAt());
    return finish(answer, request, replied.reply().body());
  }

  private ResponseEntity<byte[]> inDoubt(Driven.InDoubt doubt, CommandRequest request) {
    Optional<IdempotencyRecord> record =
        request.waitSeconds() > 0 ? awaitRecord(request) : Optional.empty();
    if (record.isPresent()) {
      return replied(outcome(doubt, record.get()), request);
    }
    PaymentRow row = afterAcceptance(() -> current(doubt.paymentId()));
    ResponseEntity.BodyBuilder answer =
        ResponseEntity.status(HttpStatus.ACCEPTED).header("Retry-After", "1");
    head(answer, doubt.paymentId(), row.version(), doubt.expiresAt());
    return finish(answer, request, row.document());
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

  private static Driven.Replied outcome(Driven.InDoubt doubt, IdempotencyRecord record) {
    if (record.reply() == null) {
      throw PaymentDriver.notReached();
    }
    return new Driven.Replied(doubt.paymentId(), record.reply(), false, record.expiresAt());
  }

  private Optional<IdempotencyRecord> awaitRecord(CommandRequest request) {
    return afterAcceptance(
        () -> {
          try {
            return driver.await(request.identity(), Duration.ofSeconds(request.waitSeconds()));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Rejection(
                Reason.SHUTTING_DOWN, "the ledger is stopping; send it again shortly");
          }
        });
  }

  /** What goes wrong once a request with this key was accepted does not undo that. */
  private static <T> T afterAcceptance(Supplier<T> read) {
    try {
      return read.get();
    } catch (RuntimeException e) {
      throw new ReplyLost(e);
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
      ResponseEntity.BodyBuilder answer, CommandRequest request, byte[] body) {
    if (request.waitSeconds() > 0) {
      answer.header("Preference-Applied", "wait=" + request.waitSeconds());
    }
    return answer.body(body);
  }
}
