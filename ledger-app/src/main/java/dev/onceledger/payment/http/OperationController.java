package dev.onceledger.payment.http;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.Scope;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand.ResolveOperation;
import dev.onceledger.listing.Page;
import dev.onceledger.listing.QueryParameters;
import dev.onceledger.listing.TimePlace;
import dev.onceledger.payment.drive.OpenOperation;
import dev.onceledger.payment.drive.OpenOperations;
import dev.onceledger.payment.drive.OperationPlace;
import dev.onceledger.payment.drive.OperationPlaces;
import dev.onceledger.payment.view.PaymentViews;
import dev.onceledger.security.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What is in doubt, for operators: the list of it, and the way to decide it by hand. */
@RestController
@RequestMapping("/v1/operations")
class OperationController {
  private static final int REASON_LENGTH_MAX = 500;

  private final OpenOperations open;
  private final OperationPlaces places;
  private final PaymentViews views;
  private final CommandExchange exchange;

  OperationController(
      OpenOperations open, OperationPlaces places, PaymentViews views, CommandExchange exchange) {
    this.open = open;
    this.places = places;
    this.views = views;
    this.exchange = exchange;
  }

  @GetMapping
  ResponseEntity<byte[]> inDoubt(HttpServletRequest http, Caller caller) {
    Scope scope = caller.scopeFor(QueryParameters.first(http, "scope").orElse(null));
    QueryParameters query = QueryParameters.of(http, "inDoubt", "limit", "cursor", "scope");
    if (query.text("inDoubt").filter("true"::equals).isEmpty()) {
      throw new Rejection(Reason.MALFORMED_REQUEST, "ask for what is in doubt: inDoubt=true");
    }
    Optional<TimePlace> after =
        query.parsed("cursor", OperationController::place, "what next said");
    int limit = query.limit();
    List<OpenOperation> found =
        open.list(
            new OpenOperation.Query(
                scope == null ? null : scope.value(),
                after.map(TimePlace::at).orElse(null),
                after.map(TimePlace::name).orElse(null),
                limit + 1));
    return Page.of(
        found,
        limit,
        this::written,
        operation -> TimePlace.cursor(operation.requestedAt(), operation.id().value()));
  }

  /** With the payment as it is, which has all that is needed to decide. */
  private byte[] written(OpenOperation operation) {
    return OperationJson.write(
        operation, views.find(operation.paymentId(), null).orElseThrow().document());
  }

  @PostMapping("/{id}/resolutions")
  ResponseEntity<byte[]> resolve(HttpServletRequest http, Caller caller, @PathVariable String id)
      throws IOException {
    Optional<OperationPlace> place = OperationId.parse(id).flatMap(places::find);
    Scope named = caller.scopeFor(QueryParameters.first(http, "scope").orElse(null));
    Scope scope = named == null ? place.map(OperationPlace::scope).orElse(null) : named;
    CommandRequest request = CommandRequest.read(http, caller, scope);
    Fields fields = new Fields(request.body());
    Optional<OperationState> outcome = fields.required("outcome", OperationController::outcome);
    Optional<String> reason = fields.required("reason", OperationController::reason);
    Optional<GatewayReference> reference =
        fields.optional("gatewayReference", OperationController::gatewayReference);
    fields.end();

    OperationPlace found =
        place.orElseThrow(
            () -> new Rejection(Reason.PAYMENT_NOT_FOUND, "there is no such operation"));
    ResolveOperation command =
        new ResolveOperation(
            found.paymentId(),
            request.scope(),
            found.operationId(),
            outcome.orElseThrow(),
            reference.orElse(null),
            reason.orElseThrow(),
            request.operationId(),
            request.origin(),
            request.ifMatch());
    return exchange.run(command, request, Optional::empty);
  }

  private static OperationState outcome(String text) {
    return switch (text) {
      case "SUCCEEDED" -> OperationState.SUCCEEDED;
      case "DECLINED" -> OperationState.DECLINED;
      case "FAILED" -> OperationState.FAILED;
      default -> throw new IllegalArgumentException("is SUCCEEDED, DECLINED or FAILED");
    };
  }

  private static String reason(String text) {
    if (text.isBlank() || text.length() > REASON_LENGTH_MAX || text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "is a text of 1 to %d characters", REASON_LENGTH_MAX));
    }
    return text;
  }

  private static GatewayReference gatewayReference(String text) {
    if (!text.matches("[!-~]{1,255}")) {
      throw new IllegalArgumentException("is 1 to 255 printable ASCII characters without spaces");
    }
    return new GatewayReference(text);
  }

  private static TimePlace place(String cursor) {
    TimePlace place = TimePlace.parse(cursor);
    return new TimePlace(place.at(), new OperationId(place.name()).value());
  }
}
