package dev.onceledger.payment.http;

import dev.onceledger.api.Reference;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.PaymentCommand.CapturePayment;
import dev.onceledger.api.payment.PaymentCommand.CreatePayment;
import dev.onceledger.api.payment.PaymentCommand.RefundPayment;
import dev.onceledger.api.payment.PaymentCommand.VoidPayment;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentMethod;
import dev.onceledger.gateway.Gateways;
import dev.onceledger.security.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The four commands. Each builds its command and hands it to be driven. */
@RestController
@RequestMapping("/v1/payments")
class PaymentController {
  private static final int ATTEMPT_MAX = 99;

  /** Longer than any reference that a client can choose, so that no payment ever has it. */
  private static final Reference NONE = new Reference("-".repeat(Reference.CHOSEN_LENGTH_MAX + 1));

  private final CommandExchange exchange;
  private final Gateways gateways;

  PaymentController(CommandExchange exchange, Gateways gateways) {
    this.exchange = exchange;
    this.gateways = gateways;
  }

  @PostMapping
  ResponseEntity<byte[]> create(HttpServletRequest http, Caller caller) throws IOException {
    CommandRequest request = CommandRequest.read(http, caller);
    Fields fields = new Fields(request.body());
    Optional<Reference> reference = fields.required("reference", PaymentController::chosen);
    Optional<Money> amount = fields.requiredAmount("amount");
    Optional<PaymentMethod> method = fields.required("paymentMethod", PaymentMethod::new);
    int attempt = fields.optionalInt("attempt", 1, ATTEMPT_MAX, 1);
    Optional<GatewayName> gateway = fields.optional("gateway", this::gateway);
    Optional<CaptureMode> capture = fields.optionalName("capture", CaptureMode.values());
    Optional<String> description = fields.optionalText("description");
    Map<String, String> metadata = fields.optionalTexts("metadata", 20, 40, 500);
    fields.end();

    GatewayName to = gateway.orElseGet(gateways::defaultName);
    CreatePayment command =
        new CreatePayment(
            PaymentId.of(request.scope(), reference.orElseThrow()),
            request.scope(),
            reference.orElseThrow(),
            attempt,
            amount.orElseThrow(),
            capture.orElse(CaptureMode.AUTOMATIC),
            method.orElseThrow(),
            to,
            description.orElse(null),
            metadata,
            request.operationId(),
            request.origin(),
            request.ifMatch());
    return exchange.run(command, request, () -> Optional.of(to));
  }

  @PostMapping("/{id}/captures")
  ResponseEntity<byte[]> capture(HttpServletRequest http, Caller caller, @PathVariable String id)
      throws IOException {
    CommandRequest request = CommandRequest.read(http, caller);
    Fields fields = new Fields(request.body());
    Optional<Money> amount = fields.optionalAmount("amount");
    Optional<Reference> reference = fields.optional("reference", PaymentController::chosen);
    int attempt = fields.optionalInt("attempt", 1, ATTEMPT_MAX, 1);
    fields.end();

    CapturePayment command =
        new CapturePayment(
            paymentId(request, id),
            request.scope(),
            reference.orElseGet(request::defaultReference),
            attempt,
            amount.orElse(null),
            request.operationId(),
            request.origin(),
            request.ifMatch());
    return exchange.runOn(command, request);
  }

  @PostMapping("/{id}/voids")
  ResponseEntity<byte[]> voidPayment(
      HttpServletRequest http, Caller caller, @PathVariable String id) throws IOException {
    CommandRequest request = CommandRequest.read(http, caller);
    Fields fields = new Fields(request.body());
    Optional<Reference> reference = fields.optional("reference", PaymentController::chosen);
    int attempt = fields.optionalInt("attempt", 1, ATTEMPT_MAX, 1);
    fields.end();

    VoidPayment command =
        new VoidPayment(
            paymentId(request, id),
            request.scope(),
            reference.orElseGet(request::defaultReference),
            attempt,
            request.operationId(),
            request.origin(),
            request.ifMatch());
    return exchange.runOn(command, request);
  }

  @PostMapping("/{id}/refunds")
  ResponseEntity<byte[]> refund(HttpServletRequest http, Caller caller, @PathVariable String id)
      throws IOException {
    CommandRequest request = CommandRequest.read(http, caller);
    Fields fields = new Fields(request.body());
    Optional<Money> amount = fields.optionalAmount("amount");
    Optional<Reference> reference = fields.optional("reference", PaymentController::chosen);
    Optional<String> reason = fields.optionalText("reason");
    fields.end();

    RefundPayment command =
        new RefundPayment(
            paymentId(request, id),
            request.scope(),
            reference.orElseGet(request::defaultReference),
            amount.orElse(null),
            reason.orElse(null),
            request.operationId(),
            request.origin(),
            request.ifMatch());
    return exchange.runOn(command, request);
  }

  private static Reference chosen(String text) {
    if (text.length() > Reference.CHOSEN_LENGTH_MAX) {
      throw new IllegalArgumentException(
          "has at most " + Reference.CHOSEN_LENGTH_MAX + " characters");
    }
    return new Reference(text);
  }

  private GatewayName gateway(String text) {
    GatewayName name = new GatewayName(text);
    if (gateways.find(name).isEmpty()) {
      throw new IllegalArgumentException("is none of the gateways configured here");
    }
    return name;
  }

  /** What is no payment id names none: found out in its turn, after the key has had its say. */
  private static PaymentId paymentId(CommandRequest request, String id) {
    return PaymentId.parse(id).orElseGet(() -> PaymentId.of(request.scope(), NONE));
  }
}
