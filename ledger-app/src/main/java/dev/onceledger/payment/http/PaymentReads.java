package dev.onceledger.payment.http;

import dev.onceledger.api.Reference;
import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.Scope;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentState;
import dev.onceledger.listing.Cursors;
import dev.onceledger.listing.Page;
import dev.onceledger.listing.QueryParameters;
import dev.onceledger.payment.view.PaymentHistory;
import dev.onceledger.payment.view.PaymentPage;
import dev.onceledger.payment.view.PaymentQuery;
import dev.onceledger.payment.view.PaymentRow;
import dev.onceledger.payment.view.PaymentViews;
import dev.onceledger.security.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Payments as they are, as they were, and what happened to them. */
@RestController
@RequestMapping("/v1/payments")
class PaymentReads {
  private final PaymentViews views;
  private final PaymentHistory history;

  PaymentReads(PaymentViews views, PaymentHistory history) {
    this.views = views;
    this.history = history;
  }

  @GetMapping("/{id}")
  ResponseEntity<byte[]> payment(HttpServletRequest http, Caller caller, @PathVariable String id) {
    Scope scope = scope(http, caller);
    QueryParameters query = QueryParameters.of(http, "version", "asOf", "scope");
    Optional<Long> version = query.number("version", 1, Long.MAX_VALUE);
    Optional<Instant> asOf = query.instant("asOf");
    if (version.isPresent() && asOf.isPresent()) {
      throw new Rejection(Reason.MALFORMED_REQUEST, "ask either for a version or for an instant");
    }
    PaymentId payment = paymentId(id);
    Optional<PaymentRow> now = views.find(payment, scope);
    Optional<PaymentRow> found = now;
    if (version.isPresent()) {
      found = now.flatMap(row -> history.atVersion(payment, version.get()));
    } else if (asOf.isPresent()) {
      found = now.flatMap(row -> history.asOf(payment, asOf.get()));
    }
    return PaymentAnswers.ok(found.orElseThrow(PaymentReads::notFound));
  }

  @GetMapping
  ResponseEntity<byte[]> payments(HttpServletRequest http, Caller caller) {
    Scope scope = scope(http, caller);
    QueryParameters query =
        QueryParameters.of(
            http,
            "reference",
            "state",
            "gateway",
            "createdFrom",
            "createdTo",
            "limit",
            "cursor",
            "scope");
    PaymentPage page =
        views.list(
            new PaymentQuery(
                scope,
                query.parsed("reference", PaymentReads::reference, "a reference").orElse(null),
                query.parsed("state", PaymentState::valueOf, "a payment state").orElse(null),
                query.parsed("gateway", PaymentReads::gateway, "a gateway's name").orElse(null),
                query.instant("createdFrom").orElse(null),
                query.instant("createdTo").orElse(null),
                query.limit(),
                query.parsed("cursor", PaymentReads::cursor, "what next said").orElse(null)));
    PaymentQuery.Cursor next = page.next();
    return Page.of(
        page.documents(),
        next == null ? null : Cursors.encode(next.createdAt().toString(), next.paymentId()));
  }

  @GetMapping("/{id}/events")
  ResponseEntity<byte[]> events(HttpServletRequest http, Caller caller, @PathVariable String id) {
    Scope scope = scope(http, caller);
    QueryParameters query = QueryParameters.of(http, "limit", "cursor", "scope");
    int limit = query.limit();
    long from = query.parsed("cursor", PaymentReads::sequence, "what next said").orElse(0L);
    PaymentId payment = paymentId(id);
    if (!history.exists(payment, scope)) {
      throw notFound();
    }
    List<byte[]> events = history.events(payment, from, limit + 1);
    return events.size() > limit
        ? Page.of(events.subList(0, limit), Cursors.encode(Long.toString(from + limit)))
        : Page.of(events, null);
  }

  /** Before anything else of the query: what is forbidden is not read. */
  private static @Nullable Scope scope(HttpServletRequest http, Caller caller) {
    return caller.scopeFor(QueryParameters.first(http, "scope").orElse(null));
  }

  private static String reference(String text) {
    return new Reference(text).value();
  }

  private static String gateway(String text) {
    return new GatewayName(text).value();
  }

  private static PaymentId paymentId(String id) {
    return PaymentId.parse(id).orElseThrow(PaymentReads::notFound);
  }

  private static PaymentQuery.Cursor cursor(String text) {
    List<String> parts = Cursors.decode(text, 2);
    return new PaymentQuery.Cursor(
        QueryParameters.instantOf(parts.get(0)), new PaymentId(parts.get(1)).value());
  }

  private static Long sequence(String text) {
    long sequence = Long.parseLong(Cursors.decode(text, 1).get(0));
    if (sequence < 0) {
      throw new IllegalArgumentException("sequences count from 0");
    }
    return sequence;
  }

  private static Rejection notFound() {
    return new Rejection(Reason.PAYMENT_NOT_FOUND, "there is no such payment, or not at that time");
  }
}
