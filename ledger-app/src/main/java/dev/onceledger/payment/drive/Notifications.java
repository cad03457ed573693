package dev.onceledger.payment.drive;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.crash.CrashPoint;
import dev.onceledger.gateway.Gateway;
import dev.onceledger.gateway.GatewayNotification;
import dev.onceledger.gateway.Gateways;
import dev.onceledger.payment.drive.StoredNotification.Status;
import dev.onceledger.payment.drive.StoredNotification.Verdict;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in what gateways tell of their own accord: stores it before the gateway is told that it
 * was, and takes it up afterwards, on whichever node is first.
 */
public final class Notifications {
  private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);
  private static final int AT_ONCE = 10;

  private final Gateways gateways;
  private final Inbox inbox;
  private final Uptake uptake;
  private final NotificationSettings settings;
  private final Clock clock;
  private final Patrol patrol;

  public Notifications(
      Gateways gateways, Inbox inbox, Uptake uptake, NotificationSettings settings, Clock clock) {
    this.gateways = gateways;
    this.inbox = inbox;
    this.uptake = uptake;
    this.settings = settings;
    this.clock = clock;
    this.patrol =
        new Patrol("notifications", Duration.ofMillis(settings.pollMillis()), this::takeUp);
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

  /**
   * Stores a notification, unless it was stored before.
   *
   * @param header gives the value of a header by its name; null if it was not sent once
   * @throws Rejection bad-signature, or malformed-request if it is signed and cannot be read
   */
  public void take(GatewayName name, byte[] body, Function<String, @Nullable String> header) {
    GatewayNotification told = read(name, body, header);
    if (inbox.store(name, told)) {
      CrashPoint.NOTIFICATION_STORED.reach();
      patrol.wake();
    }
  }

  private GatewayNotification read(
      GatewayName name, byte[] body, Function<String, @Nullable String> header) {
    Optional<Gateway> gateway = gateways.find(name);
    if (gateway.isEmpty()) {
      LOG.warn("a notification of a gateway that is not configured was refused");
      throw new Rejection(Reason.BAD_SIGNATURE, "no gateway of this name signs notifications");
    }
    try {
      return gateway.get().notifications().read(body, header, clock.instant());
    } catch (Rejection rejection) {
      LOG.warn(
          "a notification of the gateway {} was refused: {}", name, rejection.reason().wireName());
      throw rejection;
    }
  }

  private boolean takeUp() {
    List<StoredNotification> due = inbox.claimDue(AT_ONCE);
    due.forEach(this::takeUp);
    return due.size() == AT_ONCE;
  }

  /** What goes wrong with one keeps none of the others waiting; its claim runs out. */
  private void takeUp(StoredNotification notification) {
    CrashPoint.NOTIFICATION_CLAIMED.reach();
    try {
      Optional<OperationPlace> place = uptake.placeOf(notification);
      Verdict verdict = orAbandoned(notification, uptake.takeUp(notification, place));
      OperationId operation = place.map(OperationPlace::operationId).orElse(null);
      CrashPoint.NOTIFICATION_WRITTEN.reach();
      inbox.decide(notification, verdict, operation);
    } catch (RuntimeException e) {
      LOG.warn(
          "a notification of the gateway {} could not be taken up; it is tried again",
          notification.gateway(),
          e);
    }
  }

  private static Verdict orAbandoned(StoredNotification notification, Verdict verdict) {
    if (verdict.status() != Status.PARKED || !notification.isTooOld()) {
      return verdict;
    }
    LOG.warn("a notification of the gateway {} is given up", notification.gateway());
    return new Verdict(Status.ABANDONED, verdict.note());
  }
}
