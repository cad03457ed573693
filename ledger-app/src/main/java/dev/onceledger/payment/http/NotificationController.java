package dev.onceledger.payment.http;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.listing.Page;
import dev.onceledger.listing.QueryParameters;
import dev.onceledger.listing.TimePlace;
import dev.onceledger.payment.drive.Inbox;
import dev.onceledger.payment.drive.Notifications;
import dev.onceledger.payment.drive.StoredNotification;
import dev.onceledger.payment.drive.StoredNotification.Status;
import dev.onceledger.security.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What gateways tell of their own accord: the way in, and what of it waits for a person. */
@RestController
@RequestMapping("/v1/gateways/{gateway}/notifications")
class NotificationController {
  private static final int BYTES_MAX = 256 * 1024;

  private final Notifications notifications;
  private final Inbox inbox;

  NotificationController(Notifications notifications, Inbox inbox) {
    this.notifications = notifications;
    this.inbox = inbox;
  }

  /** Answers once it is stored, also where it was stored before or will have no effect. */
  @PostMapping
  ResponseEntity<Void> take(HttpServletRequest http, @PathVariable String gateway)
      throws IOException {
    byte[] body = http.getInputStream().readNBytes(BYTES_MAX + 1);
    if (body.length > BYTES_MAX) {
      throw new Rejection(Reason.BODY_TOO_LARGE, "a notification has at most 256 KiB");
    }
    notifications.take(signer(gateway), body, name -> header(http, name));
    return ResponseEntity.noContent().build();
  }

  @GetMapping
  ResponseEntity<byte[]> waiting(
      HttpServletRequest http, Caller caller, @PathVariable String gateway) {
    if (caller.scope() != null) {
      throw new Rejection(Reason.FORBIDDEN, "This needs a token for all scopes.");
    }
    QueryParameters query = QueryParameters.of(http, "status", "limit", "cursor");
    Optional<TimePlace> after = query.parsed("cursor", TimePlace::parse, "what next said");
    int limit = query.limit();
    List<StoredNotification> found =
        inbox.list(
            new Inbox.Query(
                name(gateway),
                query.parsed("status", Status::valueOf, "a status").orElse(Status.PARKED),
                after.map(TimePlace::at).orElse(null),
                after.map(TimePlace::name).orElse(null),
                limit + 1));
    return Page.of(
        found,
        limit,
        OperationJson::write,
        told -> TimePlace.cursor(told.receivedAt(), told.told().eventId()));
  }

  /** What cannot be a gateway's name signs nothing. */
  private static GatewayName signer(String text) {
    try {
      return new GatewayName(text);
    } catch (IllegalArgumentException e) {
      throw new Rejection(Reason.BAD_SIGNATURE, "no gateway of this name signs notifications");
    }
  }

  private static GatewayName name(String text) {
    try {
      return new GatewayName(text);
    } catch (IllegalArgumentException e) {
      throw new Rejection(Reason.MALFORMED_REQUEST, "the path names no gateway");
    }
  }

  private static @Nullable String header(HttpServletRequest http, String name) {
    List<String> lines = Preferences.lines(http, name);
    return lines.size() == 1 ? lines.get(0) : null;
  }
}
